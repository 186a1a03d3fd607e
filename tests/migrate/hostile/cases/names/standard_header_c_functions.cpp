// wall: 1
// what: functions of C with names of their own in the unified headers
// expect: convert
#include "sgdnn_api.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = abs ( mode - 3 ) + ( int ) round ( 2.5 ) + ( int ) fmax ( 1, 2 ) + ( strcasecmp ( "a", "A" ) == 0 ) + ( isalpha ( 'c' ) != 0 );
  api.value = ( float ) log2 ( 8.0 ) + ( time ( nullptr ) > 0 );
  api.dim = atoi ( "12" ) + ( getenv ( "NO_SUCH_VARIABLE" ) == nullptr );
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
