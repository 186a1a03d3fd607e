// wall: 3
// what: elements of arrays of data types, structs and tensors are counted with sizeof
// expect: convert
#include "sgdnn_api.h"
struct row_t { SgdnnDataType_t t; int bits; };
static const row_t info[] = { { SGDNN_DTYPE_FP32, 32 }, { SGDNN_DTYPE_FP16, 16 } };
#define COUNT(a) ( sizeof ( a ) / sizeof ( ( a )[0] ) )
#define COUNT2(a) ( sizeof ( a ) / sizeof ( a[0] ) )
static int bits ( SgdnnDataType_t t )
{
  for ( unsigned i = 0; i < sizeof(info)/sizeof(*info); ++i )
    if ( info[i].t == t ) return info[i].bits;
  for ( unsigned i = 0; i < sizeof(info)/sizeof info[0]; ++i )
    if ( info[i].t == t ) return info[i].bits;
  for ( unsigned i = 0; i < COUNT2 ( info ); ++i )
    if ( info[i].t == t ) return info[i].bits;
  return -1;
}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SgdnnDataType_t all[3] = { SGDNN_DTYPE_FP32, SGDNN_DTYPE_FP16, input.dtype };
  SgdnnTensor_t both[] = { input, output };
  int m = 0;
  for ( size_t i = 0; i < sizeof(all)/sizeof(all[0]); ++i ) m += all[i] == output.dtype;
  for ( size_t i = 0; i < sizeof(both)/sizeof(both[0]); ++i ) m += both[i].dim;
  for ( size_t i = 0; i < COUNT ( all ); ++i ) m += all[i] == input.dtype;
  sg_api_two_t api = { input.addr, output.addr, bits ( input.dtype ), m };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_rn", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_rn_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
