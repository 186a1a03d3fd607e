// wall: 3
// what: fields that are arrays, tables of tensors and values by default
// expect: equal
#include "sgdnn_api.h"

struct Set
{
  const SgdnnTensor_t * tensors[2];
  int sizes[2] = { 7, 8 };
  int n = 0, more;
  void add ( const SgdnnTensor_t & t ) { tensors[n] = &t; sizes[n++] = t.dim; }
  unsigned long long at ( int i ) const { return tensors[i]->addr; }
};

tpu_status_t sgdnnObjectArrays ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Set set;
  set.add ( input );
  set.add ( output );
  sg_api_one_t api;
  api.input_global_addr = set.at ( 0 );
  api.output_global_addr = output.addr;
  api.other_global_addr = set.at ( 1 );
  api.dim = set.sizes[0] + set.sizes[1] * set.n;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_arrays", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_arrays_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
