// wall: 3
// what: a class of the standard library whose header another one brings
// expect: convert
#include "sgdnn_api.h"
#include <string>
#include <sstream>
static std::string shape_str ( const SgdnnTensor_t & t )
{
  std::ostringstream os;
  os << "(";
  for ( int i = 0; i < t.dim; ++i ) os << ( i ? ", " : "" ) << t.shape[i];
  os << ")";
  return os.str();
}
tpu_status_t sgdnnSstr ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  if ( !sgdnnIsSameShape ( &x, &y ) )
  {
    std::string msg = "shape mismatch " + shape_str ( x ) + " vs " + shape_str ( y );
    fprintf ( stderr, "%s\n", msg.c_str() );
    return SG_FAILURE;
  }
  sg_api_two_t api = { x.addr, y.addr, 0, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_sstr", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_sstr_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
