// wall: 1
// what: chip statement macro governed
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define DOIT(x) do { api.mode = x; } while ( 0 )
#else
#define DOIT(x) do { api.mode = x + 1; api.dtype = 2; } while ( 0 )
#endif

tpu_status_t sgdnnChipStatementMacroGoverned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( mode ) DOIT ( 3 ); else DOIT ( 4 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
