// Names that the conversion writes, which a header of the tree gives another meaning; conditionals on the chip that cut through declarations.

//= member_unified | either | member named as unified fn in class
struct Op { int tpudnnFillAsync(int x) { return x; } void run(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); note(tpudnnFillAsync(2)); } };
void drive() { Op().run(tensor()); }

//= member_unified_base | either | base member in header
#include "base.h"
struct Op : Base { void run(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); } };
void drive() { Op().run(tensor()); }
//- src/base.h
struct Base { template <class... T> int tpudnnFillAsync(T...) { note("mine"); return 0; } };

//= ns_overload | either | namespace overload of unified in header
#include "base.h"
namespace at { void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); } }
void drive() { op(tensor()); }
//- src/base.h
namespace at { template <class... T> int tpudnnFillAsync(T...) { note("mine"); return 0; } }

//= success_macro | either | unified success as macro in header
#include "base.h"
void op(const Tensor &a) { TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS); }
void drive() { op(tensor()); }
//- src/base.h
#define TPUDNN_STATUS_SUCCESS ((tpudnnStatus_t)1)

//= type_taken | either | unified type in namespace
namespace at { struct tpudnnTensor_t { int x; }; void op(const Tensor &a) { SgdnnTensor_t t = $G(a); sgdnnFill($R, t, 1.f); note(tpudnnTensor_t{3}.x); } }
void drive() { op(tensor()); }

//= tpu_ns | either | own tpu namespace nested
namespace mine { namespace tpu { static int x = 3; } }
namespace mine { void op(const Tensor &a) { sgdnnFill(::$R, ::$G(a), 1.f); note(tpu::x); } }
void drive() { mine::op(tensor()); }

//= or | convert | either of the chips
void op(const Tensor &a) {
#if defined(BACKEND_1684X) || defined(BACKEND_SG2260)
  sgdnnFill($R, $G(a), 1.f);
#endif
}
void drive() { op(tensor()); }

//= not_defined | convert | not defined, other refuses
void op(const Tensor &a) {
#if !defined BACKEND_1684X
  TORCH_CHECK(false, "no");
#else
  TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS);
#endif
}
void drive() { op(tensor()); }

//= refuse_then_common | either | one chip refuses in front, common code behind
void op(const Tensor &a) {
#ifdef BACKEND_SG2260
  TORCH_CHECK(false, "no");
#endif
  TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= refuse_then_common_two | either | refusal in front, effect before
void op(const Tensor &a) {
  note("before");
#ifdef BACKEND_SG2260
  TORCH_CHECK(false, "no");
#endif
  note("between");
  TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= in_lambda | either | conditional in a lambda
void op(const Tensor &a) { auto f = [&] {
#ifdef BACKEND_1684X
  sgdnnFill($R, $G(a), 1.f);
#else
  sgdnnFill($R, $G(a), 2.f);
#endif
  }; f(); }
void drive() { op(tensor()); }

//= return_early | either | one chip returns early, common code
void op(const Tensor &a) {
#ifdef BACKEND_1684X
  if (a.dim() > 1) return;
#endif
  sgdnnFill($R, $G(a), 1.f);
}
void drive() { op(tensor()); }

//= cont_directive | either | directive continued
void op(const Tensor &a) {
#if \
  defined(BACKEND_1684X) /* a */ \
  && 1 // b
  sgdnnFill($R, $G(a), 1.f);
#else /* x */
  sgdnnFill($R, $G(a), 2.f);
#endif // BACKEND
}
void drive() { op(tensor()); }

//= assign_by_chip | convert | assignment by chip
void op(const Tensor &a) {
  float v = 0.f;
#ifdef BACKEND_1684X
  v = 1.f;
#elif defined(BACKEND_SG2260)
  v = 2.f;
#endif
  sgdnnFill($R, $G(a), v);
}
void drive() { op(tensor()); }

//= constexpr_flag | either | a constexpr flag by chip
#ifdef BACKEND_1684X
static constexpr bool kA = true;
#else
static constexpr bool kA = false;
#endif
void op(const Tensor &a) { if constexpr (kA) sgdnnFill($R, $G(a), 1.f); else sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= default_arg | either | default argument per chip
static void fill(const Tensor &a, float v =
#ifdef BACKEND_1684X
1.f
#else
2.f
#endif
) { sgdnnFill($R, $G(a), v); }
void drive() { fill(tensor()); }

//= class_member | either | member value per chip
struct Op {
#ifdef BACKEND_1684X
  float v = 1.f;
#else
  float v = 2.f;
#endif
  void run(const Tensor &a) { sgdnnFill($R, $G(a), v); } };
void drive() { Op().run(tensor()); }

//= lib_tensor_by_chip | either | library tensor by chip
void op(const Tensor &a) {
  auto t = $G(a);
#ifdef BACKEND_1684X
  t.dim = 1;
#endif
  sgdnnFill($R, t, 1.f);
}
void drive() { op(tensor()); }

//= nested_opts | either | options nested
void op(const Tensor &a) {
#ifdef DEBUG_X
#ifdef BACKEND_1684X
  note("dbg a");
#endif
#else
#ifdef BACKEND_1684X
  sgdnnFill($R, $G(a), 1.f);
#else
  sgdnnFill($R, $G(a), 2.f);
#endif
#endif
}
void drive() { op(tensor()); }

//= comment_directive | either | comment between # and ifdef
void op(const Tensor &a) {
# /* c */ ifdef BACKEND_1684X
  sgdnnFill($R, $G(a), 1.f);
# else
  sgdnnFill($R, $G(a), 2.f);
# endif
}
void drive() { op(tensor()); }
