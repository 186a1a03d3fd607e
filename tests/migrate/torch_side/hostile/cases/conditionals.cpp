// Which code each chip sees.

//= one_refuses | convert | the other chip only refuses: the library answers
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    auto status = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
#elif defined BACKEND_1684X
    auto status = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
#else
    TORCH_CHECK(false);
#endif
}
void drive() { op(tensor()); }

//= differing | convert | each chip does something else
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= value_of_macro | either | the chip's definition has a value
// chips: {bm_a: {defines: [BACKEND_1684X, CHIP_GEN=1]}, sg_b: {defines: [BACKEND_SG2260, CHIP_GEN=2]}, sg_c: {defines: [BACKEND_SG2044, CHIP_GEN=3]}}
void op(const Tensor &a)
{
#if CHIP_GEN >= 2
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= value_in_code | either | the chip's value is used in an expression
// chips: {bm_a: {defines: [BACKEND_1684X, CHIP_GEN=1]}, sg_b: {defines: [BACKEND_SG2260, CHIP_GEN=2]}}
void op(const Tensor &a) { sgdnnFill($R, $G(a), CHIP_GEN * 2.f); }
void drive() { op(tensor()); }

//= arithmetic | either | arithmetic and bits in the condition
// chips: {bm_a: {defines: [BACKEND_1684X, CHIP_GEN=1]}, sg_b: {defines: [BACKEND_SG2260, CHIP_GEN=2]}, sg_c: {defines: [BACKEND_SG2044, CHIP_GEN=3]}}
void op(const Tensor &a)
{
#if (CHIP_GEN * 10 + 5) % 4 == 1 || (CHIP_GEN & 2) >> 1
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= not_word | either | alternative words in the condition
void op(const Tensor &a)
{
#if not defined(BACKEND_SG2260) and defined BACKEND_1684X
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= ternary_condition | either | a conditional operator in the condition
void op(const Tensor &a)
{
#if defined BACKEND_SG2260 ? 1 : 0
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= digraph_directive | either | directives with a digraph
void op(const Tensor &a)
{
%:ifdef BACKEND_SG2260
    sgdnnFill($R, $G(a), 2.f);
%:else
    sgdnnFill($R, $G(a), 3.f);
%:endif
}
void drive() { op(tensor()); }

//= through_macro | either | a macro of the file stands for the chip
#ifdef BACKEND_SG2260
#define FAST 1
#endif
void op(const Tensor &a)
{
#ifdef FAST
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= through_header | either | a macro of a header stands for the chip
#include "chip.h"
void op(const Tensor &a)
{
#if FAST
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }
//- src/chip.h
#if defined(BACKEND_SG2260)
#define FAST 1
#else
#define FAST 0
#endif

//= value_of_header | either | a header's macro has another value per chip
#include "chip.h"
void op(const Tensor &a) { sgdnnFill($R, $G(a), VALUE); }
void drive() { op(tensor()); }
//- src/chip.h
#if defined(BACKEND_SG2260)
#define VALUE 4.f
#else
#define VALUE 5.f
#endif

//= value_of_header_indirect | either | a header's macro expands to one that differs
#include "chip.h"
void op(const Tensor &a) { sgdnnFill($R, $G(a), VALUE); }
void drive() { op(tensor()); }
//- src/chip.h
#if defined(BACKEND_SG2260)
#define LANES 4
#else
#define LANES 5
#endif
#define VALUE (LANES * 2.f)

//= constant_of_header | either | a header's constant has another value per chip
#include "chip.h"
void op(const Tensor &a) { sgdnnFill($R, $G(a), value()); }
void drive() { op(tensor()); }
//- src/chip.h
inline float value()
{
#if defined(BACKEND_SG2260)
    return 4.f;
#else
    return 5.f;
#endif
}

//= macro_of_file_differs | either | a macro of the file has another value per chip
#ifdef BACKEND_SG2260
#define VALUE 4.f
#else
#define VALUE 5.f
#endif
void op(const Tensor &a) { sgdnnFill($R, $G(a), VALUE); }
void drive() { op(tensor()); }

//= constant_of_file_differs | either | a constant of the file has another value per chip
#ifdef BACKEND_SG2260
static const float kValue = 4.f;
#else
static const float kValue = 5.f;
#endif
void op(const Tensor &a) { sgdnnFill($R, $G(a), kValue); }
void drive() { op(tensor()); }

//= function_per_chip | either | whole functions per chip
#ifdef BACKEND_SG2260
void op(const Tensor &a) { sgdnnFill($R, $G(a), 4.f); }
#else
void op(const Tensor &a) { sgdnnFill($R, $G(a), 5.f); }
#endif
void drive() { op(tensor()); }

//= in_arguments | either | a conditional in the middle of a call
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a),
#ifdef BACKEND_SG2260
              4.f
#else
              5.f
#endif
    );
}
void drive() { op(tensor()); }

//= in_declaration | either | a conditional in the middle of a declaration
void op(const Tensor &a)
{
    float v =
#ifdef BACKEND_SG2260
        4.f;
#else
        5.f;
#endif
    sgdnnFill($R, $G(a), v);
}
void drive() { op(tensor()); }

//= cuts_block | either | a conditional cuts through a block
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    if (a.dim() > 7) {
#else
    if (a.dim() > 1) {
#endif
        sgdnnFill($R, $G(a), 2.f);
    }
}
void drive() { op(tensor()); }

//= cuts_else | either | a conditional cuts through an if chain
void op(const Tensor &a)
{
    if (a.dim() > 7)
        sgdnnFill($R, $G(a), 1.f);
#ifdef BACKEND_SG2260
    else if (a.dim() > 1)
        sgdnnFill($R, $G(a), 2.f);
#endif
    else
        sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= guards_if | either | a conditional decides what an if governs
void op(const Tensor &a, bool b)
{
    if (b)
#ifdef BACKEND_SG2260
        sgdnnFill($R, $G(a), 2.f);
#else
        note("nothing");
#endif
    note("behind");
}
void drive() { op(tensor(), true); op(tensor(), false); }

//= label_in_branch | either | a label of a switch in a branch
void op(const Tensor &a, int kind)
{
    switch (kind)
    {
#ifdef BACKEND_SG2260
    case 1:
        sgdnnFill($R, $G(a), 2.f);
        break;
#endif
    default:
        sgdnnFill($R, $G(a), 3.f);
    }
}
void drive() { op(tensor(), 1); op(tensor(), 2); }

//= declares_for_later | either | a branch declares what is used behind it
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    Tensor b = a.to(kHalf);
#else
    Tensor b = a;
#endif
    sgdnnFill($R, $G(b), 2.f);
}
void drive() { op(tensor()); }

//= ends_lifetime | either | a branch declares an object whose end has an effect
struct Noisy { ~Noisy() { note("gone"); } };
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    Noisy noisy;
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
    note("behind");
}
void drive() { op(tensor()); }

//= guard_in_branch | either | a branch has a device guard that lasts
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    c10_tpu::TPUGuard guard(1);
#else
    c10_tpu::TPUGuard guard(2);
#endif
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= shadows_in_branch | either | a branch declares a name of outside
static int mode = 7;
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    int mode = 4;
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
    note(mode);
}
void drive() { op(tensor()); }

