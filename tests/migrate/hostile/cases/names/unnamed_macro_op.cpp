// wall: 2
// what: the operator is made by a macro
// expect: either
#include "sgdnn_api.h"
enum Level { LOW, MID, HIGH };
#define WRAP( T, N ) static inline T operator+ ( T l, int d ) { return (T) ( ( (int) l + d ) % N ); }
WRAP ( Level, 3 )
struct Other;

tpu_status_t sgdnnUnnamedMacroOp ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.mode = ( mode ? HIGH : LOW ) + 1;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a13_macro_op", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
