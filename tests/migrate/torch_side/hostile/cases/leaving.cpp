// Library tensors that functions of the file make, take and give: for which stream they are made; streams of the file.

//= helper_guard_tensor | either | helper that generates under a guard
static SgdnnTensor_t make(const Tensor &t) { c10_tpu::TPUGuard g(t.device()); return $G(t); }
void op(const Tensor &a) { sgdnnFill($R, make(a), 1.f); }
void drive() { op(tensor(1)); }

//= helper_tensor | convert | helper that generates
static SgdnnTensor_t make(const Tensor &t) { return $G(t); }
void op(const Tensor &a) { c10_tpu::TPUGuard g(1); sgdnnFill($R, make(a), 1.f); }
void drive() { op(tensor(1)); }

//= helper_lib | convert | helper with handle and library tensors
static void fill(tpu_resource_t h, SgdnnTensor_t t, float v) { TORCH_CHECK(sgdnnFill(h, t, v) == SG_SUCCESS); }
void op(const Tensor &a) { fill($R, $G(a), 1.f); }
void drive() { op(tensor()); }

//= helper_lib_guard | either | helper sets device inside
static void fill(tpu_resource_t h, SgdnnTensor_t t, float v) { c10_tpu::TPUGuard g(1); TORCH_CHECK(sgdnnFill(h, t, v) == SG_SUCCESS); }
void op(const Tensor &a) { fill($R, $G(a), 1.f); }
void drive() { op(tensor()); }

//= helper_then_guard | either | helper's tensor, then a guard
static SgdnnTensor_t make(const Tensor &t) { return $G(t); }
void op(const Tensor &a) { auto t = make(a); c10_tpu::TPUGuard g(1); sgdnnFill($R, t, 1.f); }
void drive() { op(tensor()); }

//= helper_then_guard_assigned | either | helper's tensor, then a guard
static SgdnnTensor_t make(const Tensor &t) { return $G(t); }
void op(const Tensor &a) { SgdnnTensor_t t; t = make(a); c10_tpu::TPUGuard g(1); sgdnnFill($R, t, 1.f); }
void drive() { op(tensor()); }

//= helper_then_guard_vector | either | helper's tensor in a vector, then a guard
static SgdnnTensor_t make(const Tensor &t) { return $G(t); }
void op(const Tensor &a) { std::vector<SgdnnTensor_t> v; v.push_back(make(a)); c10_tpu::TPUGuard g(1); sgdnnCat($R, v.data(), 1, 0, $G(a)); }
void drive() { op(tensor()); }

//= vector_then_guard | either | tensor in a vector, then a guard
void op(const Tensor &a) { std::vector<SgdnnTensor_t> v; v.push_back($G(a)); c10_tpu::TPUGuard g(1); sgdnnCat($R, v.data(), 1, 0, $G(a)); }
void drive() { op(tensor()); }

//= helper_after_guard | either | tensor, then a guard, then a helper that calls
static void fill(SgdnnTensor_t t, float v) { TORCH_CHECK(sgdnnFill($R, t, v) == SG_SUCCESS); }
void op(const Tensor &a) { auto t = $G(a); c10_tpu::TPUGuard g(1); fill(t, 2.f); }
void drive() { op(tensor()); }

//= param_guard | either | tensor parameter, guard inside
static void fill(SgdnnTensor_t t, float v) { c10_tpu::TPUGuard g(1); TORCH_CHECK(sgdnnFill($R, t, v) == SG_SUCCESS); }
void op(const Tensor &a) { fill($G(a), 2.f); }
void drive() { op(tensor()); }

//= param_set | either | tensor parameter set under a guard
static void make(const Tensor &a, SgdnnTensor_t &t) { c10_tpu::TPUGuard g(1); t = $G(a); }
void op(const Tensor &a) { SgdnnTensor_t t; make(a, t); sgdnnFill($R, t, 2.f); }
void drive() { op(tensor()); }

