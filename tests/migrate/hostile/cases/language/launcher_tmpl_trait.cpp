// wall: 2
// what: a template that asks for the type
// expect: convert
#include "sgdnn_api.h"
#include <type_traits>

template <class T>
tpu_status_t run ( tpu_resource_t resource, const char *one, const char *many, T api, size_t size, bool non_blocking )
{
  if ( std::is_same<T, sg_api_one_t>::value && size == 0 ) return SG_FAILURE;
  if constexpr ( sizeof ( T ) == 1 ) return SG_FAILURE;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, one, &api, sizeof ( api ) );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, many, &api, sizeof ( api ), non_blocking );
#else
  return SG_FAILURE;
#endif

}

tpu_status_t sgdnnLauncherTmplTrait ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;

  SAFE_CALL ( run ( resource, "tpu_kernel_api_x", "tpu_kernel_api_x_multi_core", api, sizeof ( api ), non_blocking ) );

  return SG_SUCCESS;
}
