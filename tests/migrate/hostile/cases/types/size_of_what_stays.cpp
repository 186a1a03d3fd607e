// wall: 1
// what: sizes that are the same in the unified library
// expect: convert
#include "sgdnn_api.h"
static const int kTable[] = { 1, 2, 3, 4 };
struct Window { int h, w; float scale; };
template <typename T, int N> static constexpr int count_of ( const T ( & )[N] ) { return N; }
template <typename T> static int bytes_of ( const T & value ) { return ( int ) sizeof ( value ) + ( int ) sizeof ( T ); }
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Window window = { mode, 2, 0.5f };
  const char text[] = "abc";
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = ( int ) ( sizeof ( kTable ) / sizeof ( kTable[0] ) ) + count_of ( kTable ) + bytes_of ( window ) + ( int ) sizeof text;
  api.dim = ( int ) sizeof ( input.shape ) + ( int ) sizeof ( float ) * mode + ( int ) sizeof ( Window * );
  api.shape[0] = ( int ) sizeof ( sg_api_one_t ) + ( int ) sizeof ( api.shape ) / ( int ) sizeof ( int );
  #if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
