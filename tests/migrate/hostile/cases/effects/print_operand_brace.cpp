// wall: 4
// what: a constructor in braces with an effect in a print
// expect: either
#include "sgdnn_api.h"
struct V { int n; V ( int x ) : n ( x ) { probe ( x ); } };

tpu_status_t sgdnnPrintOperandBrace ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  printf ( "%d\n", V { 5 }.n );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_p5_brace", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
