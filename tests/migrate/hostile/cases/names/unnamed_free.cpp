// wall: 2
// what: a free operator of the source is left behind (L178), its user is converted to the built-in one
// expect: either
#include "sgdnn_api.h"
enum Level { LOW, MID, HIGH };
static inline Level operator+ ( Level l, int d ) { return (Level) ( ( (int) l + d ) % 3 ); }
struct Other;

tpu_status_t sgdnnUnnamedFree ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.mode = ( mode ? HIGH : LOW ) + 1;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a3_free", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
