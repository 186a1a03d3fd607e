// Whether a name is what it looks like: functions, macros, types, qualified names, spelling.

//= local_function | either | a function of the file has a legacy function's name
namespace mine {
static void sgdnnFill(tpu_resource_t, SgdnnTensor_t, float v) { note("mine"); note(v); }
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }
}
void drive() { mine::op(tensor()); }

//= local_overload | either | an overload of a legacy function
static void sgdnnFill(tpu_resource_t, const Tensor &, int v) { note("mine"); note(v); }
void op(const Tensor &a)
{
    sgdnnFill($R, a, 2);
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= local_lambda | either | a lambda has a legacy function's name
void op(const Tensor &a)
{
    auto sgdnnFill = [](tpu_resource_t, SgdnnTensor_t, float v) { note("mine"); note(v); };
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= local_variable | either | a parameter has a legacy function's name
void op(const Tensor &a, std::function<void(int)> sgdnnFill) { sgdnnFill(3); }
void op2(const Tensor &a) { sgdnnAdd($R, $G(a), $G(a), $G(a)); }
void drive() { op(tensor(), [](int v) { note(v); }); op2(tensor()); }

//= member_named_alike | either | a member function has a legacy function's name
struct Op
{
    void sgdnnFill(tpu_resource_t, SgdnnTensor_t, float v) { note("mine"); note(v); }
    void run(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); this->sgdnnFill($R, $G(a), 3.f); }
};
void drive() { Op().run(tensor()); }

//= declared_again | either | the file declares the legacy function itself
tpu_status_t sgdnnFill(tpu_resource_t stream, SgdnnTensor_t out, float value, bool non_blocking);
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= macro_named_alike | either | a macro has a legacy function's name
#define sgdnnFill(h, t, v) note(v)
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= macro_renames | either | a macro makes one legacy function another one
#define sgdnnFill sgdnnFillOld
static void sgdnnFillOld(tpu_resource_t, SgdnnTensor_t, float v) { note("old"); note(v); }
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= macro_undefined_later | either | the macro is gone before the second call
#define sgdnnFill(h, t, v) note(v)
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }
#undef sgdnnFill
void op2(const Tensor &a) { sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor()); op2(tensor()); }

//= macro_in_header | either | a macro of a header of the tree has a legacy function's name
#include "trace.h"
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }
//- src/trace.h
#define sgdnnFill(...) (note("traced"), (sgdnnFill)(__VA_ARGS__))

//= function_in_header | either | a header of the tree has a legacy function's name in a namespace
#include "mine.h"
namespace mine { void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); } }
void drive() { mine::op(tensor()); }
//- src/mine.h
namespace mine { inline void sgdnnFill(tpu_resource_t, SgdnnTensor_t, float v) { note("mine"); } }

//= function_pointer | either | the call goes through a pointer
void op(const Tensor &a)
{
    auto fill = &sgdnnFill;
    fill($R, $G(a), 2.f, true);
}
void drive() { op(tensor()); }

//= function_reference | either | the function is passed on
template <typename F> static void call(F f, const Tensor &a) { f($R, $G(a), 2.f, true); }
void op(const Tensor &a) { call(sgdnnFill, a); }
void drive() { op(tensor()); }

//= function_table | either | functions in a table
static tpu_status_t (*table[])(tpu_resource_t, SgdnnTensor_t, float, bool) = {sgdnnFill};
void op(const Tensor &a) { table[0]($R, $G(a), 2.f, true); }
void drive() { op(tensor()); }

//= parenthesised | either | the function's name is in brackets
void op(const Tensor &a) { (sgdnnFill)($R, $G(a), 2.f); (*sgdnnFill)($R, $G(a), 3.f, true); }
void drive() { op(tensor()); }

//= bound | either | the call is bound for later
void op(const Tensor &a)
{
    auto later = std::bind(sgdnnFill, $R, $G(a), 2.f, true);
    c10_tpu::TPUGuard guard(1);
    later();
}
void drive() { op(tensor()); }

//= template_argument | either | the function is a template argument
template <auto F> static void call(const Tensor &a) { F($R, $G(a), 2.f, true); }
void op(const Tensor &a) { call<sgdnnFill>(a); }
void drive() { op(tensor()); }

