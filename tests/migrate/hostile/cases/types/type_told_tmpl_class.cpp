// wall: 3
// what: type told tmpl class
// expect: either
#include "sgdnn_api.h"
#include <unordered_map>

template <class T> struct Hash_t
{
  size_t operator() ( const T &t ) const
  {
    const void *v = &t;
    const char *c = static_cast<const char *> ( v );
    size_t h = 0;
    for ( size_t i = 0; i < sizeof ( T ); ++i )
    {
      h = h * 131 + c[i];
    }
    return h;
  }
};

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  std::unordered_map<SgdnnDataType_t, int, Hash_t<SgdnnDataType_t>> seen;
  seen[input.dtype] = 3;
  api.mode = ( int ) ( Hash_t<SgdnnDataType_t> () ( input.dtype ) % 64 ) + seen[input.dtype];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