//= using_in_branch | either | a branch declares a type or an alias
namespace one { static int v() { return 1; } }
namespace two { static int v() { return 2; } }
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    namespace n = one;
    sgdnnFill($R, $G(a), 2.f);
#else
    namespace n = two;
    sgdnnFill($R, $G(a), 3.f);
#endif
    note(n::v());
}
void drive() { op(tensor()); }

//= tensor_on_cpu | either | the tensor that would be asked for its device is another one
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    note("one");
#else
    note("two");
#endif
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= optional_parameter | either | the first tensor parameter may be undefined or is shadowed
void op(const Tensor &a, int n)
{
    for (int a = 0; a < 2; ++a)
    {
#ifdef BACKEND_SG2260
        note("one");
#else
        note("two");
#endif
    }
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor(), 0); }

//= refuses_but_not_all | either | the refusing branch has an effect before
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    sgdnnFill($R, $G(a), 3.f);
#else
    note("not here");
    TORCH_CHECK(false);
#endif
}
void drive() { op(tensor()); }

//= refuses_by_condition | either | the check of the other branch only sometimes fails
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    sgdnnFill($R, $G(a), 3.f);
#else
    TORCH_CHECK(false || a.dim() > 1);
    note("fine");
#endif
}
void drive() { op(tensor()); }

