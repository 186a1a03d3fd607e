// wall: 3
// what: a class with a data type as a field and as an index
// expect: convert
#include "sgdnn_api.h"

static const int kSize[] = { 0, 1, 1, 2, 2, 2, 2, 4, 4, 4, 8 };

struct Sizes
{
  SgdnnDataType_t type;
  int factor;
  Sizes ( SgdnnDataType_t t, int f ) : type ( t ), factor ( f ) {}
  int bytes() const { return kSize[type] * factor; }
  bool wide() const { return type > SGDNN_DTYPE_BF16; }
};

tpu_status_t sgdnnNumberClass ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Sizes sizes ( input.dtype, mode );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = sizes.bytes();
  api.dim = sizes.wide() ? 1 : 2;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_class_n", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_class_n_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
