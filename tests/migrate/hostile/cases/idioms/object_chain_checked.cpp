// wall: 3
// what: what a chain of calls answers is checked, in a branch without braces
// expect: convert
#include "sgdnn_api.h"

class Args
{
public:
  Args() { api_ = {}; }
  Args & input ( const SgdnnTensor_t & t ) { api_.input_global_addr = t.addr; return *this; }
  Args & output ( const SgdnnTensor_t & t ) { api_.output_global_addr = t.addr; return *this; }
  Args & dim ( int n ) { api_.dim = n; return *this; }
  Args & mode ( int n ) { api_.mode = n + api_.dim; return *this; }
  int sum() const { return api_.dim + api_.mode; }
  sg_api_one_t * data() { return &api_; }

  sg_api_one_t api_;
};

tpu_status_t sgdnnObjectChainChecked ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Args args;
  args.input ( input ).output ( output );
  if ( mode > 2 ) SGDNN_CHECK ( args.dim ( mode ).sum() < 5 );
  SGDNN_CHECK ( args.dim ( 2 ).sum() > 1 && mode != 7 );
#if defined BACKEND_1684X
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", args.data(), sizeof ( sg_api_one_t ) ) );
#elif defined BACKEND_SG2260
    SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", args.data(), sizeof ( sg_api_one_t ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