//= using_declarations | convert | names of the device's namespace without it
using tpu::TPUGetDeviceResource;
using tpu::TPUGenerateSgdnnTensor;
void op(const Tensor &a) { sgdnnFill(TPUGetDeviceResource(), TPUGenerateSgdnnTensor(a), 2.f); }
void drive() { op(tensor()); }

//= using_namespace | convert | the device's namespace is used whole
using namespace tpu;
void op(const Tensor &a) { sgdnnFill(TPUGetDeviceResource(), TPUGenerateSgdnnTensor(a), 2.f); }
void drive() { op(tensor()); }

//= using_namespace_inside | convert | the device's namespace is used whole within another one
namespace at {
using namespace tpu;
void op(const Tensor &a) { sgdnnFill(TPUGetDeviceResource(), TPUGenerateSgdnnTensor(a), 2.f); }
}
void drive() { op(tensor()); }

//= namespace_alias | either | the device's namespace has another name
namespace dev = tpu;
void op(const Tensor &a) { sgdnnFill(dev::TPUGetDeviceResource(), dev::TPUGenerateSgdnnTensor(a), 2.f); }
void drive() { op(tensor()); }

//= other_namespace | either | another namespace has functions of these names
namespace mock {
static tpu_resource_t TPUGetDeviceResource() { note("mock"); return tpu::TPUGetDeviceResource(); }
static SgdnnTensor_t TPUGenerateSgdnnTensor(const Tensor &t) { note("mock"); return tpu::TPUGenerateSgdnnTensor(t); }
}
void op(const Tensor &a) { sgdnnFill(mock::TPUGetDeviceResource(), mock::TPUGenerateSgdnnTensor(a), 2.f); }
void drive() { op(tensor()); }

//= own_generator | either | the file has a generator of its own with the name
static SgdnnTensor_t TPUGenerateSgdnnTensor(const Tensor &t)
{
    auto r = tpu::TPUGenerateSgdnnTensor(t);
    r.dim = 1;
    return r;
}
void op(const Tensor &a) { sgdnnFill($R, TPUGenerateSgdnnTensor(a), 2.f); }
void drive() { op(tensor()); }

//= generator_pointer | either | a pointer to the generator
void op(const Tensor &a)
{
    auto make = tpu::TPUGenerateSgdnnTensor;
    sgdnnFill($R, make(a), 2.f);
}
void drive() { op(tensor()); }

//= receiver_pointer | either | a pointer to the function that gives the handle
void op(const Tensor &a)
{
    auto handle = tpu::TPUGetDeviceResource;
    sgdnnFill(handle(), $G(a), 2.f);
}
void drive() { op(tensor()); }

//= receiver_macro | either | macros for handle and tensor
#define HANDLE tpu::TPUGetDeviceResource()
#define T(x) tpu::TPUGenerateSgdnnTensor(x)
void op(const Tensor &a) { sgdnnFill(HANDLE, T(a), 2.f); }
void drive() { op(tensor()); }

//= receiver_helper | either | a helper of the file gives the handle
static tpu_resource_t here() { return $R; }
void op(const Tensor &a) { sgdnnFill(here(), $G(a), 2.f); }
void drive() { op(tensor()); }

//= receiver_expression | either | the handle is an expression
void op(const Tensor &a, bool one) { sgdnnFill(one ? $R : nullptr, $G(a), 2.f); sgdnnFill(($R), $G(a), 2.f); sgdnnFill(nullptr, $G(a), 2.f); }
void drive() { op(tensor(), true); }

//= receiver_word | either | the first argument is a variable of another kind
void op(const Tensor &a, void *where)
{
    tpu_resource_t p = static_cast<tpu_resource_t>(where);
    sgdnnFill(p, $G(a), 2.f);
}
void drive() { op(tensor(), hostile::queue(2, 2)); }

//= pasted | either | a macro pastes the function's name
#define CALL(name, ...) sgdnn##name($R, __VA_ARGS__)
void op(const Tensor &a) { CALL(Fill, $G(a), 2.f); }
void drive() { op(tensor()); }

