// wall: 1
// what: chip dtype number
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define DT(d) sgdnnTPUKernelDType ( d )
#else
#define DT(d) ( (int) ( d ) )
#endif

tpu_status_t sgdnnChipDtypeNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = DT ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
