// wall: 3
// what: statuses that are truth values in initialisers, assignments, arguments and what is returned, negated or joined with others
// expect: convert
#include "sgdnn_api.h"

static tpu_status_t checkMode ( int m )
{
  return m > 3 ? SG_FAILURE : SG_SUCCESS;
}

static bool allGood ( int m )
{
  return !checkMode ( m ) && !checkMode ( m + 1 );
}

static bool someBad ( int m )
{
  return checkMode ( m ) || checkMode ( m - 1 );
}

tpu_status_t sgdnnTruthAnywhere ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const bool ok = !checkMode ( mode );
  tpu_status_t status = checkMode ( mode - 1 );
  bool bad = status || checkMode ( 2 ), fine = !status, twice = !!status;
  int list[2] = { !status, status && ok };
  api.mode = checkMode ( mode ) || checkMode ( 1 );
  api.dim = probe ( !checkMode ( mode ) + 2 * !status ) + list[!status] + list[status && true];
  api.dtype = mode > 1 ? !status : status || bad;
  api.shape[0] = ok + 2 * bad + 4 * fine + 8 * twice;
  api.shape[1] = !status == ok;
  api.shape[2] = allGood ( mode ) + 2 * someBad ( mode );
  for ( int i = 0; !checkMode ( i ) && i < 9; ++i )
    api.shape[3] += i;
  if ( mode == 2 )
    status = mode > 1 && !status ? SG_SUCCESS : SG_FAILURE;
  else if ( !status || false )
    api.shape[4] = 1;
  api.shape[5] = status && probe ( 3 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_truth", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_truth_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