//= pasted_whole | either | a macro pastes the name from pieces that are none
#define JOIN(a, b) a##b
void op(const Tensor &a) { JOIN(sg, dnnFill)($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= pasted_twice | either | pasting through two macros
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define LIB sg
void op(const Tensor &a) { JOIN(LIB, dnnFill)($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= pasted_operator | convert | a macro pastes the operator's own name around a call
#define IMPL(name, mode) \
    void name##_out(const Tensor &a, Tensor &out) \
    { \
        auto status = sgdnnActive($R, $G(a), $G(out), mode); \
        TORCH_CHECK(status == SG_SUCCESS); \
    }
IMPL(tanh, ACTIVE_TANH)
IMPL(sqrt, ACTIVE_SQRT)
void drive() { Tensor o = tensor(); tanh_out(tensor(), o); sqrt_out(tensor(), o); }

//= stringified | either | the call is shown as text
#define SHOW(x) (note(#x), (x))
void op(const Tensor &a) { TORCH_CHECK(SHOW(sgdnnFill($R, $G(a), 2.f)) == SG_SUCCESS); }
void drive() { op(tensor()); }

//= call_macro_argument | either | a macro evaluates a call twice
#define TWICE(x) do { (x); (x); } while (0)
void op(const Tensor &a) { TWICE(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= call_macro_ignored | either | a macro drops its argument
#define NOTHING(...)
void op(const Tensor &a) { NOTHING(sgdnnFill($R, $G(a), 2.f);) note("x"); }
void drive() { op(tensor()); }

//= macro_with_call | convert | a macro with a whole call, used twice in a scope
#define FILL(t, v) sgdnnFill($R, $G(t), v)
void op(const Tensor &a)
{
    FILL(a, 2.f);
    c10_tpu::TPUGuard guard(1);
    FILL(a, 3.f);
}
void drive() { op(tensor()); }

//= macro_captures_name | either | a macro's block declares the stream, its argument has that name
#define FILL(t, v) do { auto s_ = sgdnnFill($R, $G(t), v); TORCH_CHECK(s_ == SG_SUCCESS); } while (0)
void op(const Tensor &stream, float tpu_stream) { FILL(stream, tpu_stream); }
void drive() { op(tensor(), 3.f); }

//= macro_redefined | either | a macro with a call is defined again
#define FILL(t, v) sgdnnFill($R, $G(t), v)
void op(const Tensor &a) { FILL(a, 2.f); }
#undef FILL
#define FILL(t, v) note(v)
void op2(const Tensor &a) { FILL(a, 3.f); }
void drive() { op(tensor()); op2(tensor()); }

//= macro_takes_tensor | either | a macro takes a library tensor from outside
#define FILL(t, v) sgdnnFill($R, t, v)
void op(const Tensor &a) { FILL($G(a), 2.f); }
void drive() { op(tensor()); }

//= macro_takes_handle | either | a macro takes the handle from outside
#define FILL(h, t, v) sgdnnFill(h, $G(t), v)
void op(const Tensor &a) { FILL($R, a, 2.f); }
void drive() { op(tensor()); }

//= macro_takes_function | either | a macro takes the function's name
#define CALL(f, t, v) f($R, $G(t), v)
void op(const Tensor &a) { CALL(sgdnnFill, a, 2.f); }
void drive() { op(tensor()); }

//= macro_parameter_named_alike | either | a macro's parameter is named like a legacy function
#define CALL(sgdnnFill, t, v) sgdnnFill(t, v)
static void mine(const Tensor &, float v) { note(v); }
void op(const Tensor &a) { CALL(mine, a, 2.f); sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor()); }

//= macro_parameter_is_constant | either | a macro's parameter is named like a constant
#define ACT(ACTIVE_TANH) sgdnnActive($R, $G(a), $G(a), ACTIVE_TANH)
void op(const Tensor &a) { ACT(ACTIVE_SQRT); }
void drive() { op(tensor()); }

//= macro_object_like | convert | a macro without parameters has a call
#define RUN sgdnnFill($R, $G(a), 2.f)
void op(const Tensor &a) { RUN; }
void drive() { op(tensor()); }

//= macro_half_call | either | a macro has the first half of a call
#define BEGIN sgdnnFill(tpu::TPUGetDeviceResource(),
void op(const Tensor &a) { BEGIN $G(a), 2.f); }
void drive() { op(tensor()); }

//= macro_unbalanced | either | macros open and close the blocks
#define OPEN {
#define CLOSE }
void op(const Tensor &a, bool b)
{
    if (b) OPEN
        sgdnnFill($R, $G(a), 2.f);
    CLOSE
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor(), false); op(tensor(), true); }

//= macro_return | either | a macro of the file returns early around the call
#define RETURN_IF(x) if (x) return
void op(const Tensor &a) { RETURN_IF(sgdnnFill($R, $G(a), 2.f) != SG_SUCCESS); note("on"); }
void drive() { op(tensor()); }

//= comments_between | convert | comments and line ends between the tokens
void op(const Tensor &a)
{
    auto /* what */ status = sgdnnFill /* the call */ (
        // the handle
        tpu /**/ :: TPUGetDeviceResource // here
        ( /* nothing */ ) , tpu::
            TPUGenerateSgdnnTensor /* a */ ( a ) , /* value */ 2.f // last
        ) ; TORCH_CHECK ( status /* is */ == SG_SUCCESS ) ;
}
void drive() { op(tensor()); }

//= spliced_names | either | line continuations inside the names
void op(const Tensor &a)
{
    sgdnn\
Fill(tpu::TPUGetDevice\
Resource(), tpu::TPUGenerate\
SgdnnTensor(a), 2.f);
}
void drive() { op(tensor()); }

//= spliced_generator | either | a line continuation inside one name of a call
void op(const Tensor &a)
{
    sgdnnFill($R, tpu::TPUGenerate\
SgdnnTensor(a), 2.f);
}
void drive() { op(tensor()); }

//= spliced_comment | convert | a line comment that goes on, with a call in it
void op(const Tensor &a)
{
    // the next line is a comment \
    sgdnnFill($R, $G(a), 9.f);
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= digraphs | either | digraphs for brackets
void op(const Tensor &a)
<%
    sgdnnFill($R, $G(a), 2.f);
    int x<:1:> = <%4%>;
    note(x[0]);
%>
void drive() { op(tensor()); }

//= raw_strings | convert | a raw string with a call in it
void op(const Tensor &a)
{
    note(R"x(sgdnnFill(tpu::TPUGetDeviceResource(), ")x");
    sgdnnFill($R, $G(a), 2.f);
    note("sgdnnFill(\"");
}
void drive() { op(tensor()); }

//= universal_name | either | a universal character name in an identifier
void op(const Tensor &a) { float \u00e4 = 2.f; sgdnnFill($R, $G(a), \u00e4); }
void drive() { op(tensor()); }

//= nested_call | either | a call within the arguments of a call
void op(const Tensor &a) { sgdnnFill($R, $G(a), sgdnnFill($R, $G(a), 2.f) == SG_SUCCESS ? 1.f : 0.f); }
void drive() { op(tensor()); }

//= helper_with_tensor | convert | a helper of the file takes library tensors
static tpu_status_t fill(tpu_resource_t handle, SgdnnTensor_t t) { return sgdnnFill(handle, t, 2.f); }
void op(const Tensor &a) { TORCH_CHECK(fill($R, $G(a)) == SG_SUCCESS); }
void drive() { op(tensor()); }

//= helper_in_header | either | a helper of a header of the tree takes library tensors
#include "helper.h"
void op(const Tensor &a) { TORCH_CHECK(fill($R, $G(a)) == SG_SUCCESS); }
void drive() { op(tensor()); }
//- src/helper.h
inline tpu_status_t fill(tpu_resource_t handle, SgdnnTensor_t t) { return sgdnnFill(handle, t, 2.f); }

//= exported_helper | either | a helper that another file uses returns a status and takes a tensor
tpu_status_t fill_everywhere(SgdnnTensor_t t) { return sgdnnFill($R, t, 2.f); }
void drive() { TORCH_CHECK(fill_everywhere($G(tensor())) == SG_SUCCESS); }

//= typedef_alias | either | the tensor's type has another name
using Lib = SgdnnTensor_t;
typedef tpu_status_t Status;
void op(const Tensor &a)
{
    Lib t = $G(a);
    Status s = sgdnnFill($R, t, 2.f);
    TORCH_CHECK(s == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= local_type | either | a type of the file has a legacy type's name
namespace mine {
struct SgdnnTensor_t { int v; };
void op(const Tensor &a)
{
    SgdnnTensor_t t{4};
    note(t.v);
    sgdnnFill($R, $G(a), 2.f);
}
}
void drive() { mine::op(tensor()); }

//= constants_as_numbers | either | enumerators as numbers, indices and in order
void op(const Tensor &a)
{
    int names[] = {10, 11, 12, 13, 14, 15};
    note(names[ACTIVE_SQRT]);
    note(ACTIVE_TANH);
    note(ACTIVE_TANH + 1);
    note(SGDNN_DTYPE_FP32 > SGDNN_DTYPE_INT32);
    sgdnnActive($R, $G(a), $G(a), ACTIVE_TANH);
}
void drive() { op(tensor()); }

//= constants_in_variables | either | enumerators in variables
void op(const Tensor &a, bool root)
{
    int mode = ACTIVE_TANH;
    sg_active_type_t other = root ? ACTIVE_SQRT : ACTIVE_TANH;
    auto third = ACTIVE_SQRT;
    note(mode);
    note(third);
    sgdnnActive($R, $G(a), $G(a), other);
}
void drive() { op(tensor(), true); op(tensor(), false); }

//= constants_in_switch | either | enumerators as labels
static sg_active_type_t pick(int i)
{
    switch (i)
    {
    case 3: return ACTIVE_TANH;
    default: return ACTIVE_SQRT;
    }
}
void op(const Tensor &a, int i)
{
    const auto mode = pick(i);
    switch (mode)
    {
    case ACTIVE_TANH: note("tanh"); break;
    case ACTIVE_SQRT: note("sqrt"); break;
    }
    sgdnnActive($R, $G(a), $G(a), mode);
}
void drive() { op(tensor(), 3); op(tensor(), 4); }

//= constants_cast | either | a number becomes an enumerator
void op(const Tensor &a, int i) { sgdnnActive($R, $G(a), $G(a), static_cast<sg_active_type_t>(i)); sgdnnActive($R, $G(a), $G(a), (sg_active_type_t)3); }
void drive() { op(tensor(), 4); }

//= constants_shadowed | either | a local enumerator has the constant's name
namespace mine {
enum Mine { ACTIVE_TANH = 70 };
void op(const Tensor &a)
{
    note(ACTIVE_TANH);
    sgdnnFill($R, $G(a), 2.f);
}
}
void drive() { mine::op(tensor()); }

//= dtype_call | convert | the data type comes from a function
void op(const Tensor &a, Tensor &out) { sgdnnCast($R, $G(a), tpu::TPUConvertDType(a.dtype()), $G(out)); }
void drive() { Tensor o = tensor(); op(tensor(), o); }

//= dtype_in_switch | either | the data type as a number
void op(const Tensor &a)
{
    auto type = tpu::TPUConvertDType(a.dtype());
    note((int)type);
    if (type == 9)
        note("float");
    sgdnnCast($R, $G(a), type, $G(a));
}
void drive() { op(tensor()); }

//= unified_name_taken | either | the file has a function with the unified name
static void tpudnnFillAsync(...) { note("mine"); }
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); tpudnnFillAsync(1); }
void drive() { op(tensor()); }

//= c10_tpu_shadowed | either | a namespace of the file hides the device's
namespace ops { namespace c10_tpu { inline int getCurrentTPUStream() { note("mine"); return 0; } }
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); } }
void drive() { ops::op(tensor()); }

//= attribute | convert | attributes on statement and variable
void op(const Tensor &a)
{
    [[maybe_unused]] auto status = sgdnnFill($R, $G(a), 2.f);
    const auto other = sgdnnFill($R, $G(a), 3.f);
    TORCH_CHECK(other == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= two_on_a_line | convert | two functions and two calls on one line
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); sgdnnFill($R, $G(a), 3.f); } void op2(const Tensor &a) { op(a); sgdnnFill($R, $G(a), 4.f); }
void drive() { op2(tensor()); }

//= deep_argument | convert | a long expression as an argument
void op(const Tensor &a) { sgdnnFill($R, $G(a), ((((1.f + (2.f * (3.f)))))) ); }
void drive() { op(tensor()); }

//= template_comma | either | a template argument list with a comma in an argument
template <typename A, typename B> static float pick(A a, B) { return a; }
void op(const Tensor &a) { sgdnnFill($R, $G(a), pick<float, int>(2.f, 3)); }
void drive() { op(tensor()); }

//= lambda_argument | convert | a lambda within an argument
void op(const Tensor &a) { sgdnnFill($R, $G(a), [&] { note("value"); return 2.f; }()); }
void drive() { op(tensor()); }

//= function_object | either | an object of the file is called like a legacy function
struct Filler { void operator()(tpu_resource_t, SgdnnTensor_t, float v) const { note("mine"); note(v); } };
void op(const Tensor &a)
{
    Filler sgdnnFill;
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= function_object_braced | either | an object with a legacy function's name is made by a braced list
struct Filler { int add; void operator()(tpu_resource_t, SgdnnTensor_t, float v) const { note("mine"); note(v + add); } };
void op(const Tensor &a)
{
    const Filler sgdnnFill{4};
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= function_object_bound | either | a structured binding has a legacy function's name
struct Filler { void operator()(tpu_resource_t, SgdnnTensor_t, float v) const { note("mine"); note(v); } };
struct Both { Filler first; int second; };
void op(const Tensor &a)
{
    auto [sgdnnFill, other] = Both{{}, 3};
    sgdnnFill($R, $G(a), 2.f + other);
}
void drive() { op(tensor()); }

//= function_object_in_loop | either | the variable of a range for has a legacy function's name
struct Filler { void operator()(tpu_resource_t, SgdnnTensor_t, float v) const { note("mine"); note(v); } };
void op(const Tensor &a)
{
    Filler all[2];
    for (auto &sgdnnFill : all)
        sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= function_object_captured | either | a lambda's capture has a legacy function's name
struct Filler { void operator()(tpu_resource_t, SgdnnTensor_t, float v) const { note("mine"); note(v); } };
void op(const Tensor &a)
{
    Filler filler;
    [sgdnnFill = filler, &a]() { sgdnnFill($R, $G(a), 2.f); }();
}
void drive() { op(tensor()); }

//= function_object_member | either | a data member has a legacy function's name and is called in a method
struct Filler { void operator()(tpu_resource_t, SgdnnTensor_t, float v) const { note("mine"); note(v); } };
struct Op
{
    Filler sgdnnFill;
    void run(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }
};
void drive() { Op().run(tensor()); }

//= function_object_pointer | either | a pointer to a function has a legacy function's name
static void mine(tpu_resource_t, SgdnnTensor_t, float v) { note("mine"); note(v); }
void op(const Tensor &a)
{
    void (*sgdnnFill)(tpu_resource_t, SgdnnTensor_t, float) = mine;
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= method_of_base | either | the method of a base class in a header has a legacy function's name
#include "base.h"
struct Op : Base
{
    void run(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }
};
void drive() { Op().run(tensor()); }
//- src/base.h
#pragma once
struct Base { void sgdnnFill(tpu_resource_t, SgdnnTensor_t, float v) { note("mine"); note(v); } };

//= object_in_header | either | an object in a header has a legacy function's name
#include "base.h"
void op(const Tensor &a)
{
    using namespace objects;
    objects::sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }
//- src/base.h
#pragma once
namespace objects {
struct Filler { template <class H, class T> void operator()(H, T, float v) const { note("mine"); note(v); } };
static const Filler sgdnnFill{};
}

//= object_in_header_found | either | an object in a header's namespace hides a legacy function of the same name
#include "base.h"
namespace objects {
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }
}
void drive() { objects::op(tensor()); }
//- src/base.h
#pragma once
namespace objects {
struct Filler { template <class H, class T> void operator()(H, T, float v) const { note("mine"); note(v); } };
static const Filler sgdnnFill{};
}

//= member_of_base_object | either | a data member of a base class in a header has a legacy function's name
#include "base.h"
struct Op : Base
{
    void run(const Tensor &a) { sgdnnFill($R, $G(a), 2.f); }
};
void drive() { Op().run(tensor()); }
//- src/base.h
#pragma once
struct Filler { template <class H, class T> void operator()(H, T, float v) const { note("mine"); note(v); } };
struct Base { Filler sgdnnFill; };

//= overload_in_header | either | a header of the tree has a better overload of a legacy function
#include "base.h"
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2); }
void drive() { op(tensor()); }
//- src/base.h
#pragma once
static inline void sgdnnFill(tpu_resource_t, SgdnnTensor_t, int v) { note("mine"); note(v); }

//= method_of_receiver | either | a method has the name of the function that gives the handle
struct Op
{
    tpu_resource_t TPUGetDeviceResource() { note("mine"); return tpu::TPUGetDeviceResource(); }
    void run(const Tensor &a) { sgdnnFill(TPUGetDeviceResource(), $G(a), 2.f); }
};
void drive() { Op().run(tensor()); }

//= generator_of_base | either | a base class in a header has a generator of its own
#include "base.h"
using namespace tpu;
struct Op : Base
{
    void run(const Tensor &a) { note(TPUGenerateSgdnnTensor(a)); sgdnnFill($R, $G(a), 2.f); }
};
void drive() { Op().run(tensor()); }
//- src/base.h
#pragma once
struct Base
{
    template <class T> int TPUGenerateSgdnnTensor(const T &) { note("mine"); return 1; }
};

//= status_shadowed | either | an inner variable has the name of the status of an outer call
void op(const Tensor &a, int n)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    {
        int status = n;
        note(status == 0);
        note(status);
    }
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor(), 3); }

//= tensor_shadowed | either | an inner variable has the name of an outer library tensor
struct Box { int dim; unsigned long long addr; };
void op(const Tensor &a)
{
    auto t = $G(a);
    {
        Box t{3, 4};
        note(t.dim); note((int)t.addr);
    }
    sgdnnFill($R, t, 2.f);
}
void drive() { op(tensor()); }

//= handle_shadowed | either | an inner variable has the name of an outer handle
void op(const Tensor &a, int n)
{
    auto handle = $R;
    {
        int handle = n;
        note(handle);
    }
    sgdnnFill(handle, $G(a), 2.f);
}
void drive() { op(tensor(), 5); }

//= enumerator_of_class | either | a class has an enumerator with a constant's name
struct Mine
{
    enum Kind { ACTIVE_TANH = 70, Other };
    void run(const Tensor &a) { note(ACTIVE_TANH); sgdnnFill($R, $G(a), 2.f); }
};
void drive() { Mine().run(tensor()); }

//= enumerator_of_base | either | a base class in a header has an enumerator with a constant's name
#include "base.h"
struct Op : Base
{
    void run(const Tensor &a) { note(ACTIVE_TANH); sgdnnFill($R, $G(a), 2.f); }
};
void drive() { Op().run(tensor()); }
//- src/base.h
#pragma once
struct Base { enum Kind { ACTIVE_TANH = 70, Other }; };

//= constant_hidden_by_header | either | a header has a variable with a constant's name in the namespace of the operator
#include "base.h"
namespace mine {
void op(const Tensor &a) { note(ACTIVE_TANH); sgdnnFill($R, $G(a), 2.f); }
}
void drive() { mine::op(tensor()); }
//- src/base.h
#pragma once
namespace mine { static const int ACTIVE_TANH = 70; }

//= template_parameter_named_alike | either | a template's parameter has a legacy type's name
template <class SgdnnTensor_t> int size_of(const SgdnnTensor_t &t) { return (int)sizeof(t); }
void op(const Tensor &a) { note(size_of(short(1))); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= switch_label_number | either | a number as a label
void op(const Tensor &a, Tensor &o) { auto d = tpu::TPUConvertDType(a.scalar_type()); switch (d) { case 9: note("f"); break; default: note("o"); } TORCH_CHECK(sgdnnCast($R, $G(a), d, $G(o)) == SG_SUCCESS); }
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }

//= switch_label_const | either | a constant as a label
constexpr int kF = 9;
void op(const Tensor &a, Tensor &o) { auto d = tpu::TPUConvertDType(a.scalar_type()); switch (d) { case SGDNN_DTYPE_FP16: break; case kF: note("f"); break; default: note("o"); } TORCH_CHECK(sgdnnCast($R, $G(a), d, $G(o)) == SG_SUCCESS); }
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }

//= switch_label_macro | either | a label in a macro
#define FLOAT_CASE case 9
void op(const Tensor &a, Tensor &o) { auto d = tpu::TPUConvertDType(a.scalar_type()); switch (d) { FLOAT_CASE: note("f"); break; default: note("o"); } TORCH_CHECK(sgdnnCast($R, $G(a), d, $G(o)) == SG_SUCCESS); }
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }

//= switch_label_param | either | a parameter
static void say(SgdnnDataType_t d) { switch (d) { case 9: note("f"); break; case SGDNN_DTYPE_INT32: note("i"); default: note("o"); } }
void op(const Tensor &a, Tensor &o) { say(tpu::TPUConvertDType(a.scalar_type())); TORCH_CHECK(sgdnnFill($R, $G(o), 1.f) == SG_SUCCESS); }
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }

//= switch_label_direct | convert | the converting function itself
void op(const Tensor &a, Tensor &o) { switch (tpu::TPUConvertDType(a.scalar_type())) { case SGDNN_DTYPE_FP32: note("f"); break; case SGDNN_DTYPE_FP16: case SGDNN_DTYPE_INT32: { note("i"); break; } default: note("o"); } TORCH_CHECK(sgdnnFill($R, $G(o), 1.f) == SG_SUCCESS); }
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); op(a.to(kInt), o); }