//= nested | either | conditionals in conditionals
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
#ifdef BACKEND_1684X
    sgdnnFill($R, $G(a), 1.f);
#else
    sgdnnFill($R, $G(a), 2.f);
#endif
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= option_of_build | convert | a conditional on an option of the build stays
void op(const Tensor &a)
{
#ifdef WITH_TRACE
    note("trace");
#endif
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= option_and_chip | either | chip and option in one condition
void op(const Tensor &a)
{
#if defined(BACKEND_SG2260) && !defined(WITH_TRACE)
    sgdnnFill($R, $G(a), 3.f);
#else
    sgdnnFill($R, $G(a), 4.f);
#endif
}
void drive() { op(tensor()); }

//= redefined_chip | either | the chip's macro is taken back in the file
void op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    sgdnnFill($R, $G(a), 3.f);
#undef BACKEND_SG2260
#endif
#ifdef BACKEND_SG2260
    sgdnnFill($R, $G(a), 4.f);
#else
    sgdnnFill($R, $G(a), 5.f);
#endif
}
void drive() { op(tensor()); }

//= in_macro_body | either | macro bodies per chip
#ifdef BACKEND_SG2260
#define FILL(t) sgdnnFill($R, $G(t), 3.f)
#else
#define FILL(t) sgdnnFill($R, $G(t), 4.f)
#endif
void op(const Tensor &a) { FILL(a); }
void drive() { op(tensor()); }

//= includes_per_chip | either | another header per chip
#ifdef BACKEND_SG2260
#include "two.h"
#else
#include "one.h"
#endif
void op(const Tensor &a) { sgdnnFill($R, $G(a), kValue); }
void drive() { op(tensor()); }
//- src/one.h
static const float kValue = 1.f;
//- src/two.h
static const float kValue = 2.f;

//= third_chip | either | a chip that no branch is for
// chips: {bm_a: {legacy_macro: BACKEND_1684X}, sg_b: {legacy_macro: BACKEND_SG2260}, sg_c: {legacy_macro: BACKEND_SG2044}}
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    sgdnnFill($R, $G(a), 2.f);
#elif defined BACKEND_1684X
    sgdnnFill($R, $G(a), 3.f);
#endif
    note("behind");
}
void drive() { op(tensor()); }

//= elif_order | either | an elif that also holds for the first chip
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    sgdnnFill($R, $G(a), 2.f);
#elif 1
    sgdnnFill($R, $G(a), 3.f);
#else
    sgdnnFill($R, $G(a), 4.f);
#endif
}
void drive() { op(tensor()); }

