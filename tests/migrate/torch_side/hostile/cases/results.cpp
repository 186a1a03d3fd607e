// What methods, choices and comparisons make of a status, a tensor or an enumerator.

//= member_returns | either | member function returns a status
struct Op { tpu_status_t run(const Tensor &a) const { return sgdnnFill($R, $G(a), 1.f); } };
void drive() { TORCH_CHECK(Op().run(tensor()) == SG_SUCCESS); }

//= member_returns_num | either | member function returns a status; caller prints
struct Op { tpu_status_t run(const Tensor &a) const { return sgdnnFill($R, $G(a), 1.f); } };
void drive() { note(Op().run(tensor())); }

//= enum_member_num | either | a method gives an enumerator, and its number is shown
struct M { SgdnnDataType_t type() const { return SGDNN_DTYPE_FP16; } };
void op(const Tensor &a) { note(M().type()); sgdnnFill($R, $G(a), 1.f); }
void drive() { op(tensor()); }

//= method_ok | convert | a method gives the status, compared
struct Op { tpu_status_t run(const Tensor &a) const { return sgdnnFill($R, $G(a), 1.f); } };
void drive() { Op o; TORCH_CHECK(o.run(tensor()) == SG_SUCCESS); o.run(tensor()); auto s = o.run(tensor()); if (s != SG_SUCCESS) note("b"); }

//= method_on_member | either | a member's method gives the status
struct Inner { tpu_status_t run(const Tensor &a) const { return sgdnnFill($R, $G(a), 1.f); } };
struct Outer { Inner in; void go(const Tensor &a) { if (in.run(a) != SG_SUCCESS) note("bad"); note((int)in.run(a)); } };
void drive() { Outer().go(tensor()); }

//= operator_call_status | either | call operator gives the status
struct Op { tpu_status_t operator()(const Tensor &a) const { return sgdnnFill($R, $G(a), 1.f); } };
void drive() { Op o; note((int)o(tensor())); }

//= static_method_status | either | static method gives the status
struct Op { static tpu_status_t run(const Tensor &a) { return sgdnnFill($R, $G(a), 1.f); } };
void drive() { note((int)Op::run(tensor())); }

//= conversion_status | either | conversion operator gives the status
struct Op { const Tensor &a; operator tpu_status_t() const { return sgdnnFill($R, $G(a), 1.f); } };
void drive() { auto t = tensor(); note((int)(tpu_status_t)Op{t}); }

//= auto_ptr | either | pointer to the status variable
void op(const Tensor &a) { auto status = sgdnnFill($R, $G(a), 1.f); int *p = (int *)&status; note(*p); }
void drive() { op(tensor()); }

//= greater_status | either | a comparison by order that looks like a declaration
void op(const Tensor &a) { auto status = sgdnnFill($R, $G(a), 1.f); if (3 > status) note("less"); bool b = 3 > status; note(b); }
void drive() { op(tensor()); }

//= bitand_status | either | bits
void op(const Tensor &a) { int mask = 4; auto status = sgdnnFill($R, $G(a), 1.f); mask = mask & status; note(mask); }
void drive() { op(tensor()); }

//= addr_status | either | address
static void see(const tpu_status_t *s) { note((int)*s); }
void op(const Tensor &a) { auto status = sgdnnFill($R, $G(a), 1.f); see(&status); }
void drive() { op(tensor()); }

//= addr_status_assign | either | address assigned
void op(const Tensor &a) { auto status = sgdnnFill($R, $G(a), 1.f); const void *p; p = &status; note(*(const int *)p); }
void drive() { op(tensor()); }

//= addr_dtype | either | address of an enumerator variable
void op(const Tensor &a) { auto d = SGDNN_DTYPE_FP16; int *p = (int *)&d; note(*p); sgdnnCast($R, $G(a), d, $G(a)); }
void drive() { op(tensor()); }

//= addr_tensor | either | address of a tensor
void op(const Tensor &a) { auto t = $G(a); int *p; p = (int *)&t; note(p[9]); sgdnnFill($R, t, 1.f); }
void drive() { op(tensor()); }

//= ref_status | either | reference to the status
void op(const Tensor &a) { auto status = sgdnnFill($R, $G(a), 1.f); const auto &s = status; note((int)s); }
void drive() { op(tensor()); }

