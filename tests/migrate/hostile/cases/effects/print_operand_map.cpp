// wall: 4
// what: m[key] in a print inserts: dropped with the log call
// expect: either
#include <map>
#include "sgdnn_api.h"

tpu_status_t sgdnnPrintOperandMap ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  std::map<int, int> m; printf ( "%d\n", m[mode] ); api.mode = m.size ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_p1_map", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
