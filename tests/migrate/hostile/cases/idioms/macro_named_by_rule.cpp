// wall: 2
// what: a macro around the launch takes the struct itself; a rule says what it is
// expect: convert
#include "sgdnn_api.h"

#if defined BACKEND_1684X
#define RUN( args, name ) SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &args, sizeof ( args ) ) )
#else
#define RUN( args, name ) SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &args, sizeof ( args ), non_blocking ) )
#endif

tpu_status_t sgdnnMacroNamed ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  RUN ( api, "tpu_kernel_api_plain" );
  return SG_SUCCESS;
}
//- rules.yaml
version: 1
library:
  launch:
    RUN: {arguments: 0, kernel: 1, cores: '1', to: 'TPUDNN_SAFE_CALL({pimpl}->launchKernel("{key}", &{arguments}, sizeof({arguments})))'}
