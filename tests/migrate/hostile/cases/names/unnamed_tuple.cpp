// wall: 2
// what: std::tuple_size of a type is left behind (exit 0): the binding goes to the members
// expect: either
#include <utility>
#include <tuple>
#include "sgdnn_api.h"
struct Pair { int a, b; };
namespace std { template <> struct tuple_size<Pair> { static const size_t value = 2; }; template <size_t I> struct tuple_element<I, Pair> { typedef int type; }; }
template <size_t I> int get ( const Pair & p ) { return I == 0 ? p.b : p.a; }

tpu_status_t sgdnnUnnamedTuple ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  Pair p { mode, 5 }; auto [x, y] = p; api.mode = x * 10 + y;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a10_tuple", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
