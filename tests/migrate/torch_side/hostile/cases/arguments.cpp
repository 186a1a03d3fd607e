// What stands for several arguments, or for none; what decides whether a call waits.

//= pack | either | pack as arguments
template <typename... A> static void fill(const Tensor &a, A... v) { TORCH_CHECK(sgdnnFill($R, $G(a), v...) == SG_SUCCESS); }
void drive() { fill(tensor(), 1.f); fill(tensor(), 2.f, false); }

//= pack_all | either | pack as all arguments
template <typename... A> static void fill(A... v) { TORCH_CHECK(sgdnnFill(v...) == SG_SUCCESS); }
void drive() { fill($R, $G(tensor()), 1.f); }

//= pack_dummy | either | VA_ARGS as the flag
#define DUMMY(...) sgdnnDummy($R, __VA_ARGS__)
void op() { DUMMY(true); DUMMY(false); }
void drive() { op(); }

//= pack_macro | either | VA_ARGS as the rest
#define SCALE(a, ...) sgdnnScale($R, a, __VA_ARGS__)
void op(const Tensor &a) { auto t = $G(a); SCALE(t, t, 2.f); SCALE(t, t, 2.f, false); }
void drive() { op(tensor()); }

//= template_comma_again | either | template's comma counts as one more argument
template <int A, int B> struct Size { static constexpr int v = A + B; };
void op(const Tensor &a) { sgdnnScale($R, $G(a), $G(a), Size<1, 2>::v); }
void drive() { op(tensor()); }

//= macro_comma | either | macro with two arguments
#define TWO 2.f, false
void op(const Tensor &a) { sgdnnScale($R, $G(a), $G(a), TWO); note("x"); }
void drive() { op(tensor()); }

//= option_flag | either | option adds the flag
void op(const Tensor &a) { sgdnnScale($R, $G(a), $G(a), 2.f
#ifdef SYNC
  , false
#endif
  ); note("x"); }
void drive() { op(tensor()); }

//= option_value2 | convert | option chooses a value, no flag
void op(const Tensor &a) { sgdnnReduce($R, $G(a),
#ifdef SYNC
  1
#else
  2
#endif
  , $G(a)); note("x"); }
void drive() { op(tensor()); }

//= wait_changed | either | the condition changes in the tensors
void op(const Tensor &a) { bool nb = true; auto f = [&](const Tensor &t) { nb = false; return t; }; sgdnnFill($R, $G(f(a)), 1.f, nb); note("x"); }
void drive() { op(tensor()); }

//= wait_changed_member | either | the condition is a member that a method changes
struct Op { bool nb = true; float v() { nb = false; return 1.f; } void run(const Tensor &a) { sgdnnFill($R, $G(a), v(), nb); note("x"); } };
void drive() { Op().run(tensor()); }

//= wait_global | either | global flag changed by an argument fn
static bool nb = true;
static float v() { nb = false; return 1.f; }
void op(const Tensor &a) { sgdnnFill($R, $G(a), v(), nb); note("x"); }
void drive() { op(tensor()); }

//= wait_if | either | wait in an if without braces
void op(const Tensor &a, bool b) { if (b) sgdnnFill($R, $G(a), 1.f, false); else sgdnnFill($R, $G(a), 2.f, false); note("x"); }
void drive() { op(tensor(), true); op(tensor(), false); }

//= wait_return | either | wait in a return
static tpu_status_t fill(const Tensor &a) { return sgdnnFill($R, $G(a), 1.f, false); }
void drive() { TORCH_CHECK(fill(tensor()) == SG_SUCCESS); note("x"); }

//= wait_neg | convert | wait with negated
void op(const Tensor &a, bool sync) { sgdnnFill($R, $G(a), 1.f, !sync); note("x"); }
void drive() { op(tensor(), true); op(tensor(), false); }

//= flag_member | either | the flag is a member, arguments call a method of a tensor
struct Op { bool nb = false; void run(const Tensor &a) { sgdnnFill($R, $G(a.contiguous()), 1.f, nb); note("x"); } };
void drive() { Op().run(tensor()); }

//= flag_param | convert | the flag is a parameter, arguments call
static float value(const Tensor &a) { return a.numel(); }
void op(const Tensor &a, bool non_blocking) { sgdnnFill($R, $G(a.contiguous()), value(a), non_blocking); note("x"); }
void drive() { op(tensor(), true); op(tensor(), false); }

//= flag_ref | either | the flag is a reference parameter
static bool flag = true;
static float value(const Tensor &a) { flag = false; return a.numel(); }
void op(const Tensor &a, const bool &non_blocking) { sgdnnFill($R, $G(a.contiguous()), value(a), non_blocking); note("x"); }
void drive() { op(tensor(), flag); }

//= less_greater | either | comparisons as arguments
void op(const Tensor &a, int n, int m) { sgdnnReduce($R, $G(a), n < m, $G(a)); sgdnnFill($R, $G(a), n > m, true); }
void drive() { op(tensor(), 3, 4); }

//= less_greater2 | either | comparisons as neighbours
void op(const Tensor &a, int n, int m) { sgdnnCat($R, nullptr, n < m, m > n, $G(a)); }
void drive() { op(tensor(), 3, 4); }

//= macro_arg_parens | convert | args with macros
#define AXIS(x) ((x) + 1)
void op(const Tensor &a, int n) { sgdnnReduce($R, $G(a), AXIS(n), $G(a)); }
void drive() { op(tensor(), 3); }

//= macro_max | convert | a macro with a comma in brackets
#define PICK(a, b) ((a) < (b) ? (a) : (b))
void op(const Tensor &a, int n) { sgdnnReduce($R, $G(a), PICK(n, 2), $G(a)); }
void drive() { op(tensor(), 3); }

//= static_cast_tpl | convert | template argument without a comma
void op(const Tensor &a, int n) { sgdnnReduce($R, $G(a), std::max<int>(n, 2), $G(a)); }
void drive() { op(tensor(), 3); }

//= line_cont | either | continuation in args
void op(const Tensor &a) { sgdnnFill ( $R, \
  $G(a), \
  1.f, false \
  ); }
void drive() { op(tensor()); }

//= comment_flag | convert | comments around the flag
void op(const Tensor &a) { sgdnnFill ( $R, $G(a), 1.f, // not blocking
   false // waits
   ); }
void drive() { op(tensor()); }

//= trigraph | either | raw string in check
void op(const Tensor &a) { TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS, R"x(sgdnnFill(h) == SG_SUCCESS)x"); note(R"(a
  sgdnnFill($R, $G(a), 1.f);
)"); }
void drive() { op(tensor()); }

//= macro_flag | either | the flag is a macro of a header
#include "f.h"
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f, NON_BLOCKING); note("x"); sgdnnFill($R, $G(a), 1.f, NB); note("y"); }
void drive() { op(tensor()); }
//- src/f.h
#define NON_BLOCKING false
#define NB true

//= macro_flag_file | either | the flag is a macro of the file
#define SYNC false
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f, SYNC); note("x"); }
void drive() { op(tensor()); }

//= flag_constexpr | convert | the flag is a constant
static constexpr bool kSync = false;
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f, kSync); note("x"); }
void drive() { op(tensor()); }

//= flag_constexpr_call | either | the flag is a constant, arguments call
static constexpr bool kSync = false;
static float v() { return 2.f; }
void op(const Tensor &a) { sgdnnFill($R, $G(a.contiguous()), v(), kSync); note("x"); }
void drive() { op(tensor()); }