//= has_include | either | the condition asks for a header
void op(const Tensor &a)
{
#if __has_include("sgdnn_api.h")
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= legacy_macro_asked | either | the condition asks about a macro of the legacy headers
void op(const Tensor &a)
{
#ifdef tpuRtSuccess
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= line_macro | either | the line number decides
void op(const Tensor &a)
{
#if __LINE__ % 2
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
    note(__COUNTER__);
}
void drive() { op(tensor()); }

//= defined_in_macro | either | a macro that expands to defined
#define ON_2260 defined(BACKEND_SG2260)
void op(const Tensor &a)
{
#if ON_2260
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= runtime_constant | either | the chip's macro becomes a variable
#ifdef BACKEND_SG2260
constexpr bool kFast = true;
#else
constexpr bool kFast = false;
#endif
void op(const Tensor &a)
{
    if (kFast)
        sgdnnFill($R, $G(a), 2.f);
    else
        sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= returns_in_branch | convert | one chip returns in its branch
int op(const Tensor &a)
{
#ifdef BACKEND_SG2260
    sgdnnFill($R, $G(a), 2.f);
    return 1;
#else
    sgdnnFill($R, $G(a), 3.f);
    return 2;
#endif
}
void drive() { note(op(tensor())); }

//= goto_in_a_branch_that_goes | convert | no chip compiles the goto
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    auto status = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
#elif defined BACKEND_1684X
    auto status = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
#else
    goto end;
end:
    TORCH_CHECK(false);
#endif
}
void drive() { op(tensor()); }

//= asked_tensor_undefined | either | the only parameter may be undefined
void op(const Tensor &maybe) {
  Tensor o = tensor();
#ifdef BACKEND_1684X
    TORCH_CHECK(sgdnnBias($R, $G(o), maybe.defined() ? $G(maybe) : sgdnnUndefinedTensor(), $G(o)) == SG_SUCCESS);
#else
    TORCH_CHECK(sgdnnFill($R, $G(o), 2.f) == SG_SUCCESS);
#endif
}
void drive() { op(Tensor()); op(tensor()); }

//= asked_tensor_undefined_first | convert | an undefined tensor comes first
void op(const Tensor &maybe, Tensor &o) {
#ifdef BACKEND_1684X
    TORCH_CHECK(sgdnnBias($R, $G(o), maybe.defined() ? $G(maybe) : sgdnnUndefinedTensor(), $G(o)) == SG_SUCCESS);
#else
    TORCH_CHECK(sgdnnFill($R, $G(o), 2.f) == SG_SUCCESS);
#endif
}
void drive() { Tensor o = tensor(); op(Tensor(), o); op(tensor(), o); }

//= asked_tensor_cpu_first | convert | a tensor of the host comes first, which the library is not given
void op(const Tensor &host, Tensor &o) {
#ifdef BACKEND_1684X
    TORCH_CHECK(sgdnnFill($R, $G(o), host.numel()) == SG_SUCCESS);
#else
    TORCH_CHECK(sgdnnFill($R, $G(o), 2.f) == SG_SUCCESS);
#endif
}
void drive() { Tensor o = tensor(); op(tensor(-1), o); }

//= asked_tensor_cpu_asked | either | the first is asked where it is, and given to the library then
void op(const Tensor &t) {
    if (IS_TPU_TENSOR(t)) {
#ifdef BACKEND_1684X
    TORCH_CHECK(sgdnnFill($R, $G(t), 1.f) == SG_SUCCESS);
#else
    TORCH_CHECK(sgdnnFill($R, $G(t), 2.f) == SG_SUCCESS);
#endif
    } else {
#ifdef BACKEND_1684X
      note("host a");
#else
      note("host b");
#endif
    }
}
void drive() { op(tensor(-1)); op(tensor()); }

//= asked_tensor_second_given | convert | the second is given to the library in a call outside
void op(const Tensor &host, Tensor &o) {
  float v = host.numel();
#ifdef BACKEND_1684X
  v = 2.f;
#endif
  TORCH_CHECK(sgdnnFill($R, $G(o), v) == SG_SUCCESS);
}
void drive() { Tensor o = tensor(); op(tensor(-1), o); }

//= asked_tensor_moved | either | moved from before
void op(Tensor t) {
  Tensor u = std::move(t);
#ifdef BACKEND_1684X
    TORCH_CHECK(sgdnnFill($R, $G(u), 1.f) == SG_SUCCESS);
#else
    TORCH_CHECK(sgdnnFill($R, $G(u), 2.f) == SG_SUCCESS);
#endif
}
void drive() { op(tensor()); }

//= asked_tensor_given_where_guarded | convert | asked where it is, but both branches give it to the library
void op(const Tensor &host, const Tensor &t) {
    if (IS_TPU_TENSOR(t)) {
#ifdef BACKEND_1684X
    TORCH_CHECK(sgdnnFill($R, $G(t), 1.f) == SG_SUCCESS);
#else
    TORCH_CHECK(sgdnnFill($R, $G(t), 2.f) == SG_SUCCESS);
#endif
    } else {
      note("host");
    }
}
void drive() { op(tensor(-1), tensor(-1)); op(tensor(-1), tensor()); }

//= asked_tensor_given_by_one_chip | either | one branch gives it to the library only where it may lie there
void op(const Tensor &t) {
#ifdef BACKEND_1684X
    if (IS_TPU_TENSOR(t)) { TORCH_CHECK(sgdnnFill($R, $G(t), 1.f) == SG_SUCCESS); }
#else
    note("b");
#endif
}
void drive() { op(tensor(-1)); op(tensor()); }

//= dev_no_call_cpu | convert | no call tells where the only tensor lies
void op(const Tensor &host) {
#ifdef BACKEND_SG2260
    note("one");
#else
    note("two");
#endif
}
void drive() { op(tensor(-1)); }

//= dev_pointer_param | convert | pointer to a tensor as parameter
void op(const Tensor *a) {
#ifdef BACKEND_SG2260
    note("one");
#else
    note("two");
#endif
}
void drive() { Tensor t = tensor(); op(&t); op(nullptr); }

//= dev_bindings_hide2 | either | a structured binding hides the parameter, in second place
void op(const std::tuple<int, Tensor> &both, const Tensor &x) {
    { auto &[y, x] = both;
    note("in");
#ifdef BACKEND_SG2260
    note("one");
#else
    note("two");
#endif
    sgdnnFill($R, $G(x), 4.f);
    }
}
void drive() { op({1, Tensor(3, -1, {1})}, tensor()); }

//= dev_output_by_helper | convert | the output is made in each branch by a helper
static void make(Tensor &o, const Tensor &t) { o = empty_like(t); }
void op(Tensor &out, const Tensor &t) {
#ifdef BACKEND_SG2260
    make(out, t);
    sgdnnFill($R, $G(out), 3.f);
#else
    make(out, t);
    note("b");
    sgdnnFill($R, $G(out), 4.f);
#endif
}
void drive() { Tensor o; op(o, tensor()); }

//= dev_lambda_nocapture | either | the guard stands in a lambda that does not capture the parameter
void op(const Tensor &x) {
    auto f = [](const Tensor &y) {
#ifdef BACKEND_SG2260
    note("one");
#else
    note("two");
#endif
    };
    f(x);
    sgdnnFill($R, $G(x), 4.f);
}
void drive() { op(tensor()); }

//= dev_throws_for_undefined | convert | guard before a check
void op(const Tensor &x, bool none) {
#ifdef BACKEND_SG2260
    note("one");
#else
    note("two");
#endif
    if (none) { note("none"); return; }
    sgdnnFill($R, $G(x), 4.f);
}
void drive() { op(Tensor(), true); op(tensor(), false); }

//= load_in_library_body | either | the chip decides what is registered
struct Library { void impl(const char *n) { names.push_back(n); } std::vector<std::string> names; };
static Library library;
struct Initialise { Initialise(void (*f)(Library &)) { f(library); } };
#define TORCH_LIBRARY_IMPL(ns, key, m) static void init_##ns(Library &); static Initialise initialise_##ns(init_##ns); static void init_##ns(Library &m)
TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
#ifdef BACKEND_SG2260
    m.impl("one");
#else
    m.impl("two");
#endif
}
void drive() { note(library.names[0]); sgdnnFill($R, $G(tensor()), 1.f); }

//= load_static_local | either | a static local keeps it, through a helper
static int lanes() {
#ifdef BACKEND_SG2260
    return 8;
#else
    return 1;
#endif
}
static int twice() { return 2 * lanes(); }
void op(const Tensor &a) { static int n = twice(); sgdnnFill($R, $G(a), (float)n); }
void drive() { op(tensor()); }

//= cur_plain_helper | convert | a helper without tensors asks for the chip
static int lanes(int n) {
#ifdef BACKEND_SG2260
    return n * 8;
#else
    return n;
#endif
}
void op(const Tensor &a) { sgdnnFill($R, $G(a), (float)lanes(2)); }
void drive() { op(tensor()); }

//= cur_lambda_return | either | a lambda of a deduced type
void op(const Tensor &a) {
    auto lanes = [](int n) {
#ifdef BACKEND_SG2260
        return n / 2;
#else
        return n / 2.f;
#endif
    };
    note(std::to_string(lanes(3)));
    sgdnnFill($R, $G(a), lanes(3));
}
void drive() { op(tensor()); }

//= cur_device_behind | either | the device changes behind the guard
void op(const Tensor &a, int d) {
    float v = 0;
#ifdef BACKEND_SG2260
    v = 8;
#else
    v = 1;
#endif
    c10_tpu::TPUGuard guard(d);
    sgdnnFill($R, $G(a), v);
}
void drive() { op(tensor(1), 1); }

//= dev_check_own | either | the file has a check of its own by that name
#undef CHECK_TENSOR_IN_DEVICE
#define CHECK_TENSOR_IN_DEVICE(t) note("not checked")
void op(const Tensor &t, bool c) {
    CHECK_TENSOR_IN_DEVICE(t);
#ifdef BACKEND_SG2260
    note("one");
#else
    note("two");
#endif
    if (c) sgdnnFill($R, $G(t), 1.f);
}
void drive() { op(tensor(), true); op(Tensor(), false); }

//= per_chip_function | convert | whole helpers per chip
#if defined BACKEND_1684X
// lanes of the one
static int lanes(int n) { return n; }
#elif defined BACKEND_SG2260
// lanes of the other
static int lanes(int n)
{
    int k = 8;
    return n * k;
}
#endif
void op(const Tensor &a) { sgdnnFill($R, $G(a), (float)lanes(2)); }
void drive() { op(tensor()); }

//= per_chip_operator | convert | whole operators per chip
namespace at_ops {
#ifdef BACKEND_SG2260
Tensor &op(const Tensor &a, Tensor &out)
{
    TORCH_CHECK(sgdnnActive($R, $G(a), $G(out), ACTIVE_TANH) == SG_SUCCESS);
    return out;
}
#else
Tensor &op(const Tensor &a, Tensor &out)
{
    auto c = a.contiguous();
    auto status = sgdnnActive($R, $G(c), $G(out), ACTIVE_SQRT, false);
    TORCH_CHECK(status == SG_SUCCESS);
    return out;
}
#endif
}
void drive() { Tensor a = tensor(), b = tensor(); at_ops::op(a, b); note("x"); }

//= per_chip_load | either | called at load
#ifdef BACKEND_SG2260
static int lanes() { return 8; }
#else
static int lanes() { return 1; }
#endif
static const int LANES = lanes();
void drive() { sgdnnFill($R, $G(tensor()), (float)LANES); }

//= per_chip_goto | either | labels, statics and lambdas
#ifdef BACKEND_SG2260
static int lanes(int n) { static int k = 1; auto f = [&](int x) { return x + k++; }; if (n) goto out; return 3; out: return f(n); }
#else
static int lanes(int n) { static int k = 5; auto f = [&](int x) { return x + k++; }; if (n) goto out; return 2; out: return f(n); }
#endif
void drive() { sgdnnFill($R, $G(tensor()), (float)lanes(1) + lanes(1)); }

//= per_chip_template | either | templates, specialisations, members, constexpr
#ifdef BACKEND_SG2260
template <typename T> static T lanes(T n) { return n * 2; }
#else
template <typename T> static T lanes(T n) { return n / 2; }
#endif
#ifdef BACKEND_SG2260
static constexpr int cores() { return 2; }
#else
static constexpr int cores() { return 3; }
#endif
static int all[cores()];
void drive() { sgdnnFill($R, $G(tensor()), lanes(3.f) + sizeof(all)); }

//= per_chip_locals | either | locals, shadowed names and macros within
#ifdef BACKEND_SG2260
static int lanes(const Tensor &a) { int stream = 3; sgdnnFill($R, $G(a), 1.f); return stream; }
#else
static int lanes(const Tensor &a) { int stream = 4; { int stream = 5; note(stream); } sgdnnFill($R, $G(a), 2.f, false); return stream; }
#endif
void drive() { note(lanes(tensor())); }
