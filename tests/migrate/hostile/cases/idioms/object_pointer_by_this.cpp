// wall: 4
// what: a member that is a pointer is read by `*this->`
// expect: convert
#include "sgdnn_api.h"

struct Mode
{
  const int * mode;
  sg_api_one_t api;
  explicit Mode ( const int * given ) : mode ( given ) {}
  void fill ( const SgdnnTensor_t & input, const SgdnnTensor_t & output )
  {
    api.input_global_addr = input.addr;
    api.output_global_addr = output.addr;
    api.mode = 1;
    if ( *this->mode ) { api.mode = 2; }
  }
};

tpu_status_t sgdnnObjectPointerByThis ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  int own = mode > 1;
  Mode filled ( &own );
  filled.fill ( input, output );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_by_this", &filled.api, sizeof ( filled.api ), non_blocking ) );
  return SG_SUCCESS;
}
