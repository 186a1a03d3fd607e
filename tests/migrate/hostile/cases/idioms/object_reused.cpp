// wall: 3
// what: one object launches several times and keeps what it was given
// expect: convert
#include "sgdnn_api.h"

struct Runner
{
  tpu_resource_t resource;
  sg_api_one_t api;
  int runs;
  explicit Runner ( tpu_resource_t r, int mode ) : resource ( r ), api(), runs ( 0 ) { api.mode = mode; }
  void bind ( const SgdnnTensor_t & in, const SgdnnTensor_t & out ) { api.input_global_addr = in.addr; api.output_global_addr = out.addr; }
  void go ( bool non_blocking )
  {
    api.dim = ++runs;
#if defined BACKEND_1684X
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_reused", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
    SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_reused_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  }
};

tpu_status_t sgdnnObjectReused ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Runner runner ( resource, mode );
  runner.bind ( input, output );
  for ( int i = 0; i < mode && i < 3; ++i )
  {
    runner.go ( non_blocking );
  }
  runner.bind ( output, input );
  runner.go ( non_blocking );
  Runner other ( resource, 9 );
  other.bind ( input, input );
  other.go ( non_blocking );
  return SG_SUCCESS;
}
