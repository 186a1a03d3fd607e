// wall: 2
// what: a constant static table is made of a parameter that depends on the chip
// expect: either
#include "sgdnn_api.h"
#include <vector>
static const std::vector<int> & table ( int cores )
{
  static const std::vector<int> t ( 4, cores );
  return t;
}
#ifdef BACKEND_SG2260
#define CORE_NUM 8
#else
#define CORE_NUM 1
#endif
tpu_status_t sgdnnTb ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, table ( CORE_NUM )[2], 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_tb", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_tb_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
