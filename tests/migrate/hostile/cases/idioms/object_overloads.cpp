// wall: 3
// what: member functions of one name: by type, and one that calls the other
// expect: convert
#include "sgdnn_api.h"

class Op
{
public:
  Op ( tpu_resource_t r, bool async ) : r_ ( r ), async_ ( async ), dim_ ( 1 ) {}
  void scale ( int k ) { dim_ *= k; }
  void scale ( float k ) { dim_ = ( int ) ( dim_ * k ) + 100; }
  tpu_status_t run ( const SgdnnTensor_t & in, const SgdnnTensor_t & out ) { return run ( in, out, dim_ ); }
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
  int dim_;
};

tpu_status_t sgdnnObjectOverloads ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Op op ( resource, non_blocking );
  op.scale ( mode );
  op.scale ( 1.5f );
  SAFE_CALL ( op.run ( input, output ) );
  SAFE_CALL ( op.run ( input, output, mode ) );
  return SG_SUCCESS;
}
