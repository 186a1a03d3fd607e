// wall: 1
// what: chip statement macro in switch
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define DOIT(x) do { api.mode = x; } while ( 0 )
#else
#define DOIT(x) do { api.mode = x + 1; api.dtype = 2; } while ( 0 )
#endif

tpu_status_t sgdnnChipStatementMacroInSwitch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  switch ( mode ) { case 1: DOIT ( 5 ); break; default: DOIT ( 6 ); }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
