// wall: 3
// what: an operator as a class that is given to a static helper by reference, which launches by it in a loop
// expect: convert
#include "sgdnn_api.h"

class Op
{
public:
  Op ( tpu_resource_t r, bool async ) : r_ ( r ), async_ ( async ) {}
  tpu_status_t run ( const SgdnnTensor_t & in, const SgdnnTensor_t & out, int k )
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

static tpu_status_t run_all ( Op & op, SgdnnTensor_t in, SgdnnTensor_t out, int count )
{
  for ( int i = 0; i < count; ++i )
  {
    SAFE_CALL ( op.run ( in, out, i ) );
  }
  return op.run ( in, out, count );
}

tpu_status_t sgdnnObjectGivenToHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Op op ( resource, non_blocking );
  SAFE_CALL ( run_all ( op, input, output, mode & 3 ) );
  return SG_SUCCESS;
}