//= ref_dtype | either | reference to the data type
void op(const Tensor &a) { auto d = SGDNN_DTYPE_FP16; const auto &s = d; note((int)s); sgdnnCast($R, $G(a), d, $G(a)); }
void drive() { op(tensor()); }

//= ref_tensor | either | reference to a tensor shows the address
void op(const Tensor &a) { auto t = $G(a); const auto &s = t; note((int)s.dtype); sgdnnFill($R, t, 1.f); }
void drive() { op(tensor()); }

//= copy_tensor_auto | either | copy shows the dtype
void op(const Tensor &a) { auto t = $G(a); auto s = t; note((int)s.dtype); sgdnnFill($R, t, 1.f); }
void drive() { op(tensor()); }

//= assign_in_cond | convert | assigned in condition
void op(const Tensor &a) { tpu_status_t status; if ((status = sgdnnFill($R, $G(a), 1.f)) != SG_SUCCESS) throw c10::Error("x"); if (SG_SUCCESS != (status = sgdnnFill($R, $G(a), 2.f))) note("bad"); }
void drive() { op(tensor()); }

//= assign_in_cond_yoda | either | assigned in condition without compare
void op(const Tensor &a) { tpu_status_t status; if ((status = sgdnnFill($R, $G(a), 1.f))) throw c10::Error("x"); }
void drive() { op(tensor()); }

//= keep_going | either | ternary chain
void op(const Tensor &a) { auto status = sgdnnFill($R, $G(a), 1.f); status = status == SG_SUCCESS ? sgdnnFill($R, $G(a), 2.f) : status; TORCH_CHECK(status == SG_SUCCESS); }
void drive() { op(tensor()); }

//= tie | either | tie
void op(const Tensor &a) { tpu_status_t s; int n; std::tie(s, n) = std::make_pair(sgdnnFill($R, $G(a), 1.f), 3); TORCH_CHECK(s == SG_SUCCESS); note(n); }
void drive() { op(tensor()); }

//= throw_number | either | thrown with number
void op(const Tensor &a) { auto status = sgdnnFill($R, $G(a), 1.f); if (status != SG_SUCCESS) { note(std::to_string(status)); throw c10::Error("x"); } }
void drive() { op(tensor()); }

//= return_ternary | either | two calls by ternary returned
static tpu_status_t f(const Tensor &a, bool b) { return b ? sgdnnFill($R, $G(a), 1.f) : sgdnnFill($R, $G(a), 2.f); }
void drive() { TORCH_CHECK(f(tensor(), true) == SG_SUCCESS); TORCH_CHECK(f(tensor(), false) == SG_SUCCESS); }

//= return_ternary_const | either | call or success
static tpu_status_t f(const Tensor &a, bool b) { return b ? sgdnnFill($R, $G(a), 1.f) : SG_SUCCESS; }
void drive() { TORCH_CHECK(f(tensor(), true) == SG_SUCCESS); TORCH_CHECK(f(tensor(), false) == SG_SUCCESS); }

//= status_ternary | either | ternary into status
void op(const Tensor &a, bool b) { auto status = b ? sgdnnFill($R, $G(a), 1.f) : sgdnnFill($R, $G(a), 2.f); TORCH_CHECK(status == SG_SUCCESS); }
void drive() { op(tensor(), true); op(tensor(), false); }

//= status_in_braces | convert | call in braces only
void op(const Tensor &a, bool b) { tpu_status_t status = SG_SUCCESS; if (b) { status = sgdnnFill($R, $G(a), 1.f); } else { status = sgdnnFill($R, $G(a), 2.f); } TORCH_CHECK(status == SG_SUCCESS); }
void drive() { op(tensor(), true); op(tensor(), false); }

//= ctor_init | either | in a member initialiser
struct Ops { tpu_status_t s; Ops(const Tensor &a) : s(sgdnnFill($R, $G(a), 1.f)) {} };
void drive() { note(Ops(tensor()).s); }

//= ctor_init_cmp | either | in a member initialiser, compared
struct Ops { bool s; Ops(const Tensor &a) : s(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS) {} };
void drive() { note(Ops(tensor()).s); }

//= fold_and | either | fold over packs compared
template <class... T> bool op(const T &...t) { return ((sgdnnFill($R, $G(t), 1.f) == SG_SUCCESS) && ...); }
void drive() { note(op(tensor(), tensor())); }

