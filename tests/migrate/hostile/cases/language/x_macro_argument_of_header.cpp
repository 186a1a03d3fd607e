// wall: 3
// what: what # sees within another macro is a macro of a header, by which a kernel's name is another one
// expect: equal
//- include/names.h
#define softmax log_softmax
//- src/case.cpp
#include "sgdnn_api.h"
#include "../include/names.h"

#define RUN(name) SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" #name, &api, sizeof ( api ), false ) )
#define RUN_CHECKED(name) do { SGDNN_CHECK ( input.dim > 0 ); RUN ( name ); } while ( 0 )

tpu_status_t sgdnnPasteHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_SG2260
  RUN_CHECKED ( softmax );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
