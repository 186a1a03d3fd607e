// Shapes that the checks were not made with.

//= guard_in_condition_call | either | a function that changes the device is an operand of the condition around the call
static bool moved(int d) { c10_tpu::set_device(d); return true; }
void op(const Tensor &a) { if (moved(1) && sgdnnFill($R, $G(a), 2.f) == SG_SUCCESS) note("x"); }
void drive() { op(tensor()); }

//= guard_member_of_template | either | a template of the file has a guard as its member
template <typename G> struct Holder { G guard; explicit Holder(int d) : guard(d) {} };
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    Holder<c10_tpu::TPUGuard> holder(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= guard_by_auto | either | a guard that a helper of the file makes
static std::unique_ptr<c10_tpu::TPUGuard> enter(int d) { return std::make_unique<c10_tpu::TPUGuard>(d); }
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    auto scope = enter(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= guard_released | either | a helper's guard goes in the middle
static std::unique_ptr<c10_tpu::TPUGuard> enter(int d) { return std::make_unique<c10_tpu::TPUGuard>(d); }
void op(const Tensor &a)
{
    auto scope = enter(1);
    sgdnnFill($R, $G(a), 2.f);
    scope.reset();
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= setter_by_pointer | either | the device is set through a pointer
void op(const Tensor &a)
{
    auto go = c10_tpu::set_device;
    sgdnnFill($R, $G(a), 2.f);
    go(1);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= setter_in_destructor | either | an object's end changes the device
struct Back { ~Back() { c10_tpu::set_device(2); } };
void op(const Tensor &a)
{
    {
        Back back;
        sgdnnFill($R, $G(a), 2.f);
    }
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= setter_in_operator | either | an operator of the file changes the device
struct Dev { int d; };
static Dev operator+(Dev x, int d) { c10_tpu::set_device(d); return {d}; }
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    Dev x = Dev{0} + 1;
    sgdnnFill($R, $G(a), 3.f);
    note(x.d);
}
void drive() { op(tensor()); }

//= setter_in_callback | either | a function of the file runs what it is given
static void run(const std::function<void()> &f) { f(); }
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    run([] { c10_tpu::set_device(1); });
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= setter_stored | either | a stored function changes the device
static std::function<void()> stored = [] { c10_tpu::set_device(1); };
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    stored();
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= call_through_own_operator | either | a comparison with success by an operator of the file
struct Wrapped { int v; };
static bool operator==(Wrapped w, int v) { note("mine"); return w.v == v; }
void op(const Tensor &a)
{
    Wrapped w{(int)sgdnnFill($R, $G(a), 2.f)};
    note(w == 0);
}
void drive() { op(tensor()); }

//= status_in_ternary | either | the status chooses a value
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    note(status ? "bad" : "fine");
    note(status == SG_SUCCESS ? "fine" : "bad");
}
void drive() { op(tensor()); }

//= status_in_loop_condition | either | the status ends a loop
void op(const Tensor &a)
{
    tpu_status_t status = SG_SUCCESS;
    int n = 0;
    while (!status && n++ < 2)
        status = sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= status_captured | either | a lambda reads the status
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    auto show = [status] { note(status); };
    show();
}
void drive() { op(tensor()); }

//= status_captured_by_default | either | a lambda reads the status, captured by default
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    auto show = [&] { note((int)status); };
    show();
}
void drive() { op(tensor()); }

//= status_returned_by_auto | either | a function of deduced type returns the status
static auto fill(const Tensor &a) { return sgdnnFill($R, $G(a), 2.f); }
void op(const Tensor &a) { note(fill(a)); }
void drive() { op(tensor()); }

//= status_trailing_type | either | a function with a trailing type returns the status
static auto fill(const Tensor &a) -> tpu_status_t { return sgdnnFill($R, $G(a), 2.f); }
void op(const Tensor &a) { note(fill(a)); }
void drive() { op(tensor()); }

//= status_through_template | either | a template passes the status through
template <typename T> static T same(T t) { return t; }
void op(const Tensor &a)
{
    auto status = same(sgdnnFill($R, $G(a), 2.f));
    note(status);
}
void drive() { op(tensor()); }

//= status_conversion_operator | either | a class takes the status in its constructor
struct Status { int code; Status(int c) : code(c) {} };
void op(const Tensor &a)
{
    Status status = sgdnnFill($R, $G(a), 2.f);
    note(status.code);
}
void drive() { op(tensor()); }

//= tensor_by_forwarding | either | a template takes a library tensor and looks at its address
template <typename... Ts> static void show(Ts &&...t) { (void)std::initializer_list<int>{(note((long long)(t.addr)), 0)...}; }
void op(const Tensor &a)
{
    SgdnnTensor_t t = $G(a);
    show(t, $G(a));
    sgdnnFill($R, t, 2.f);
}
void drive() { op(tensor()); }

//= tensor_derived | either | a struct derives from the library tensor
struct Mine : SgdnnTensor_t { int extra; };
void op(const Tensor &a)
{
    Mine m;
    static_cast<SgdnnTensor_t &>(m) = $G(a);
    note(m.addr);
    sgdnnFill($R, m, 2.f);
}
void drive() { op(tensor()); }

//= tensor_bit_cast | either | the tensor is read as numbers
void op(const Tensor &a)
{
    SgdnnTensor_t t = $G(a);
    note(*reinterpret_cast<unsigned long long *>(&t));
    note(((int *)t.shape)[-1]);
    sgdnnFill($R, t, 2.f);
}
void drive() { op(tensor()); }

//= tensor_shape_overrun | either | the shape is written past its end
void op(const Tensor &a)
{
    SgdnnTensor_t t = $G(a);
    int *s = t.shape;
    s[0] = 1;
    sgdnnFill($R, t, 2.f);
}
void drive() { op(tensor()); }

//= tensor_parameter_shadowed | either | an inner variable has the tensor's name
void op(const Tensor &a)
{
    SgdnnTensor_t t = $G(a);
    {
        struct { int addr; } t{4};
        note(t.addr);
    }
    sgdnnFill($R, t, 2.f);
}
void drive() { op(tensor()); }

//= number_by_offset | either | enumerators are told apart by arithmetic in a macro
#define NEXT(x) ((x) + 1)
void op(const Tensor &a) { note(NEXT(ACTIVE_TANH)); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= number_in_template | either | an enumerator is a template argument
template <int M> static void show() { note(M); }
void op(const Tensor &a) { show<ACTIVE_TANH>(); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= number_in_array_size | either | an enumerator is the size of an array
void op(const Tensor &a) { int all[ACTIVE_SQRT] = {}; note(sizeof(all)); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= number_static_assert | either | an enumerator in a static assertion
static_assert(ACTIVE_TANH == 3, "the legacy number");
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= number_default | either | an enumerator is a default argument
static void show(int mode = ACTIVE_TANH) { note(mode); }
void op(const Tensor &a) { show(); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= conditional_in_header_body | either | a header's inline function asks for the chip through another macro
#include "chip.h"
void op(const Tensor &a) { sgdnnFill($R, $G(a), lanes()); }
void drive() { op(tensor()); }
//- src/chip.h
#include "chip2.h"
inline float lanes() { return LANES; }
//- src/chip2.h
#ifdef BACKEND_SG2260
#define LANES 4.f
#else
#define LANES 5.f
#endif

//= pragma_macro | either | a pragma pushes and pops a macro
#define sgdnnFillValue 2.f
#pragma push_macro("sgdnnFillValue")
#undef sgdnnFillValue
#define sgdnnFillValue 3.f
void op(const Tensor &a) { sgdnnFill($R, $G(a), sgdnnFillValue); }
#pragma pop_macro("sgdnnFillValue")
void drive() { op(tensor()); }

//= call_in_static_initializer | either | a static variable's initializer calls
void op(const Tensor &a)
{
    static auto status = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor()); op(tensor()); }

//= call_in_member_initializer | either | a member's initializer calls
struct Op { bool fine; explicit Op(const Tensor &a) : fine(sgdnnFill($R, $G(a), 2.f) == SG_SUCCESS) {} };
void drive() { note(Op(tensor()).fine); }

//= call_in_default_argument | either | a default argument calls
static Tensor &held() { static Tensor t = tensor(); return t; }
static void show(bool fine = sgdnnFill($R, $G(held()), 2.f) == SG_SUCCESS) { note(fine); }
void drive() { show(); c10_tpu::TPUGuard g(1); show(); }

//= call_in_range | either | a range is what a call's check lets through
void op(const Tensor &a)
{
    for (int i : {sgdnnFill($R, $G(a), 2.f) == SG_SUCCESS ? 1 : 0, 2})
        note(i);
}
void drive() { op(tensor()); }

//= call_in_switch_condition | either | a comparison chooses the label
void op(const Tensor &a)
{
    switch (sgdnnFill($R, $G(a), 2.f) == SG_SUCCESS)
    {
    case true: note("fine"); break;
    default: note("bad");
    }
}
void drive() { op(tensor()); }

//= return_in_void | either | a void function returns what a void expression gives
void op(const Tensor &a) { return (void)sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= macro_without_semicolon | either | a macro without a semicolon stands before the call
#define BEFORE note("before");
void op(const Tensor &a)
{
    BEFORE
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= macro_hides_return | either | a macro before the call is the return
#define GIVE return
int op(const Tensor &a) { GIVE sgdnnFill($R, $G(a), 2.f); }
void drive() { note(op(tensor())); }

//= macro_hides_negation | either | a macro before the call negates
#define NO !
void op(const Tensor &a) { if (NO sgdnnFill($R, $G(a), 2.f)) note("fine"); }
void drive() { op(tensor()); }

//= macro_hides_assignment | either | a macro before the call stores the result
#define KEEP int kept =
void op(const Tensor &a)
{
    KEEP sgdnnFill($R, $G(a), 2.f);
    note(kept);
}
void drive() { op(tensor()); }

//= macro_named_auto | either | a macro stands for auto, as int
#define auto int
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    note(status);
}
void drive() { op(tensor()); }

//= macro_named_if | either | a macro makes the block conditional
#define WHEN if (hostile::state().device > 0)
void op(const Tensor &a)
{
    WHEN
        sgdnnFill($R, $G(a), 2.f);
    note("behind");
}
void drive() { op(tensor()); c10_tpu::set_device(1); op(tensor()); }

//= macro_if_blocking | either | a macro makes a waiting call conditional
#define WHEN if (hostile::state().device > 0)
void op(const Tensor &a)
{
    note("x");
    WHEN sgdnnFill($R, $G(a), 2.f, false);
    note("behind");
}
void drive() { op(tensor()); c10_tpu::set_device(1); op(tensor()); }

//= macro_equals | either | a macro behind the call compares
#define FINE == SG_SUCCESS
void op(const Tensor &a) { note(sgdnnFill($R, $G(a), 2.f) FINE); }
void drive() { op(tensor()); }

//= macro_equals_number | either | a macro behind the variable compares with a number
#define FAILED == 5
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    note(status FAILED);
}
void drive() { op(tensor()); }

//= macro_in_statement_end | either | a macro ends the statement and starts another
#define END_AND ; c10_tpu::set_device(1);
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f) END_AND
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= branch_for_nobody | either | a branch that no chip takes
void op(const Tensor &a)
{
#if defined(BACKEND_SG2260) && defined(BACKEND_1684X)
    sgdnnFill($R, $G(a), 9.f);
#endif
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= branch_for_all | either | a branch that every chip takes
void op(const Tensor &a)
{
#if defined(BACKEND_SG2260) || defined(BACKEND_1684X)
    sgdnnFill($R, $G(a), 9.f);
#else
    note("nobody");
#endif
}
void drive() { op(tensor()); }

//= refuses_without_library | either | one chip refuses, the other does something without the library
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    note("on the host");
#else
    TORCH_CHECK(false, "not here");
#endif
}
void op2(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }
void drive() { op2(tensor()); op(tensor()); }

//= refuses_before_effects | either | one chip refuses before anything else
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    note("first");
    SAFE_CALL(sgdnnFill($R, $G(a), 2.f));
#else
    TORCH_CHECK(false, "not here");
#endif
}
void drive() { op(tensor()); }

//= alias_of_macro | either | one macro is another's name
#define MINE BACKEND_SG2260
void op(const Tensor &a)
{
#ifdef MINE
#if defined MINE && BACKEND_SG2260 + 0 >= 0
    sgdnnFill($R, $G(a), 2.f);
#endif
#endif
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= undefined_in_between | either | an option is taken back in between
#define FAST
void op(const Tensor &a)
{
#ifdef FAST
    sgdnnFill($R, $G(a), 2.f);
#endif
#undef FAST
#ifdef FAST
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= number_in_condition | either | a legacy header's number decides
#if defined(tpuRtSuccess)
#define OFFSET 1.f
#else
#define OFFSET 2.f
#endif
void op(const Tensor &a) { sgdnnFill($R, $G(a), OFFSET); }
void drive() { op(tensor()); }

//= lambda_in_argument_with_guard | either | an argument's lambda has a guard and a call
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), [&] { c10_tpu::TPUGuard g(1); sgdnnFill($R, $G(a), 4.f); return 2.f; }());
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= recursion | either | a function calls itself under a guard
void op(const Tensor &a, int n)
{
    sgdnnFill($R, $G(a), (float)n);
    if (n < 2)
    {
        c10_tpu::TPUGuard guard(n + 1);
        op(a, n + 1);
    }
    sgdnnFill($R, $G(a), (float)(10 + n));
}
void drive() { op(tensor(), 0); }