//= helper_setter_and_tensor | either | helper that makes a tensor and sets the device
static SgdnnTensor_t make(const Tensor &t) { auto x = $G(t); c10_tpu::set_device(1); return x; }
void op(const Tensor &a) { auto t = make(a); sgdnnFill($R, t, 1.f); }
void drive() { op(tensor()); }

//= tensor_helper_inline_setter | either | helper in the same call sets the device
static float value() { c10_tpu::set_device(1); return 2.f; }
static SgdnnTensor_t make(const Tensor &t) { return $G(t); }
void op(const Tensor &a) { sgdnnFill($R, make(a), value()); }
void drive() { op(tensor()); }

//= lambda_make_guard | either | maker lambda between guards
void op(const Tensor &a) { auto make = [&](const Tensor &t) { return $G(t); }; c10_tpu::TPUGuard g(1); sgdnnFill($R, make(a), 1.f); }
void drive() { op(tensor()); }

//= stream_by_ref | either | users stream changes by reference
void op(const Tensor &a) { auto stream = c10_tpu::getCurrentTPUStream(); auto &s = stream; s = c10_tpu::getStreamFromPool(); sgdnnFill($R, $G(a), 1.f); note(hostile::name(stream.queue())); }
void drive() { op(tensor()); }

//= stream_by_fn | either | users stream changes by function
static void change(c10_tpu::TPUStream &s) { s = c10_tpu::getStreamFromPool(); }
void op(const Tensor &a) { auto stream = c10_tpu::getCurrentTPUStream(); change(stream); sgdnnFill($R, $G(a), 1.f); note(hostile::name(stream.queue())); }
void drive() { op(tensor()); }

//= stream_swap | either | users stream changes by swap
void op(const Tensor &a) { auto stream = c10_tpu::getCurrentTPUStream(); auto other = c10_tpu::getStreamFromPool(); std::swap(stream, other); sgdnnFill($R, $G(a), 1.f); note(hostile::name(stream.queue())); }
void drive() { op(tensor()); }

//= stream_lambda | either | users stream changes in lambda
void op(const Tensor &a) { auto stream = c10_tpu::getCurrentTPUStream(); [&stream] { stream = c10_tpu::getStreamFromPool(); }(); sgdnnFill($R, $G(a), 1.f); note(hostile::name(stream.queue())); }
void drive() { op(tensor()); }

//= stream_tie | either | users stream assigned by tie
void op(const Tensor &a) { auto stream = c10_tpu::getCurrentTPUStream(); int n; std::tie(stream, n) = std::make_tuple(c10_tpu::getStreamFromPool(), 3); sgdnnFill($R, $G(a), 1.f); note(hostile::name(stream.queue())); }
void drive() { op(tensor()); }

//= stream_ctor | either | the user's own stream by other device with call
void op(const Tensor &a) { auto stream = c10_tpu::getCurrentTPUStream(2); sgdnnFill($R, $G(a), 1.f); note(hostile::name(stream.queue())); }
void drive() { op(tensor()); }

//= stream_sync | convert | user's stream is synchronised and passed on
void op(const Tensor &a) { auto stream = c10_tpu::getCurrentTPUStream(); sgdnnFill($R, $G(a), 1.f); stream.synchronize(); }
void drive() { op(tensor()); }

//= hidden_stream | either | a macro names the user's stream
#define SYNC stream.synchronize()
void op(const Tensor &a) { auto stream = c10_tpu::getCurrentTPUStream(); sgdnnFill($R, $G(a), 1.f); SYNC; }
void drive() { op(tensor()); }

//= stream_pool_guard | convert | guard with a pool stream
void op(const Tensor &a) { auto side = c10_tpu::getStreamFromPool(); sgdnnFill($R, $G(a), 1.f); { c10_tpu::TPUStreamGuard g(side); sgdnnFill($R, $G(a), 2.f); } sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor()); }

