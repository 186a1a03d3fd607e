#include "sgdnn_api.h"
#include <memory>
#include <vector>

#define ARGS tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking
extern tpu_status_t go ( tpu_resource_t resource, unsigned long long addr, int mode, bool non_blocking );
#define ALLOC( m, s ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, s ) )
#define RELEASE( m ) sgdnnFreeDevice ( resource, m )
struct Pool { void keep ( tpu_device_mem_t ); bool take ( tpu_device_mem_t & ); };
extern void remember ( tpu_device_mem_t * ); extern bool isKept ( int );
struct Guard { tpu_resource_t r; tpu_device_mem_t & m; bool on; ~Guard () { if ( on ) sgdnnFreeDevice ( r, m ); } };
tpu_status_t sgdnnHanded001 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems;
  for ( int i = 0; i < 3; ++i )
  {
    tpu_device_mem_t m;
    ALLOC ( m, 64 );
    if ( input.shape[i] == 0 ) return SG_FAILURE; //! F11
    mems.push_back ( m );
  }
  for ( auto & m : mems ) RELEASE ( m );
  return SG_SUCCESS;
}
tpu_status_t sgdnnHanded002 ( ARGS, tpu_device_mem_t * out )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  tpu_status_t s = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
  if ( s != SG_SUCCESS ) return s; //! F11
  *out = m;
  return SG_SUCCESS;
}
tpu_status_t sgdnnHanded003 ( ARGS, Pool & pool )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  pool.keep ( m );
  tpu_status_t s = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
  if ( s != SG_SUCCESS ) return s;
  return SG_SUCCESS;
}
tpu_status_t sgdnnHanded004 ( ARGS )
{
  tpu_device_mem_t m;
  Guard g { resource, m, true };
  ALLOC ( m, 64 );
  if ( mode ) return SG_FAILURE;
  return go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
}
tpu_status_t sgdnnHanded005 ( ARGS, Pool & pool )
{
  tpu_device_mem_t m;
  if ( !pool.take ( m ) ) ALLOC ( m, 64 );
  tpu_status_t s = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
  if ( s != SG_SUCCESS ) return s;
  pool.keep ( m );
  return s;
}
tpu_status_t sgdnnHanded006 ( ARGS, tpu_device_mem_t * out )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  remember ( &m );
  if ( mode ) return SG_FAILURE;
  *out = m;
  return SG_SUCCESS;
}
tpu_status_t sgdnnHanded007 ( ARGS, tpu_device_mem_t * out )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  if ( mode ) { RELEASE ( m ); return SG_FAILURE; }
  if ( out == nullptr ) { RELEASE ( m ); return SG_FAILURE; }
  *out = m;
  return SG_SUCCESS;
}
tpu_status_t sgdnnHanded008 ( ARGS, tpu_device_mem_t * out )
{
  tpu_device_mem_t m;
  tpu_status_t s = sgdnnMallocDeviceByte ( resource, &m, 64 );
  if ( s != SG_SUCCESS ) return s;
  *out = m;
  return s;
}
static tpu_device_mem_t g_kept; static bool g_has = false;
tpu_status_t sgdnnHanded009 ( ARGS )
{
  tpu_device_mem_t m;
  if ( g_has ) m = g_kept; else { ALLOC ( m, 64 ); g_kept = m; g_has = true; }
  tpu_status_t s = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
  if ( s ) return s;
  return SG_SUCCESS;
}
tpu_status_t sgdnnHanded010 ( ARGS )
{
  tpu_device_mem_t m;
  std::unique_ptr < Guard > g;
  ALLOC ( m, 64 );
  g.reset ( new Guard { resource, m, true } );
  if ( mode ) return SG_FAILURE;
  return go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
}
tpu_status_t sgdnnHanded011 ( ARGS, Pool * pool )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  if ( pool ) pool->keep ( m );
  tpu_status_t s = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
  if ( !pool ) RELEASE ( m );
  return s;
}
