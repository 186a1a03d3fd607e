// Macros that name, or declare, something of the place where they are used; macros that check.

//= name_by_header_macro2 | either | a header's macro uses a global stream
#include "show.h"
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); SHOW; }
void drive() { op(tensor()); }
//- src/show.h
static int stream = 4;
#define SHOW note(stream)

//= name_by_file_macro | either | the file's macro uses a global stream
static int stream = 4;
#define SHOW note(stream)
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); SHOW; }
void drive() { op(tensor()); }

//= name_by_file_macro2 | either | macro uses macro
static int stream = 4;
#define SHOW2 note(stream)
#define SHOW SHOW2
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); SHOW; }
void drive() { op(tensor()); }

//= name_stringified | either | arg stringified
#define S(x) note(#x)
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); S(stream); }
void drive() { op(tensor()); }

//= print_macro | either | a macro reads the fields
#define SHOW(t) note((int)(t).dtype)
void op(const Tensor &a) { auto t = $G(a); SHOW(t); sgdnnFill($R, t, 1.f); }
void drive() { op(tensor()); }

//= print_macro_hidden | either | a macro names the variable itself
#define SHOW note((int)t.dtype)
void op(const Tensor &a) { auto t = $G(a); SHOW; sgdnnFill($R, t, 1.f); }
void drive() { op(tensor()); }

//= status_macro_hidden | either | a macro names the status itself
#define SHOW note((int)status)
void op(const Tensor &a) { auto status = sgdnnFill($R, $G(a), 1.f); SHOW; }
void drive() { op(tensor()); }

//= status_macro_header | either | a header's macro names the status itself
#include "m.h"
void op(const Tensor &a) { auto status = sgdnnFill($R, $G(a), 1.f); SHOW; }
void drive() { op(tensor()); }
//- src/m.h
#define SHOW note((int)status)

//= status_macro_inner | either | a macro in a macro names the status itself
#define SHOW2 note((int)status)
#define SHOW SHOW2
void op(const Tensor &a) { auto status = sgdnnFill($R, $G(a), 1.f); SHOW; }
void drive() { op(tensor()); }

//= handle_macro_hidden | either | a macro names the handle
#define SHOW note(h == $R)
void op(const Tensor &a) { auto h = $R; SHOW; sgdnnFill(h, $G(a), 1.f); }
void drive() { op(tensor()); }

//= enum_macro_hidden | either | a macro names the enum variable
#define SHOW note((int)d)
void op(const Tensor &a) { auto d = SGDNN_DTYPE_FP16; SHOW; sgdnnCast($R, $G(a), d, $G(a)); }
void drive() { op(tensor()); }

//= hidden_in_check | convert | a check macro with a variable of its own called status
#define CHECK_IT(call) do { auto status = (call); if (status != SG_SUCCESS) throw c10::Error("x"); } while (0)
void op(const Tensor &a) { auto status = sgdnnFill($R, $G(a), 1.f); TORCH_CHECK(status == SG_SUCCESS); CHECK_IT(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= hidden_convert | either | a macro checks the variable by its name
#define CHECK_STATUS() TORCH_CHECK(status == SG_SUCCESS)
void op(const Tensor &a) { auto status = sgdnnFill($R, $G(a), 1.f); CHECK_STATUS(); }
void drive() { op(tensor()); }

//= hidden_stream_changes | either | a macro changes the user's stream
#define NEXT stream = c10_tpu::getStreamFromPool()
void op(const Tensor &a) { auto stream = c10_tpu::getCurrentTPUStream(); NEXT; sgdnnFill($R, $G(a), 1.f); note(hostile::name(stream.queue())); }
void drive() { op(tensor()); }

//= stream_macro_change | either | macro changes stream
#define NEXT(s) s = c10_tpu::getStreamFromPool()
void op(const Tensor &a) { auto stream = c10_tpu::getCurrentTPUStream(); NEXT(stream); sgdnnFill($R, $G(a), 1.f); note(hostile::name(stream.queue())); }
void drive() { op(tensor()); }

//= name_macro_param | either | macro names the stream's name as its parameter
static int stream = 4;
#define SHOW(x) note(x + stream)
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); SHOW(1); }
void drive() { op(tensor()); }