//= stream_set_back | convert | stream is set and set back
void op(const Tensor &a) { auto before = c10_tpu::getCurrentTPUStream(); c10_tpu::setCurrentTPUStream(c10_tpu::getStreamFromPool()); sgdnnFill($R, $G(a), 1.f); c10_tpu::setCurrentTPUStream(before); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= for_guard_each | convert | a guard per turn
void op(const TensorList &l) { for (const auto &t : l) { c10_tpu::TPUGuard g(t.device()); sgdnnFill($R, $G(t), 1.f); } }
void drive() { op({tensor(0), tensor(1), tensor(2)}); }

//= guard_after_helper | convert | helper calls twice around a guard
static void fill(const Tensor &a, float v) { TORCH_CHECK(sgdnnFill($R, $G(a), v) == SG_SUCCESS); }
void op(const Tensor &a) { fill(a, 1.f); c10_tpu::TPUGuard g(1); fill(a, 2.f); }
void drive() { op(tensor()); }

//= helper_handle_param | convert | helper with handle and tensors called under guards
static void fill(tpu_resource_t h, SgdnnTensor_t t, float v) { TORCH_CHECK(sgdnnFill(h, t, v) == SG_SUCCESS); }
void op(const Tensor &a) { fill($R, $G(a), 1.f); c10_tpu::TPUGuard g(1); fill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= helper_fwd_to_helper | convert | helper passes tensor to helper
static void inner(tpu_resource_t h, SgdnnTensor_t t) { TORCH_CHECK(sgdnnFill(h, t, 1.f) == SG_SUCCESS); }
static void outer(tpu_resource_t h, SgdnnTensor_t t) { inner(h, t); }
void op(const Tensor &a) { outer($R, $G(a)); }
void drive() { op(tensor()); }

//= many_flows | convert | many calls and tensors in one function with ifs
void op(const Tensor &a, const Tensor &b, const optional<Tensor> &c, bool k) {
  auto x = $G(a); auto y = $G(b);
  if (k) { auto z = c.has_value() ? $G(*c) : sgdnnUndefinedTensor(); TORCH_CHECK(sgdnnBias($R, x, z, y) == SG_SUCCESS); }
  else { auto status = sgdnnAdd($R, x, y, y); TORCH_CHECK(status == SG_SUCCESS, "add"); }
  for (int i = 0; i < 2; ++i) { x.shape[0] = i + 1; auto status = sgdnnFill($R, x, i); TORCH_CHECK(status == SG_SUCCESS); }
}
void drive() { op(tensor(), tensor(), tensor(), true); op(tensor(), tensor(), c10::nullopt, true); op(tensor(), tensor(), c10::nullopt, false); }

//= shape_copy | convert | shape fields by memcpy-like loops
void op(const Tensor &a) { auto t = $G(a); for (int i = t.dim; i > 0; --i) { t.shape[i] = t.shape[i - 1]; t.stride[i] = t.stride[i - 1]; } t.shape[0] = 1; ++t.dim; sgdnnFill($R, t, 1.f); }
void drive() { op(tensor()); }

//= stream_to_event | convert | the user's stream is recorded
struct Event { void record(const c10_tpu::TPUStream &s) { note("event " + hostile::name(s.queue())); } };
void op(const Tensor &a) { Event e; auto stream = c10_tpu::getCurrentTPUStream(); sgdnnFill($R, $G(a), 1.f); e.record(stream); }
void drive() { op(tensor()); }

//= stream_twice | convert | two streams of the user
void op(const Tensor &a) { { auto stream = c10_tpu::getCurrentTPUStream(); note(hostile::name(stream.queue())); } c10_tpu::TPUGuard g(1); auto stream = c10_tpu::getCurrentTPUStream(); sgdnnFill($R, $G(a), 1.f); note(hostile::name(stream.queue())); }
void drive() { op(tensor()); }