//= fwd_declared | convert | helper declared before and defined behind
static tpu_status_t f(const Tensor &a);
void op(const Tensor &a) { TORCH_CHECK(f(a) == SG_SUCCESS); }
static tpu_status_t f(const Tensor &a) { return sgdnnFill($R, $G(a), 1.f); }
void drive() { op(tensor()); }

//= fwd_params | convert | helper with library parameters declared before
static tpu_status_t f(tpu_resource_t h, SgdnnTensor_t t, sg_active_type_t m);
static SgdnnTensor_t make(const Tensor &a);
void op(const Tensor &a) { TORCH_CHECK(f($R, make(a), ACTIVE_TANH) == SG_SUCCESS); }
static SgdnnTensor_t make(const Tensor &a) { return $G(a); }
static tpu_status_t f(tpu_resource_t h, SgdnnTensor_t t, sg_active_type_t m) { return sgdnnActive(h, t, t, m); }
void drive() { op(tensor()); }

//= fwd_elsewhere | either | declared here, defined in another file
tpu_status_t f(tpu_resource_t h, SgdnnTensor_t t);
void op(const Tensor &a) { TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS); if (!a.defined()) f($R, $G(a)); }
tpu_status_t f2(tpu_resource_t h, SgdnnTensor_t t);
void drive() { op(tensor()); }

//= fwd_overload | either | declared with other parameters than defined
static tpu_status_t f(const Tensor &a, int n);
static tpu_status_t f(const Tensor &a) { return sgdnnFill($R, $G(a), 1.f); }
void op(const Tensor &a) { TORCH_CHECK(f(a) == SG_SUCCESS); note((int)f(a, 3)); }
static tpu_status_t f(const Tensor &a, int n) { return sgdnnFill($R, $G(a), n); }
void drive() { op(tensor()); }

//= ternary_mixed | either | a failure of its own in the ternary
static tpu_status_t f(const Tensor &a, bool b) { return b ? sgdnnFill($R, $G(a), 1.f) : SG_FAILURE; }
void drive() { TORCH_CHECK(f(tensor(), true) == SG_SUCCESS); }

//= ternary_cond | either | the call is the condition
static tpu_status_t f(const Tensor &a) { return sgdnnFill($R, $G(a), 1.f) ? SG_FAILURE : SG_SUCCESS; }
void drive() { TORCH_CHECK(f(tensor()) == SG_SUCCESS); }

//= ternary_cond_cmp | either | the compared call is the condition
static tpu_status_t f(const Tensor &a) { return sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS ? sgdnnFill($R, $G(a), 2.f) : SG_SUCCESS; }
void drive() { TORCH_CHECK(f(tensor()) == SG_SUCCESS); }

//= ternary_int | either | into an int
void op(const Tensor &a, bool b) { int s = b ? sgdnnFill($R, $G(a), 1.f) : sgdnnFill($R, $G(a), 2.f); note(s); }
void drive() { op(tensor(), true); }

//= ternary_auto_mixed | either | auto of a call and a number
void op(const Tensor &a, bool b) { auto s = b ? sgdnnFill($R, $G(a), 1.f) : 0; note(s); }
void drive() { op(tensor(), true); }

//= ternary_wait | either | one branch waits
void op(const Tensor &a, bool b) { auto s = b ? sgdnnFill($R, $G(a), 1.f, false) : sgdnnFill($R, $G(a), 2.f); TORCH_CHECK(s == SG_SUCCESS); note("x"); }
void drive() { op(tensor(), true); op(tensor(), false); }

//= assign_chain | either | chain of assignments
void op(const Tensor &a) { tpu_status_t s, t; s = t = sgdnnFill($R, $G(a), 1.f); note(s == SG_SUCCESS); note((int)t); }
void drive() { op(tensor()); }

//= assign_cond_int | either | assigned to an int in a condition
void op(const Tensor &a) { int s; if ((s = sgdnnFill($R, $G(a), 1.f)) != SG_SUCCESS) note(s); }
void drive() { op(tensor()); }

//= assign_cond_while | convert | assigned in a while
void op(const Tensor &a) { tpu_status_t s; int n = 0; while ((s = sgdnnFill($R, $G(a), 1.f)) == SG_SUCCESS && n < 2) ++n; note(n); }
void drive() { op(tensor()); }

