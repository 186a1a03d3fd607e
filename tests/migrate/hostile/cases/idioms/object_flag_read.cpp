// wall: 3
// what: a member function decides by the flag
// expect: equal
#include "sgdnn_api.h"

class Op
{
public:
  Op ( tpu_resource_t r, bool async ) : r_ ( r ), async_ ( async ) {}
  tpu_status_t run ( const SgdnnTensor_t & in )
  {
    sg_api_one_t api;
    api.input_global_addr = in.addr;
    api.mode = async_ ? 1 : 2;
#if defined BACKEND_1684X
    return sgdnnTPUKernelLaunch ( r_, "tpu_kernel_api_flag_r", &api, sizeof ( api ) );
#elif defined BACKEND_SG2260
    return sgdnnTPUKernelLaunchMultiCore ( r_, "tpu_kernel_api_flag_r_mc", &api, sizeof ( api ), async_ );
#endif
  }
private:
  tpu_resource_t r_;
  bool async_;
};

tpu_status_t sgdnnObjectFlagRead ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Op op ( resource, non_blocking );
  return op.run ( input );
}
