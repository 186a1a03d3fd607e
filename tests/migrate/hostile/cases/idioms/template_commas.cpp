// wall: 2
// what: commas of template arguments stand in the parameters and in the arguments of helpers
// expect: convert
#include "sgdnn_api.h"
#include <array>
#include <map>
#include <utility>

static tpu_status_t from_map ( tpu_resource_t resource, std::map<int, int> & known, sg_api_one_t & api, bool non_blocking )
{
  api.mode = known[2];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

static tpu_status_t from_pair ( tpu_resource_t resource, const std::pair<int, std::array<int, 2>> & one, sg_api_one_t & api, bool non_blocking )
{
  api.mode = one.first + one.second[1];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

template <class A, class B> static int sum_of ( B value ) { return ( int ) ( A ) value; }
static int twice ( int first, int second ) { return 2 * first + second; }

tpu_status_t sgdnnFromMap ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::map<int, int> known;
  known[2] = mode;
  return from_map ( resource, known, api, non_blocking );
}

tpu_status_t sgdnnFromPair ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  return from_pair ( resource, std::pair<int, std::array<int, 2>> ( twice ( sum_of<int, float> ( 2.5f ), mode < 3 ), { { 1, mode } } ), api, non_blocking );
}
