// The stream of a data flow: when it is taken, and what happens to device and stream in between.

//= plain | convert | the shape that everything else departs from
void op(const Tensor &a, Tensor &out)
{
    auto status = sgdnnAdd($R, $G(a), $G(a), $G(out));
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }

//= guard_before | convert | a guard stands before the call: the stream is taken behind it
void op(const Tensor &a, Tensor &out)
{
    c10::DeviceGuard guard(a.device());
    auto status = sgdnnAdd($R, $G(a), $G(a), $G(out));
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { Tensor a = tensor(1), o = tensor(1); op(a, o); note("x"); op(tensor(2), o); }

//= guard_between_calls | convert | two calls in a block with a guard between them
void op(const Tensor &a, Tensor &out)
{
    auto first = sgdnnAdd($R, $G(a), $G(a), $G(out));
    TORCH_CHECK(first == SG_SUCCESS);
    c10_tpu::TPUGuard guard(1);
    auto second = sgdnnFill($R, $G(out), 2.f);
    TORCH_CHECK(second == SG_SUCCESS);
}
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }

//= guard_between_tensor_and_call | either | the tensor is made for one device, the call goes to another
void op(const Tensor &a, Tensor &out)
{
    auto t = $G(a);
    c10_tpu::TPUGuard guard(1);
    auto status = sgdnnFill($R, t, 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }

//= guard_in_inner_block | convert | a guard in an inner block, calls in and behind it
void op(const Tensor &a, Tensor &out)
{
    sgdnnFill($R, $G(a), 1.f);
    {
        c10_tpu::TPUGuard guard(1);
        sgdnnFill($R, $G(out), 2.f);
    }
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { Tensor a = tensor(), o = tensor(1); op(a, o); }

//= guard_in_if | convert | a guard in a branch
void op(const Tensor &a, Tensor &out, bool other)
{
    sgdnnFill($R, $G(a), 1.f);
    if (other)
    {
        c10::DeviceGuard guard{c10::Device(2)};
        sgdnnFill($R, $G(out), 2.f);
    }
    else
    {
        sgdnnFill($R, $G(out), 3.f);
    }
}
void drive() { Tensor a = tensor(), o = tensor(1); op(a, o, true); op(a, o, false); }

//= guard_reset | convert | a guard is set again between calls
void op(const Tensor &a, Tensor &out)
{
    c10::OptionalDeviceGuard guard;
    sgdnnFill($R, $G(a), 1.f);
    guard.reset_device(out.device());
    sgdnnFill($R, $G(out), 2.f);
}
void drive() { Tensor a = tensor(), o = tensor(1); op(a, o); }

//= set_device_between | convert | the device is set by a function
void op(const Tensor &a, Tensor &out)
{
    sgdnnFill($R, $G(a), 1.f);
    c10_tpu::set_device(1);
    sgdnnFill($R, $G(out), 2.f);
}
void drive() { Tensor a = tensor(), o = tensor(1); op(a, o); op(a, o); }

//= set_device_in_loop | convert | the device changes at the end of a loop's body
void op(const Tensor &a)
{
    for (int i = 0; i < 3; ++i)
    {
        sgdnnFill($R, $G(a), 1.f);
        c10_tpu::set_device(i);
    }
}
void drive() { op(tensor()); }

//= set_device_in_loop_header | either | the device changes in the header of a loop
void op(const Tensor &a)
{
    for (int i = 0; i < 3; ++i, c10_tpu::set_device(i))
        sgdnnFill($R, $G(a), 1.f);
}
void drive() { op(tensor()); }

//= set_device_in_while_condition | either | the device changes in the condition of a loop
static bool next(int &i) { c10_tpu::set_device(i); return i++ < 2; }
void op(const Tensor &a)
{
    int i = 0;
    while (next(i))
        sgdnnFill($R, $G(a), 1.f);
}
void drive() { op(tensor()); }

//= set_device_in_helper | either | a function of the file changes the device
static void go(int i) { c10_tpu::set_device(i); }
static void twice(int i) { go(i); }
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 1.f);
    twice(1);
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= set_device_in_argument | either | the device changes while the arguments are evaluated
static float value(float v) { c10_tpu::set_device(1); return v; }
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), value(1.f));
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= stream_changes | convert | another stream of the same device
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 1.f);
    c10_tpu::setCurrentTPUStream(c10_tpu::getStreamFromPool());
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= stream_guard | convert | a guard of the stream
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 1.f);
    c10_tpu::TPUStreamGuard guard(c10_tpu::getStreamFromPool());
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); op(tensor()); }

