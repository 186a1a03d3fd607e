#include "sgdnn_api.h"
#include <cstdlib>
#include <cstring>
#include <memory>

#define ARGS tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking
#define MEM( address, bytes ) sgdnnMemFromDevice ( address, bytes )
extern void consume ( int );
struct Header { int count; };

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
tpu_status_t sgdnnCopy003 ( ARGS )
{
  std::unique_ptr < int > host ( new int );
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host.get (), MEM ( input.addr, 16 ), 16 ) );
  consume ( *host ); //! F06
  return SG_SUCCESS;
}
tpu_status_t sgdnnCopy004 ( ARGS )
{
  std::unique_ptr < int [] > host ( new int [ 4 ] );
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host.get (), MEM ( input.addr, 16 ), 16 ) );
  consume ( host[0] ); //! F06
  return SG_SUCCESS;
}
tpu_status_t sgdnnCopy005 ( ARGS )
{
  auto host = std::make_unique < Header > ();
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host.get (), MEM ( input.addr, 16 ), 16 ) );
  consume ( host->count ); //! F06
  return SG_SUCCESS;
}
tpu_status_t sgdnnCopy006 ( ARGS )
{
  int * host = new int [ 4 ];
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host, MEM ( input.addr, 16 ), 16 ) );
  consume ( host[1] ); //! F06
  delete [] host;
  return SG_SUCCESS;
}
tpu_status_t sgdnnCopy007 ( ARGS )
{
  int * host = new int [ 4 ];
  std::unique_ptr < int > other ( new int );
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host, MEM ( input.addr, 16 ), 16 ) );
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, other.get (), MEM ( input.addr, 16 ), 16 ) );
  SAFE_CALL ( sgdnnSync ( resource ) );
  consume ( host[1] + *other );
  delete [] host;
  return SG_SUCCESS;
}
static tpu_status_t fetch ( tpu_resource_t resource, int * where, unsigned long long addr, bool wait )
{
  tpu_status_t s = sgdnnMemcpyD2S ( resource, where, MEM ( addr, 4 ), 4 );
  if ( s == SG_SUCCESS && wait ) s = sgdnnSync ( resource );
  return s;
}
tpu_status_t sgdnnCopy008 ( ARGS )
{
  int v, w;
  SAFE_CALL ( fetch ( resource, &v, input.addr, true ) );
  consume ( v );
  SAFE_CALL ( fetch ( resource, &w, input.addr, mode ) );
  consume ( w );
  return SG_SUCCESS;
}
static void fetchLater ( tpu_resource_t resource, int * where, unsigned long long addr )
{
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, where, MEM ( addr, 4 ), 4 ) );
}
tpu_status_t sgdnnCopy009 ( ARGS )
{
  int v;
  fetchLater ( resource, &v, input.addr );
  consume ( v ); //! F06
  return SG_SUCCESS;
}
