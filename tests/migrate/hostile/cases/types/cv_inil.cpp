// wall: 3
// what: cv_inil
// expect: convert
#include "sgdnn_api.h"
#include <type_traits>
#include <initializer_list>
struct W { int w; W ( std::initializer_list<unsigned long long> ) : w ( 1 ) { } template <class T> W ( T, T ) : w ( 2 ) { } };
tpu_status_t sgdnnCvInil ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  W v { input.addr, output.addr }; api.dim = v.w;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_cvinil", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_cvinil_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
