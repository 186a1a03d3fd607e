// wall: 3
// what: type told ifconstexpr
// expect: either
#include "sgdnn_api.h"

template <class T> struct Can_t
{
  template <class U> static constexpr bool ask ( decltype ( U () + 1 ) * ) { return true; }
  template <class U> static constexpr bool ask ( ... ) { return false; }
  constexpr operator bool () const { return ask<T> ( nullptr ); }
};
template <class T> static int numberOf ( T v )
{
  if constexpr ( Can_t<T> () )
  {
    return int ( v );
  }
  else
  {
    return -1;
  }
}

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.mode = numberOf ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