//= switch_label_direct_number | either | the converting function itself, a number
void op(const Tensor &a, Tensor &o) { switch (tpu::TPUConvertDType(a.scalar_type())) { case SGDNN_DTYPE_FP16: note("f"); break; case 9: note("i"); } TORCH_CHECK(sgdnnFill($R, $G(o), 1.f) == SG_SUCCESS); }
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); op(a.to(kInt), o); }

//= switch_label_nested | convert | a switch of numbers within
void op(const Tensor &a, Tensor &o) { auto d = tpu::TPUConvertDType(a.scalar_type()); switch (d) { case SGDNN_DTYPE_FP32: switch (a.dim()) { case 2: note("two"); break; default: note("more"); } break; default: note("o"); } TORCH_CHECK(sgdnnCast($R, $G(a), d, $G(o)) == SG_SUCCESS); }
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }

//= converted_before | convert | a file whose calls and enumerators are converted already, in parts
void done(const Tensor &a, Tensor &o)
{
    auto stream = c10_tpu::getCurrentTPUStream();
#ifdef SG_SIDE_UNIFIED
    auto d = tpu::TPUConvertDType(a.scalar_type());
    if (d != TPUDNN_DTYPE_FP32) { d = TPUDNN_DTYPE_FP16; }
    switch (d) { case TPUDNN_DTYPE_FP32: note("f"); break; default: note("o"); }
    TORCH_CHECK(tpudnnCastAsync(stream, tpu::TPUGenerateTpudnnTensor(stream, a), d, tpu::TPUGenerateTpudnnTensor(stream, o)) == TPUDNN_STATUS_SUCCESS);
    TORCH_CHECK(tpudnnCastAsync(stream, tpu::TPUGenerateTpudnnTensor(stream, a), tpu::TPUConvertDType(a.dtype()), tpu::TPUGenerateTpudnnTensor(stream, o)) == TPUDNN_STATUS_SUCCESS);
#endif
}
void op(const Tensor &a, Tensor &o) { TORCH_CHECK(sgdnnCast($R, $G(a), tpu::TPUConvertDType(a.dtype()), $G(o)) == SG_SUCCESS); }
void drive() { Tensor a = tensor(), o = tensor(); done(a, o); op(a, o); }

//= enumerator_as_number | either | an enumerator, or a variable of its type, for a parameter that is a number
void a1(const Tensor &a, Tensor &o) { TORCH_CHECK(sgdnnReduce($R, $G(a), ACTIVE_TANH, $G(o)) == SG_SUCCESS); }
void drive() { Tensor a = tensor(), o = tensor(); a1(a, o); }

//= enumerator_variable_as_number | either | a variable of its type
void op(const Tensor &a, Tensor &o) { sg_active_type_t m = ACTIVE_TANH; TORCH_CHECK(sgdnnReduce($R, $G(a), m, $G(o)) == SG_SUCCESS); }
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }

//= data_type_as_number | either | what a data type is converted to, for a factor
void op(const Tensor &a) { TORCH_CHECK(sgdnnFill($R, $G(a), tpu::TPUConvertDType(a.dtype())) == SG_SUCCESS); }
void drive() { op(tensor()); }

//= enumerator_as_number_in_macro | either | a macro passes it on
#define RED(m) TORCH_CHECK(sgdnnReduce($R, $G(a), m, $G(o)) == SG_SUCCESS)
void op(const Tensor &a, Tensor &o) { RED(ACTIVE_TANH); }
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }
