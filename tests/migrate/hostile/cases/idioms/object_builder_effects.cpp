// wall: 3
// what: a chain of calls whose arguments have effects and read the object
// expect: equal
#include "sgdnn_api.h"

class Args
{
public:
  Args() { api_ = {}; }
  Args & input ( const SgdnnTensor_t & t ) { api_.input_global_addr = t.addr; return *this; }
  Args & output ( const SgdnnTensor_t & t ) { api_.output_global_addr = t.addr; return *this; }
  Args & dim ( int n ) { if ( n < 0 ) { return *this; } api_.dim = n; return *this; }
  Args & mode ( int m ) { api_.mode = m + api_.dim; return *this; }
  int both() const { return api_.dim * 10 + api_.mode; }
  sg_api_one_t * data() { return &api_; }
private:
  sg_api_one_t api_;
};

tpu_status_t sgdnnObjectBuilderEffects ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Args args;
  args.input ( input ).dim ( probe ( mode ) ).mode ( probe ( 2 ) + args.both() );
  if ( mode > 2 )
    args.output ( output ).mode ( 4 );
  else args.mode ( args.both() );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_builder_e", args.data(), sizeof ( sg_api_one_t ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_builder_e_mc", args.data(), sizeof ( sg_api_one_t ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
