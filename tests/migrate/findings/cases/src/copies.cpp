#include "sgdnn_api.h"
#include <cstdlib>
#include <cstring>
#include <memory>

#define ARGS tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking
#define MEM( address, bytes ) sgdnnMemFromDevice ( address, bytes )
extern void consume ( int );

tpu_status_t sgdnnCopy001 ( ARGS, int * result )
{
  int host;
  tpu_status_t status = sgdnnMemcpyD2S ( resource, &host, MEM ( input.addr, 4 ), 4 );
  if ( status == SG_SUCCESS ) status = sgdnnSync ( resource );
  if ( status == SG_SUCCESS ) *result = host;
  return status;
}
tpu_status_t sgdnnCopy002 ( ARGS, int * result )
{
  int host;
  tpu_status_t status = sgdnnMemcpyD2S ( resource, &host, MEM ( input.addr, 4 ), 4 );
  if ( status == SG_SUCCESS ) *result = host; //! F06
  return status;
}