//= macro_variadic | convert | variadic check macro
#define CHECK_OK(call, ...) do { auto s = (call); if (s != SG_SUCCESS) { AT_ERROR("failed", ##__VA_ARGS__); } } while (0)
void op(const Tensor &a) { CHECK_OK(sgdnnFill($R, $G(a), 2.f)); CHECK_OK(sgdnnFill($R, $G(a), 3.f), "x", 3); }
void drive() { op(tensor()); }

//= macro_nested | convert | nested check macros
#define CHECK_B(x) TORCH_CHECK((x) == SG_SUCCESS)
#define CHECK_A(x) CHECK_B(x)
void op(const Tensor &a) { CHECK_A(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= macro_string | either | stringified in check
#define CK(x) do { if ((x) != SG_SUCCESS) { note(#x); throw c10::Error("x"); } } while (0)
void op(const Tensor &a) { CK(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= macro_ok_alias | either | alias of success
#define OK SG_SUCCESS
void op(const Tensor &a) { TORCH_CHECK(sgdnnFill($R, $G(a), 2.f) == OK); }
void drive() { op(tensor()); }

//= macro_fn_alias | either | alias of the function
#define FILL sgdnnFill
void op(const Tensor &a) { TORCH_CHECK(FILL($R, $G(a), 2.f) == SG_SUCCESS); }
void drive() { op(tensor()); }

//= macro_run_name | either | the name is an argument
#define RUN(f, ...) TORCH_CHECK(f($R, __VA_ARGS__) == SG_SUCCESS)
void op(const Tensor &a) { RUN(sgdnnFill, $G(a), 2.f); }
void drive() { op(tensor()); }

//= xmacro | either | x macros
#define LIST(X) X(one, 1.f) X(two, 2.f)
#define DEF(n, v) static void n(const Tensor &a) { TORCH_CHECK(sgdnnFill($R, $G(a), v) == SG_SUCCESS); }
LIST(DEF)
void drive() { one(tensor()); two(tensor()); }

//= macro_dispatch | either | dispatch lambda macro
#define DISPATCH(t, ...) [&] { switch (t) { case kFloat: { using scalar_t = float; return __VA_ARGS__(); } default: { using scalar_t = int; return __VA_ARGS__(); } } }()
void op(const Tensor &a) { DISPATCH(a.scalar_type(), [&] { TORCH_CHECK(sgdnnFill($R, $G(a), (scalar_t)2.5f) == SG_SUCCESS); }); }
void drive() { op(tensor()); }

//= va_opt | either | VA_OPT
#define CK(x, ...) TORCH_CHECK((x) == SG_SUCCESS __VA_OPT__(,) __VA_ARGS__)
void op(const Tensor &a) { CK(sgdnnFill($R, $G(a), 2.f)); CK(sgdnnFill($R, $G(a), 2.f), "m"); }
void drive() { op(tensor()); }

//= assert_call | either | call in assert
#include <cassert>
#undef assert
#define assert(x) ((void)0)
void op(const Tensor &a) { assert(sgdnnFill($R, $G(a), 2.f) == SG_SUCCESS); }
void drive() { op(tensor()); }

//= msg_text | convert | the call's text is said
#define CK(x) do { if ((x) != SG_SUCCESS) AT_ERROR(#x, " failed"); } while (0)
void op(const Tensor &a) { CK(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= typed | convert | a typed variable
#define CK(x, ...) do { const tpu_status_t s_ = (x); if (s_ != SG_SUCCESS) { note("bad"); TORCH_CHECK(s_ == SG_SUCCESS, ##__VA_ARGS__); } } while (0)
void op(const Tensor &a) { CK(sgdnnFill($R, $G(a), 2.f)); CK(sgdnnFill($R, $G(a), 3.f), "x"); }
void drive() { op(tensor()); }

//= number | either | the number is said
#define CK(x) do { auto s_ = (x); if (s_ != SG_SUCCESS) { note((int)s_); AT_ERROR(""); } } while (0)
void op(const Tensor &a) { CK(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= twice | either | evaluated twice
#define CK(x) do { if ((x) != SG_SUCCESS && (x) != SG_SUCCESS) AT_ERROR("x"); } while (0)
void op(const Tensor &a) { CK(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= other_use | either | also checks another status
static tpu_status_t other() { return SG_FAILURE; }
#define CK(x) do { auto s_ = (x); if (s_ != SG_SUCCESS) AT_ERROR("x"); } while (0)
void op(const Tensor &a) { CK(sgdnnFill($R, $G(a), 2.f)); CK(other()); }
void drive() { op(tensor()); }

//= other_int | either | also checks an int
static int other() { return 0; }
#define CK(x) do { auto s_ = (x); if (s_ != SG_SUCCESS) AT_ERROR("x"); } while (0)
void op(const Tensor &a) { CK(sgdnnFill($R, $G(a), 2.f)); CK(other()); }
void drive() { op(tensor()); }

//= nested_three | convert | three levels
#define C1(x) TORCH_CHECK((x) == SG_SUCCESS)
#define C2(x) C1(x)
#define C3(x, ...) C2(x)
void op(const Tensor &a) { C3(sgdnnFill($R, $G(a), 2.f), "m"); C2(sgdnnFill($R, $G(a), 3.f)); }
void drive() { op(tensor()); }

//= nested_other | either | the inner one checks something else, too
static int other() { return 0; }
#define C1(x) TORCH_CHECK((x) == SG_SUCCESS)
#define C2(x) C1(x)
void op(const Tensor &a) { C2(sgdnnFill($R, $G(a), 2.f)); C1(other()); }
void drive() { op(tensor()); }

//= expression | either | the macro is an expression
#define OKAY(x) ((x) == SG_SUCCESS)
void op(const Tensor &a) { if (!OKAY(sgdnnFill($R, $G(a), 2.f))) note("bad"); bool ok = OKAY(sgdnnFill($R, $G(a), 2.f)); note(ok); TORCH_CHECK(OKAY(sgdnnFill($R, $G(a), 2.f))); }
void drive() { op(tensor()); }

//= macro_waits | either | a call that waits in a check macro
#define CK(x) do { auto s_ = (x); if (s_ != SG_SUCCESS) AT_ERROR("x"); } while (0)
void op(const Tensor &a) { CK(sgdnnFill($R, $G(a), 2.f, false)); note("x"); }
void drive() { op(tensor()); }

//= rest_has_call | either | the further arguments hold a call
#define CK(x, ...) do { auto s_ = (x); if (s_ != SG_SUCCESS) AT_ERROR("x", ##__VA_ARGS__); } while (0)
void op(const Tensor &a) { CK(sgdnnFill($R, $G(a), 2.f), sgdnnFill($R, $G(a), 3.f)); }
void drive() { op(tensor()); }

//= stream_name | either | the macro declares the stream's name
#define CK(x) do { int stream = 3; auto s_ = (x); if (s_ != SG_SUCCESS) AT_ERROR("x"); note(stream); } while (0)
void op(const Tensor &a) { CK(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= compare_more | either | a comparison macro that is a part of more
#define OKAY(x) ((x) == SG_SUCCESS) && ready()
static bool ready() { note("r"); return true; }
void op(const Tensor &a) { if (OKAY(sgdnnFill($R, $G(a), 2.f))) note("ok"); }
void drive() { op(tensor()); }

//= compare_open | either | a comparison macro without brackets
#define OKAY(x) (x) == SG_SUCCESS
void op(const Tensor &a) { note((int)(1 & OKAY(sgdnnFill($R, $G(a), 2.f)))); }
void drive() { op(tensor()); }

//= compare_negated | convert | negated comparison macro
#define FAILED(x) ((x) != SG_SUCCESS)
bool op(const Tensor &a) { if (FAILED(sgdnnFill($R, $G(a), 2.f))) { note("bad"); } return !FAILED(sgdnnFill($R, $G(a), 3.f)); }
void drive() { note(op(tensor())); }

//= compare_negated_number | either | a negated status in a comparison macro
#define FAILED(x) (!(x) == SG_SUCCESS)
bool op(const Tensor &a) { return !FAILED(sgdnnFill($R, $G(a), 3.f)); }
void drive() { note(op(tensor())); }

//= compare_waits | either | a waiting call in a comparison macro
#define FAILED(x) ((x) != SG_SUCCESS)
bool op(const Tensor &a) { return !FAILED(sgdnnFill($R, $G(a), 3.f, false)); }
void drive() { note(op(tensor())); }

//= on | either | a checked call under a macro's guard
#define ON(d, ...) do { c10_tpu::TPUGuard g_(d); __VA_ARGS__; } while (0)
void op(const Tensor &a) { ON(1, TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS)); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= on_header | either | a checked call under a header macro's guard
#include "on.h"
void op(const Tensor &a) { ON(1, TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS)); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }
//- src/on.h
#define ON(d, ...) do { c10_tpu::TPUGuard g_(d); __VA_ARGS__; } while (0)

//= on_tensor | either | the tensor outside, a checked call under a macro's guard
#define ON(d, ...) do { c10_tpu::TPUGuard g_(d); __VA_ARGS__; } while (0)
void op(const Tensor &a) { auto t = $G(a); ON(1, TORCH_CHECK(sgdnnFill($R, t, 1.f) == SG_SUCCESS)); }
void drive() { op(tensor()); }

//= defer | either | a macro puts a checked call into a lambda that runs later
static std::vector<std::function<void()>> later;
#define DEFER(...) later.push_back([=] { __VA_ARGS__; })
void op(const Tensor &a) { DEFER(TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS)); }
void drive() { op(tensor()); c10_tpu::set_device(1); for (auto &f : later) f(); later.clear(); }

//= defer_fn | either | a macro puts a checked call into a static function
#define LATER(n, ...) static void n(const Tensor &a) { __VA_ARGS__; }
LATER(go, TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS))
void drive() { go(tensor()); c10_tpu::set_device(1); go(tensor()); }

//= twice_guard | either | a macro changes the device between two evaluations
#define BOTH(...) do { __VA_ARGS__; c10_tpu::set_device(1); __VA_ARGS__; } while (0)
void op(const Tensor &a) { BOTH(TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS)); }
void drive() { op(tensor()); }

//= drops | either | a macro that drops what it is given
#define QUIET(...) ((void)0)
void op(const Tensor &a) { QUIET(TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS)); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= loop_macro | either | a macro whose loop changes the device around its argument
#define EACH(...) for (int d_ = 0; d_ < 3; ++d_) { c10_tpu::set_device(d_); __VA_ARGS__; }
void op(const Tensor &a) { EACH(TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS)) }
void drive() { op(tensor()); }

//= timer_macro | convert | own timing macro with a block
#define TIMED(name, ...) do { note(name); __VA_ARGS__; note("end"); } while (0)
void op(const Tensor &a) { TIMED("fill", TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS)); }
void drive() { op(tensor()); }

//= timer_macro_twice | either | a macro that runs its argument twice
#define TWICE(...) do { __VA_ARGS__; __VA_ARGS__; } while (0)
void op(const Tensor &a) { TWICE(TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS)); }
void drive() { op(tensor()); }

//= macro_if | either | a macro that is an if
#define WHEN(c) if (c)
void op(const Tensor &a, bool b) { WHEN(b) sgdnnFill($R, $G(a), 1.f); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor(), true); op(tensor(), false); }

//= macro_for | either | a macro that is a loop whose header sets the device
#define EACH_DEVICE(d) for (int d = 0; c10_tpu::set_device(d), d < 3; ++d)
void op(const Tensor &a) { EACH_DEVICE(d) { sgdnnFill($R, $G(a), d); } }
void drive() { op(tensor()); }

//= macro_for_plain | either | a macro that is a loop
#define TIMES(n) for (int i_ = 0; i_ < n; ++i_)
void op(const Tensor &a) { TIMES(2) sgdnnFill($R, $G(a), 1.f, false); note("x"); }
void drive() { op(tensor()); }

//= macro_else | either | a macro that is an else
#define OTHERWISE else
void op(const Tensor &a, bool b) { if (b) note("a"); OTHERWISE sgdnnFill($R, $G(a), 1.f); }
void drive() { op(tensor(), true); op(tensor(), false); }

//= macro_block | either | macros that open and close a block with a guard
#define BEGIN_ON(d) { c10_tpu::TPUGuard g_(d);
#define END_ON }
void op(const Tensor &a) { BEGIN_ON(1) sgdnnFill($R, $G(a), 1.f); END_ON sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= macro_return_again | either | macro for returning
#define RET return
static tpu_status_t f(const Tensor &a) { RET sgdnnFill($R, $G(a), 1.f); }
void drive() { note(f(tensor()) == SG_SUCCESS); }

//= macro_fn_head | either | macro makes the function's head
#define OP(name) static tpu_status_t name(const Tensor &a)
OP(f) { return sgdnnFill($R, $G(a), 1.f); }
void drive() { note((int)f(tensor())); }

//= macro_fn_head2 | either | macro makes the function's head with its name
#define OP static tpu_status_t f(const Tensor &a)
OP { return sgdnnFill($R, $G(a), 1.f); }
void drive() { note((int)f(tensor())); }

//= macro_method_call | either | macro calls a helper
static tpu_status_t f(const Tensor &a) { return sgdnnFill($R, $G(a), 1.f); }
#define CALL_F(a) note((int)f(a))
void drive() { CALL_F(tensor()); }

//= macro_helper_hidden | either | macro calls a helper with its argument hidden
static tpu_status_t f(const Tensor &a) { return sgdnnFill($R, $G(a), 1.f); }
#define CALL_F ((int)f(tensor()))
void drive() { note(CALL_F); }

//= macro_dtype_hidden | either | macro shows the converted type
#define KIND(t) ((int)tpu::TPUConvertDType((t).scalar_type()))
void op(const Tensor &a) { note(KIND(a)); sgdnnFill($R, $G(a), 1.f); }
void drive() { op(tensor()); }

//= macro_tensor_field | either | macro shows the data type of a made tensor
#define KIND(t) ((int)$G(t).dtype)
void op(const Tensor &a) { note(KIND(a)); sgdnnFill($R, $G(a), 1.f); }
void drive() { op(tensor()); }

//= lambda_check | convert | check within a lambda that is called at once
#define CK(x) do { auto s_ = (x); if (s_ != SG_SUCCESS) AT_ERROR("x"); } while (0)
void op(const Tensor &a) { [&] { CK(sgdnnFill($R, $G(a), 2.f)); }(); }
void drive() { op(tensor()); }

//= unlikely_macro | convert | C10_UNLIKELY
#define C10_UNLIKELY(x) (__builtin_expect(static_cast<bool>(x), 0))
void op(const Tensor &a) { auto s = sgdnnFill($R, $G(a), 1.f); if (C10_UNLIKELY(s != SG_SUCCESS)) { note("bad"); } if (C10_UNLIKELY(sgdnnFill($R, $G(a), 3.f) != SG_SUCCESS)) note("b"); }
void drive() { op(tensor()); }

//= gtest | convert | a test macro
#define TEST(a, b) static void a##b()
#define EXPECT_EQ(a, b) note((a) == (b))
TEST(Fill, Works) { auto a = tensor(); EXPECT_EQ(sgdnnFill($R, $G(a), 1.f), SG_SUCCESS); }
void drive() { FillWorks(); }

//= register | either | registration with lambda
struct Lib { template <class F> void impl(const char *, F f) { f(tensor()); } };
#define TORCH_LIBRARY_IMPL(ns, k, m) static void init_##ns(Lib &m); static struct Reg_##ns { void run() { Lib l; init_##ns(l); } } reg_##ns; static void init_##ns(Lib &m)
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); }
TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) { m.impl("fill", op); m.impl("fill2", [](const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }); }
void drive() { reg_aten.run(); }

//= macro_in_header_call | either | a header's macro makes the call
#include "m.h"
void op(const Tensor &a) { DO_FILL(a, 1.f); }
void drive() { op(tensor()); }
//- src/m.h
#define DO_FILL(t, v) sgdnnFill($R, $G(t), v)

//= macro_in_header_check | either | a header's macro checks the call
#include "m.h"
void op(const Tensor &a) { CK(sgdnnFill($R, $G(a), 1.f)); }
void drive() { op(tensor()); }
//- src/m.h
#define CK(x) TORCH_CHECK((x) == SG_SUCCESS)

//= helper_declared_only | either | helper of another file gives a status
#include "h.h"
void op(const Tensor &a) { note((int)f(a)); TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS); }
void drive() { op(tensor()); }
//- src/h.h
inline tpu_status_t f(const Tensor &) { return SG_FAILURE; }

//= wrapper_defined_again | either | a header of the tree defines a check of the rules again, as something that checks nothing
#include "again.h"
void op(Tensor &o) { SAFE_CALL(sgdnnFill($R, $G(o), 2.f)); note("z"); }
void drive() { Tensor o = tensor(); op(o); }
//- src/again.h
#pragma once
#undef SAFE_CALL
#define SAFE_CALL(call) (void)(call)

//= equating_of_the_file | convert | macros of the file that compare their two arguments, which may be anything
#define EXPECT_SAME(a, b) do { if (!((a) == (b))) note("differs"); } while (0)
#define DIFFER(a, b) TORCH_CHECK((b) != (a), #a " and " #b)
void op(const Tensor &a) {
  EXPECT_SAME(SG_SUCCESS, sgdnnFill($R, $G(a), 1.f)); EXPECT_SAME(sgdnnFill($R, $G(a), 2.f), SG_SUCCESS); EXPECT_SAME(1, 2);
  tpu_status_t s = sgdnnAdd($R, $G(a), $G(a), $G(a)); EXPECT_SAME(s, SG_SUCCESS); DIFFER(SG_SUCCESS, s);
}
void drive() { op(tensor()); }

//= equating_of_the_rules | convert | EXPECT_EQ and CHECK_EQ of libraries; one of the calls waits
void op(const Tensor &a) {
  EXPECT_EQ(sgdnnFill($R, $G(a), 1.f), SG_SUCCESS); EXPECT_EQ(SG_SUCCESS, sgdnnFill($R, $G(a), 2.f)) << "filled";
  CHECK_EQ(sgdnnFill($R, $G(a), 3.f, false), SG_SUCCESS); note("z");
  tpu_status_t s = sgdnnAdd($R, $G(a), $G(a), $G(a)); CHECK_EQ(s, SG_SUCCESS);
}
void drive() { op(tensor()); }

//= equating_in_header | either | a header of the tree has another CHECK_EQ
#include "h.h"
void op(const Tensor &a) { CHECK_EQ(sgdnnFill($R, $G(a), 2.f), SG_SUCCESS); }
void drive() { op(tensor()); }
//- src/h.h
#pragma once
#undef CHECK_EQ
#define CHECK_EQ(a, b) note((int)(a) + (int)(b))

//= equating_is_more | either | macros that compare, and do more with the numbers, or compare with another one
#define SUM(a, b) note(1 + (a) == (b))
#define CAST(a, b) note((int)(a) == (b))
#define SAID(a, b) do { if ((a) != (b)) note(#a); } while (0)
void sum(const Tensor &a) { SUM(sgdnnFill($R, $G(a), 2.f), SG_SUCCESS); }
void cast(const Tensor &a) { CAST(sgdnnFill($R, $G(a), 2.f), SG_SUCCESS); }
void said(const Tensor &a) { SAID(sgdnnFill($R, $G(a), 2.f), SG_SUCCESS); }
void zero(const Tensor &a) { CHECK_EQ(sgdnnFill($R, $G(a), 2.f), 5); }
void drive() { Tensor a = tensor(); sum(a); cast(a); said(a); zero(a); }

//= waits_in_checks | convert | calls that wait, in macros of the file that check their status and do nothing else
#include <iostream>
#define CHK(x) TORCH_CHECK((x) == SG_SUCCESS, "failed " #x)
#define TPU_CHECK(EXPR, ...) do { auto s_ = (EXPR); if (s_ != SG_SUCCESS) { fprintf(stderr, "%s:%d\n", __FILE__, __LINE__); AT_ERROR("failed"); } } while (0)
#define BOTH(x) CHK(x)
#define SAID(x) { const tpu_status_t st = x; if (SG_SUCCESS != st) { std::cerr << #x << std::endl; throw c10::Error("bad"); } }
#define RETURN_IF(x) if ((x) != SG_SUCCESS) return
void op(Tensor &o) {
  CHK(sgdnnFill($R, $G(o), 1.f, false)); note("z"); TPU_CHECK(sgdnnWait($R, $G(o), $G(o))); note("y"); BOTH(sgdnnFill($R, $G(o), 2.f, false));
  TPU_CHECK(sgdnnFill($R, $G(o), 1.f, false), "x", "y"); SAID(sgdnnFill($R, $G(o), 1.f, false)); RETURN_IF(sgdnnFill($R, $G(o), 1.f, false));
}
void drive() { Tensor o = tensor(); op(o); note("end of op"); }

//= waits_in_a_macro_that_goes_on | either | what the macros do behind the call would come before the wait
#define NOTED(x) do { auto s = (x); note("behind"); TORCH_CHECK(s == SG_SUCCESS); } while (0)
void op(Tensor &o) { NOTED(sgdnnFill($R, $G(o), 1.f, false)); note("z"); }
void drive() { Tensor o = tensor(); op(o); }

//= waits_in_a_macro_that_returns | either | the macro leaves where the call succeeded
#define DONE(x) do { if ((x) == SG_SUCCESS) return; } while (0)
void op(Tensor &o) { DONE(sgdnnFill($R, $G(o), 1.f, false)); note("again"); }
void drive() { Tensor o = tensor(); op(o); note("z"); }

//= waits_in_a_macro_that_always_returns | either | the macro leaves in any case
#define DONE(x) do { if ((x) != SG_SUCCESS) AT_ERROR("bad"); return; } while (0)
void op(Tensor &o) { DONE(sgdnnFill($R, $G(o), 1.f, false)); note("again"); }
void drive() { Tensor o = tensor(); op(o); note("z"); }

//= waits_in_a_macro_with_more | either | the macro does what a further argument says before it checks
#define ALSO(x, y) do { auto s = (x); y; TORCH_CHECK(s == SG_SUCCESS); } while (0)
void op(Tensor &o) { ALSO(sgdnnFill($R, $G(o), 1.f, false), note("behind")); note("z"); }
void drive() { Tensor o = tensor(); op(o); }

//= paste_hdr_status | either | ## in a header names status
#include "p.h"
void op(const Tensor &a) {
    tpu_status_t status = sgdnnFill($R, $G(a), 2.f);
    READ(atus);
}
void drive() { op(tensor()); }
//- src/p.h
#define READ(n) note((int)st##n)

//= paste_tensor | either | ## names the library tensor
#define T(n) t##n
void op(const Tensor &a) {
    SgdnnTensor_t t1 = $G(a);
    note(T(1).addr);
    sgdnnFill($R, t1, 2.f);
}
void drive() { op(tensor()); }

//= paste_helper | either | ## makes the name of a helper that gives a status
#define RUN(n) run##n
static tpu_status_t run1(const Tensor &a) { return sgdnnFill($R, $G(a), 2.f); }
void op(const Tensor &a) { note((int)RUN(1)(a)); }
void drive() { op(tensor()); }
