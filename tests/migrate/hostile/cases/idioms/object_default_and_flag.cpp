// wall: 3
// what: a member function with a default argument, whose class has the flag for not waiting
// expect: convert
#include "sgdnn_api.h"

class Op
{
public:
  Op ( tpu_resource_t r, bool async ) : r_ ( r ), async_ ( async ) {}
  tpu_status_t run ( const SgdnnTensor_t & in, const SgdnnTensor_t & out, int k = 3 )
  {
    sg_api_one_t api;
    api.input_global_addr = in.addr;
    api.output_global_addr = out.addr;
    api.dim = k;
#if defined BACKEND_1684X
    return sgdnnTPUKernelLaunch ( r_, "tpu_kernel_api_op", &api, sizeof ( api ) );
#elif defined BACKEND_SG2260
    return sgdnnTPUKernelLaunchMultiCore ( r_, "tpu_kernel_api_op_mc", &api, sizeof ( api ), async_ );
#endif
  }
private:
  tpu_resource_t r_;
  bool async_;
};

tpu_status_t sgdnnObjectDefaultAndFlag ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Op op ( resource, non_blocking );
  SAFE_CALL ( op.run ( input, output ) );
  SAFE_CALL ( op.run ( input, output, mode ) );
  return SG_SUCCESS;
}