//= stream_of_user | convert | the user's own variable holds the stream, of before the guard
void op(const Tensor &a)
{
    auto stream = c10_tpu::getCurrentTPUStream();
    note(stream.device_index());
    c10_tpu::TPUGuard guard(1);
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= stream_of_another_device | either | the user's own variable holds another device's stream
void op(const Tensor &a)
{
    auto stream = c10_tpu::getCurrentTPUStream(2);
    note(stream.device_index());
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= stream_reassigned | either | the user's own variable gets another stream
void op(const Tensor &a)
{
    auto stream = c10_tpu::getCurrentTPUStream();
    stream = c10_tpu::getStreamFromPool();
    note(stream.device_index());
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= stream_static | either | the user's own variable is static
void op(const Tensor &a)
{
    static auto stream = c10_tpu::getCurrentTPUStream();
    note(stream.device_index());
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); c10_tpu::set_device(1); op(tensor()); }

//= handle_then_guard | either | a variable holds the handle of before the guard, on purpose
void op(const Tensor &a, Tensor &out)
{
    auto handle = $R;
    c10_tpu::TPUGuard guard(1);
    auto status = sgdnnFill(handle, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor(), *std::make_unique<Tensor>(tensor())); }

//= handle_typed | either | a variable of the handle's type
void op(const Tensor &a)
{
    tpu_resource_t handle = $R;
    auto status = sgdnnFill(handle, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= handle_member | either | a member holds the handle
struct Runner
{
    tpu_resource_t handle;
    Runner() : handle($R) {}
    void run(const Tensor &a) { sgdnnFill(handle, $G(a), 2.f); }
};
void drive() { Runner r; c10_tpu::TPUGuard g(1); r.run(tensor()); }

//= handle_member_default | either | a member with an initializer holds the handle
struct Runner
{
    tpu_resource_t handle = $R;
    void run(const Tensor &a) { sgdnnFill(handle, $G(a), 2.f); }
};
void drive() { Runner r; c10_tpu::TPUGuard g(1); r.run(tensor()); }

//= handle_default_argument | either | a default argument takes the handle
static void run(const Tensor &a, tpu_resource_t handle = $R) { sgdnnFill(handle, $G(a), 2.f); }
void drive() { run(tensor()); c10_tpu::TPUGuard g(1); run(tensor()); }

//= handle_parameter | either | a helper takes the handle and makes its own tensors
static tpu_status_t run(tpu_resource_t handle, const Tensor &a) { return sgdnnFill(handle, $G(a), 2.f); }
void op(const Tensor &a) { TORCH_CHECK(run($R, a) == SG_SUCCESS); }
void drive() { op(tensor()); }

//= handle_global | either | a global variable holds the handle
static tpu_resource_t handle = $R;
void op(const Tensor &a) { sgdnnFill(handle, $G(a), 2.f); }
void drive() { c10_tpu::TPUGuard g(1); op(tensor()); }

//= handle_static | either | a static variable holds the handle of the first call
void op(const Tensor &a)
{
    static auto handle = $R;
    sgdnnFill(handle, $G(a), 2.f);
}
void drive() { op(tensor()); c10_tpu::TPUGuard g(1); op(tensor()); }

//= handle_captured | either | a lambda captures the handle and runs under another guard
void op(const Tensor &a)
{
    auto handle = $R;
    auto f = [handle, &a] { sgdnnFill(handle, $G(a), 2.f); };
    c10_tpu::TPUGuard guard(1);
    f();
}
void drive() { op(tensor()); }

//= handle_init_capture | either | an init capture takes the handle
void op(const Tensor &a)
{
    auto f = [h = $R, &a] { sgdnnFill(h, $G(a), 2.f); };
    c10_tpu::TPUGuard guard(1);
    f();
}
void drive() { op(tensor()); }

//= lambda_later | either | a lambda with a whole call runs behind a guard
void op(const Tensor &a)
{
    auto f = [&] { sgdnnFill($R, $G(a), 2.f); };
    f();
    c10_tpu::TPUGuard guard(1);
    f();
}
void drive() { op(tensor()); }

//= lambda_tensor_outside | either | the tensor is made outside of the lambda, the call is inside
void op(const Tensor &a)
{
    auto t = $G(a);
    auto f = [&] { sgdnnFill($R, t, 2.f); };
    c10_tpu::TPUGuard guard(1);
    f();
}
void drive() { op(tensor()); }

//= lambda_returned | either | a lambda that uses a tensor of outside is returned
static std::function<void()> make(const Tensor &a)
{
    auto t = $G(a);
    return [=] { sgdnnFill($R, t, 2.f); };
}
void drive() { auto f = make(tensor()); c10_tpu::TPUGuard guard(1); f(); }

//= lambda_passed | either | a lambda is handed to a function that changes the device
static void on(int device, const std::function<void()> &f) { c10_tpu::TPUGuard guard(device); f(); }
void op(const Tensor &a)
{
    auto t = $G(a);
    on(1, [&] { sgdnnFill($R, t, 2.f); });
    sgdnnFill($R, t, 3.f);
}
void drive() { op(tensor()); }

//= lambda_with_guard | convert | a lambda with a guard of its own
void op(const Tensor &a)
{
    auto f = [&](int device) {
        c10_tpu::TPUGuard guard(device);
        sgdnnFill($R, $G(a), 2.f);
    };
    f(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= lambda_sets_device | either | a lambda that changes the device is called between calls
void op(const Tensor &a)
{
    auto go = [](int d) { c10_tpu::set_device(d); };
    sgdnnFill($R, $G(a), 2.f);
    go(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= guard_on_heap | either | the guard is on the heap and goes early
void op(const Tensor &a)
{
    auto guard = std::make_unique<c10_tpu::TPUGuard>(1);
    sgdnnFill($R, $G(a), 2.f);
    guard.reset();
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= guard_in_optional | either | the guard is in an optional
void op(const Tensor &a, bool other)
{
    std::optional<c10_tpu::TPUGuard> guard;
    sgdnnFill($R, $G(a), 2.f);
    if (other)
        guard.emplace(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor(), true); op(tensor(), false); }

//= guard_alias | either | the guard has another name
using Here = c10_tpu::TPUGuard;
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    Here here(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= guard_in_struct | either | a struct of the file has a guard
struct Scope { c10_tpu::TPUGuard guard; Scope(int d) : guard(d) {} };
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    Scope scope(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= guard_own_class | either | a class of the file changes the device in its constructor
struct OnDevice { int before; OnDevice(int d) : before(hostile::state().device) { c10_tpu::set_device(d); } ~OnDevice() { c10_tpu::set_device(before); } };
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    OnDevice scope(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= guard_macro | either | a macro of the file makes the guard
#define ON_DEVICE(d) c10_tpu::TPUGuard guard_(d)
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    ON_DEVICE(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= guard_macro_of_header | either | a macro of a header makes the guard
#include "scope.h"
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    ENTER_DEVICE(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }
//- src/scope.h
#define ENTER_DEVICE(d) c10_tpu::TPUGuard entered(d)

//= guard_function_of_header | either | a function of a header of the tree changes the device
#include "scope.h"
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    enter(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }
//- src/scope.h
inline void enter(int d) { c10_tpu::set_device(d); }

//= guard_temporary | convert | a guard that is gone at once
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    c10_tpu::TPUGuard(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= guard_if_initializer | either | a guard in the header of an if
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    if (c10_tpu::TPUGuard guard(1); a.defined())
        sgdnnFill($R, $G(a), 3.f);
    sgdnnFill($R, $G(a), 4.f);
}
void drive() { op(tensor()); }

//= guard_reference | either | a guard is a parameter that the function sets
static void op(const Tensor &a, c10::DeviceGuard &guard)
{
    sgdnnFill($R, $G(a), 2.f);
    guard.set_index(2);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { c10_tpu::TPUGuard guard(1); op(tensor(), guard); }

//= goto_before_stream | either | a jump leads over the declaration of the stream
void op(const Tensor &a, bool skip)
{
    if (skip)
        goto out;
    sgdnnFill($R, $G(a), 2.f);
out:
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor(), true); op(tensor(), false); }

//= label_before_call | either | a label stands before the call
void op(const Tensor &a)
{
    int n = 0;
again:
    sgdnnFill($R, $G(a), 2.f);
    if (n++ < 2)
        goto again;
}
void drive() { op(tensor()); }

//= switch_labels | convert | calls behind labels of a switch
void op(const Tensor &a, int kind)
{
    switch (kind)
    {
    case 0:
        sgdnnFill($R, $G(a), 2.f);
        break;
    case 1:
    case 2:
    {
        sgdnnFill($R, $G(a), 3.f);
        break;
    }
    default:
        sgdnnFill($R, $G(a), 4.f);
    }
}
void drive() { for (int i = 0; i < 4; ++i) op(tensor(), i); }

//= switch_with_guard | either | one label of a switch has a guard
void op(const Tensor &a, int kind)
{
    switch (kind)
    {
    case 0:
    {
        c10_tpu::TPUGuard guard(1);
        sgdnnFill($R, $G(a), 2.f);
        break;
    }
    default:
        sgdnnFill($R, $G(a), 4.f);
    }
}
void drive() { for (int i = 0; i < 2; ++i) op(tensor(), i); }

//= do_while_condition | either | the call is in the condition of a do-while
void op(const Tensor &a)
{
    int n = 0;
    do
    {
        note(n);
    } while (sgdnnFill($R, $G(a), 2.f) == SG_SUCCESS && ++n < 3);
}
void drive() { op(tensor()); }

//= do_without_braces | either | the call is the body of a do-while without braces
void op(const Tensor &a)
{
    int n = 0;
    do
        sgdnnFill($R, $G(a), 2.f);
    while (++n < 3);
}
void drive() { op(tensor()); }

//= for_header | either | the call is in the header of a for
void op(const Tensor &a)
{
    for (auto s = sgdnnFill($R, $G(a), 2.f); s == SG_SUCCESS; s = sgdnnFill($R, $G(a), 3.f))
        note("body");
}
void drive() { hostile::state().fails = hostile::state().fails < 0 ? 3 : hostile::state().fails; op(tensor()); }

//= range_for | convert | a vector of tensors is filled in a loop
void op(const TensorList &list, Tensor &out)
{
    std::vector<SgdnnTensor_t> all;
    for (const auto &t : list)
    {
        all.push_back($G(t));
    }
    auto status = sgdnnCat($R, all.data(), all.size(), 0, $G(out));
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { Tensor o = tensor(); op({tensor(), tensor()}, o); }

//= range_for_with_guard | either | a guard in the loop that fills a vector
void op(const TensorList &list, Tensor &out)
{
    std::vector<SgdnnTensor_t> all;
    for (const auto &t : list)
    {
        c10::DeviceGuard guard(t.device());
        all.push_back($G(t));
    }
    auto status = sgdnnCat($R, all.data(), all.size(), 0, $G(out));
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { Tensor o = tensor(); op({tensor(), tensor(1)}, o); }

//= try_block | convert | the call is in a try block
void op(const Tensor &a)
{
    try
    {
        auto status = sgdnnFill($R, $G(a), 2.f);
        TORCH_CHECK(status == SG_SUCCESS);
    }
    catch (const c10::Error &)
    {
        sgdnnFill($R, $G(a), 3.f);
    }
}
void drive() { op(tensor()); }

//= function_try_block | either | the whole body is a try block
void op(const Tensor &a)
try
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
catch (const c10::Error &)
{
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= names_taken | convert | the stream's names are taken
void op(const Tensor &stream, const Tensor &tpu_stream)
{
    sgdnnFill($R, $G(stream), 2.f);
    sgdnnFill($R, $G(tpu_stream), 3.f);
}
void drive() { op(tensor(), tensor()); }

//= name_is_global | either | a global variable has the stream's name and is used behind the call
static int stream = 7;
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    note(stream);
}
void drive() { op(tensor()); }

//= name_is_macro | either | a macro has the stream's name
#define stream 7
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    note(stream);
}
void drive() { op(tensor()); }

//= name_declared_later | convert | a variable with the stream's name is declared behind the call
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    int stream = 4;
    note(stream);
}
void drive() { op(tensor()); }

//= template_function | convert | the call is in a template
template <typename T>
void op(const Tensor &a, T value)
{
    auto status = sgdnnFill($R, $G(a), static_cast<float>(value));
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor(), 2); op(tensor(), 3.f); }

//= if_constexpr | convert | the call is in a branch of if constexpr
template <bool B>
void op(const Tensor &a)
{
    if constexpr (B)
        sgdnnFill($R, $G(a), 2.f);
    else
        sgdnnFill($R, $G(a), 3.f);
}
void drive() { op<true>(tensor()); op<false>(tensor()); }

//= member_function | convert | the call is in a member function
struct Op
{
    Tensor a;
    void run() const
    {
        auto status = sgdnnFill($R, $G(a), 2.f);
        TORCH_CHECK(status == SG_SUCCESS);
    }
};
void drive() { Op{tensor()}.run(); }

//= namespaces | convert | the call is in nested and unnamed namespaces
namespace ops { namespace { void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); } } }
namespace ops::inner { void op2(const Tensor &a) { ::sgdnnFill(::tpu::TPUGetDeviceResource(), ::tpu::TPUGenerateSgdnnTensor(a), 3.f); } }
void drive() { ops::op(tensor()); ops::inner::op2(tensor()); }

//= include_in_body | either | an included file in the body changes the device
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
#include "body.inc"
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }
//- src/body.inc
c10_tpu::set_device(1);

//= handle_to_helper_behind_guard | either | a helper makes tensors and gets the handle that was taken before a guard
static void help(tpu_resource_t h, const Tensor &t, float v) { TORCH_CHECK(sgdnnFill(h, $G(t), v) == SG_SUCCESS); }
void op(Tensor &out) { auto h = $R; c10_tpu::TPUGuard g(1); help(h, out, 1.f); }
void drive() { Tensor o = tensor(); op(o); }

//= handle_parameter_behind_guard | either | a helper gets the handle, sets a guard and makes tensors
static void help(tpu_resource_t h, const Tensor &t, float v) { c10_tpu::TPUGuard g(1); TORCH_CHECK(sgdnnFill(h, $G(t), v) == SG_SUCCESS); }
void drive() { Tensor o = tensor(); help($R, o, 1.f); }

//= handle_passed_on_behind_guard | either | a helper passes its handle on behind a guard
static void help(tpu_resource_t h, const Tensor &t, float v) { TORCH_CHECK(sgdnnFill(h, $G(t), v) == SG_SUCCESS); }
static void outer(tpu_resource_t h, const Tensor &t, float v) { c10_tpu::TPUGuard g(1); help(h, t, v); }
void drive() { Tensor o = tensor(); outer($R, o, 1.f); }

//= handle_of_another_stream | either | a helper is given a stream that is not the current one
static void help(tpu_resource_t h, const Tensor &t, float v) { TORCH_CHECK(sgdnnFill(h, $G(t), v) == SG_SUCCESS); }
void drive() { Tensor o = tensor(); help(c10_tpu::getStreamFromPool(), o, 1.f); auto s = c10_tpu::getStreamFromPool(); help(s, o, 1.f); }

//= handle_in_lambda_behind_guard | either | a lambda uses a handle, and is called behind a guard
static void op(tpu_resource_t h, Tensor &out) { auto run = [&] { sgdnnFill(h, $G(out), 1.f); }; c10_tpu::TPUGuard g(1); run(); }
void drive() { Tensor o = tensor(); op($R, o); }

//= handle_and_parameter_that_switches | either | a helper's parameter is of a class whose constructor changes the device
struct Tmp { Tmp(int) { c10_tpu::set_device(1); } operator float() const { return 1; } };
static void help(tpu_resource_t h, const Tensor &t, Tmp v) { TORCH_CHECK(sgdnnFill(h, $G(t), v) == SG_SUCCESS); }
void drive() { Tensor o = tensor(); help($R, o, 1); }

//= handle_to_helper_each_time | convert | helpers get the handle, or a variable of it, before and behind a guard
static void help(tpu_resource_t h, const Tensor &t, float v) { TORCH_CHECK(sgdnnFill(h, $G(t), v) == SG_SUCCESS); }
void op(Tensor &out) { help($R, out, 1.f); c10_tpu::TPUGuard g(1); auto h = $R; help(h, out, 2.f); help(h, out, 3.f); }
void drive() { Tensor o = tensor(); op(o); }
