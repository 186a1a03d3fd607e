// wall: 3
// what: six operators with a class of their own each, behind the operator before
// expect: convert
#include "sgdnn_api.h"

struct Fill1
{
  int n;
  explicit Fill1 ( int m ) : n ( m * 1 ) {}
  void input ( sg_api_one_t & api, const SgdnnTensor_t & t ) { api.input_global_addr = t.addr; api.dim = n++; }
};
tpu_status_t sgdnnClassBehind1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Fill1 fill ( mode );
  sg_api_one_t api = {};
  fill.input ( api, input );
  api.output_global_addr = output.addr;
  api.mode = fill.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_behind_1", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
struct Fill2
{
  int n;
  explicit Fill2 ( int m ) : n ( m * 2 ) {}
  void input ( sg_api_one_t & api, const SgdnnTensor_t & t ) { api.input_global_addr = t.addr; api.dim = n++; }
};
tpu_status_t sgdnnClassBehind2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Fill2 fill ( mode );
  sg_api_one_t api = {};
  fill.input ( api, input );
  api.output_global_addr = output.addr;
  api.mode = fill.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_behind_2", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
struct Fill3
{
  int n;
  explicit Fill3 ( int m ) : n ( m * 3 ) {}
  void input ( sg_api_one_t & api, const SgdnnTensor_t & t ) { api.input_global_addr = t.addr; api.dim = n++; }
};
tpu_status_t sgdnnClassBehind3 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Fill3 fill ( mode );
  sg_api_one_t api = {};
  fill.input ( api, input );
  api.output_global_addr = output.addr;
  api.mode = fill.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_behind_3", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
struct Fill4
{
  int n;
  explicit Fill4 ( int m ) : n ( m * 4 ) {}
  void input ( sg_api_one_t & api, const SgdnnTensor_t & t ) { api.input_global_addr = t.addr; api.dim = n++; }
};
tpu_status_t sgdnnClassBehind4 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Fill4 fill ( mode );
  sg_api_one_t api = {};
  fill.input ( api, input );
  api.output_global_addr = output.addr;
  api.mode = fill.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_behind_4", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
struct Fill5
{
  int n;
  explicit Fill5 ( int m ) : n ( m * 5 ) {}
  void input ( sg_api_one_t & api, const SgdnnTensor_t & t ) { api.input_global_addr = t.addr; api.dim = n++; }
};
tpu_status_t sgdnnClassBehind5 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Fill5 fill ( mode );
  sg_api_one_t api = {};
  fill.input ( api, input );
  api.output_global_addr = output.addr;
  api.mode = fill.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_behind_5", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
struct Fill6
{
  int n;
  explicit Fill6 ( int m ) : n ( m * 6 ) {}
  void input ( sg_api_one_t & api, const SgdnnTensor_t & t ) { api.input_global_addr = t.addr; api.dim = n++; }
};
tpu_status_t sgdnnClassBehind6 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Fill6 fill ( mode );
  sg_api_one_t api = {};
  fill.input ( api, input );
  api.output_global_addr = output.addr;
  api.mode = fill.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_behind_6", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
