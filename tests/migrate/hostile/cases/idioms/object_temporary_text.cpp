// wall: 3
// what: the constructor gets a pointer into a temporary
// expect: equal
#include "sgdnn_api.h"
#include <string>
struct Task { int a; int b; Task ( const char * s, const SgdnnTensor_t & t ) : a ( 0 ), b ( t.dim ) { while ( s[a] ) { a++; probe ( s[a] ); } }
 int get() { return a + b; } };

tpu_status_t sgdnnObjectTemporaryText ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Task task ( std::string ( mode + 60, 'x' ).c_str(), input );
  api.mode = task.get();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_temporary_text", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_temporary_text_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