//= auto_in_condition | either | comparison precedence
void op(const Tensor &a) { int s; if (s = sgdnnFill($R, $G(a), 1.f) != SG_SUCCESS) note(s); note(s); }
void drive() { op(tensor()); }

//= auto_two | convert | two in one declaration
void op(const Tensor &a, const Tensor &b) { auto t = $G(a), u = $G(b); sgdnnAdd($R, t, u, t); }
void drive() { op(tensor(), tensor()); }

//= dtype_copied | either | dtype field copied to another tensor
void op(const Tensor &a, const Tensor &b) { auto t = $G(a), u = $G(b); u.dtype = t.dtype; sgdnnAdd($R, t, u, t); }
void drive() { op(tensor(), tensor()); }

//= dtype_field_compared | either | dtype fields compared
void op(const Tensor &a, const Tensor &b) { auto t = $G(a), u = $G(b); TORCH_CHECK(t.dtype == u.dtype); sgdnnAdd($R, t, u, t); }
void drive() { op(tensor(), tensor()); }

//= dtype_ternary_num | either | dtype field chosen
void op(const Tensor &a, bool b) { auto t = $G(a); int d = b ? t.dtype : 0; note(d); sgdnnFill($R, t, 1.f); }
void drive() { op(tensor(), true); }

//= self_other | either | a number given the status in a choice
void op(const Tensor &a, bool b) { auto status = sgdnnFill($R, $G(a), 1.f); int code = 3; code = b ? status : code; note(code); }
void drive() { op(tensor(), true); }

//= header_inline | either | a header's inline function gets a library tensor
#include "m.h"
void op(const Tensor &a) { auto t = $G(a); note(dims(t)); sgdnnFill($R, t, 1.f); }
void drive() { op(tensor()); }
//- src/m.h
template <class T> int dims(const T &t) { return (int)t.dtype; }

//= lambda_param_tensor | either | generic lambda's parameter is a library tensor
void op(const Tensor &a) { auto show = [](const auto &t) { note((int)t.dtype); }; auto t = $G(a); show(t); sgdnnFill($R, t, 1.f); }
void drive() { op(tensor()); }

//= structured_status | either | structured binding
void op(const Tensor &a) { auto [s, n] = std::make_pair(sgdnnFill($R, $G(a), 1.f), 3); note((int)s + n); }
void drive() { op(tensor()); }

//= aggregate_status | either | aggregate
struct R { tpu_status_t s; int n; };
void op(const Tensor &a) { R r{sgdnnFill($R, $G(a), 1.f), 3}; note((int)r.s); }
void drive() { op(tensor()); }

//= printf_status | either | printf
void op(const Tensor &a) { auto s = sgdnnFill($R, $G(a), 1.f); char b[9]; snprintf(b, 9, "%d", s); note(std::string(b)); }
void drive() { op(tensor()); }

//= status_captured_init | either | init capture
void op(const Tensor &a) { auto f = [s = sgdnnFill($R, $G(a), 1.f)] { note((int)s); }; f(); }
void drive() { op(tensor()); }

//= init_statement_switch | either | switch with an initialiser
void op(const Tensor &a) { switch (auto s = sgdnnFill($R, $G(a), 1.f); s == SG_SUCCESS) { case true: note("ok"); break; default: note("bad"); } }
void drive() { op(tensor()); }

//= static_fn_ns | either | helper in an unnamed namespace with the name of another in a named one
namespace a { static tpu_status_t run(const Tensor &t) { return sgdnnFill($R, $G(t), 1.f); } }
namespace b { static int run(const Tensor &t) { return 5; } }
void drive() { note((int)b::run(tensor())); TORCH_CHECK(a::run(tensor()) == SG_SUCCESS); }

//= method_of_other | either | a method of another class has the name of a helper that gives a status
static tpu_status_t run(const Tensor &t) { return sgdnnFill($R, $G(t), 1.f); }
struct Other { int run(const Tensor &) const { return 5; } };
void drive() { note(Other().run(tensor())); TORCH_CHECK(run(tensor()) == SG_SUCCESS); }

//= method_of_torch | convert | PyTorch's method has the name of a method of the file
struct M { SgdnnDataType_t dtype(const Tensor &t) const { return tpu::TPUConvertDType(t.scalar_type()); } };
void op(const Tensor &a) { M m; sgdnnCast($R, $G(a), m.dtype(a), $G(a)); note(a.dtype() == kFloat); }
void drive() { op(tensor()); }
