#include "sgdnn_api.h"
#include <vector>
#include <memory>
#include <functional>
#include <map>
#include <cstring>
#include <cstdlib>
#include <cassert>
#include <string>

static void releaseAll ( tpu_resource_t resource, tpu_device_mem_t * mems, int count )
{
  for ( int i = 0; i < count; ++i )
  {
    sgdnnFreeDevice ( resource, mems[i] );
  }
}
static void releaseOne ( tpu_resource_t resource, tpu_device_mem_t mem )
{
  sgdnnFreeDevice ( resource, mem );
}
static tpu_status_t acquire ( tpu_resource_t resource, tpu_device_mem_t * mem, unsigned long long size )
{
  return sgdnnMallocDeviceByte ( resource, mem, size );
}
static tpu_device_mem_t acquired ( tpu_resource_t resource, unsigned long long size )
{
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, size ) );
  return mem;
}
struct Scoped
{
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  Scoped ( tpu_resource_t r, unsigned long long size ) : resource ( r ) { SAFE_CALL ( sgdnnMallocDeviceByte ( r, &mem, size ) ); }
  ~Scoped () { sgdnnFreeDevice ( resource, mem ); }
};
struct Guard
{
  tpu_resource_t resource;
  tpu_device_mem_t & mem;
  Guard ( tpu_resource_t r, tpu_device_mem_t & m ) : resource ( r ), mem ( m ) {}
  ~Guard () { sgdnnFreeDevice ( resource, mem ); }
};
struct Deferred
{
  std::function < void () > action;
  ~Deferred () { action (); }
};
struct Workspace
{
  tpu_device_mem_t buffer;
  tpu_device_mem_t index;
  int used;
};
struct Plan
{
  Workspace ws;
  tpu_device_mem_t mems[4];
  int count;
};
#define RELEASE( m ) sgdnnFreeDevice ( resource, m )
#define RELEASE_IF( c, m ) do { if ( c ) { sgdnnFreeDevice ( resource, m ); } } while ( 0 )
#define ALLOC( m, s ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, s ) )
#define RETURN_IF_FAILED( call ) do { tpu_status_t status__ = call; if ( status__ != SG_SUCCESS ) return status__; } while ( 0 )
static void logStatus ( const char * what, tpu_status_t status ) { printf ( "%s %d\n", what, ( int ) status ); }
static tpu_status_t go ( tpu_resource_t resource, unsigned long long addr, int mode, bool non_blocking )
{
  sg_api_one_t api;
  memset ( &api, 0, sizeof ( api ) );
  api.input_global_addr = addr;
  api.mode = mode;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
#define ARGS tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking

extern tpu_status_t prepareAll ( tpu_resource_t resource, int mode );
static tpu_device_mem_t * g_slots[4];
static int g_count;
struct Node { tpu_device_mem_t mem; Node * next; };
static void freeList ( tpu_resource_t resource, Node * node )
{
  while ( node ) { Node * next = node->next; sgdnnFreeDevice ( resource, node->mem ); delete node; node = next; }
}
tpu_status_t sgdnnSound6001 ( ARGS )
{
  Node * head = nullptr;
  for ( int i = 0; i < input.dim; ++i )
  {
    Node * node = new Node;
    ALLOC ( node->mem, 64 );
    node->next = head;
    head = node;
  }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  freeList ( resource, head );
  return status;
}
tpu_status_t sgdnnSound6002 ( ARGS )
{
  Node a, b;
  a.next = &b;
  b.next = nullptr;
  for ( Node * n = &a; n; n = n->next ) ALLOC ( n->mem, 64 );
  for ( Node * n = &a; n; n = n->next ) RELEASE ( n->mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound6003 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  g_slots[g_count++] = &m;
  for ( int i = 0; i < g_count; ++i ) sgdnnFreeDevice ( resource, *g_slots[i] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound6004 ( ARGS )
{
  tpu_device_mem_t m;
  tpu_status_t ret = SG_SUCCESS;
  if ( mode == 0 ) goto done;
  ret = sgdnnMallocDeviceByte ( resource, &m, 64 );
  if ( ret != SG_SUCCESS ) goto done;
  ret = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
  if ( ret != SG_SUCCESS ) goto cleanup;
  ret = prepareAll ( resource, mode );
cleanup:
  RELEASE ( m );
done:
  return ret;
}
tpu_status_t sgdnnSound6005 ( ARGS )
{
  tpu_device_mem_t m;
  int attempts = 0;
  tpu_status_t ret;
  do
  {
    ret = sgdnnMallocDeviceByte ( resource, &m, 64 );
  }
  while ( ret != SG_SUCCESS && ++attempts < 3 );
  if ( ret != SG_SUCCESS ) return ret;
  ret = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
  RELEASE ( m );
  return ret;
}
tpu_status_t sgdnnSound6006 ( ARGS )
{
  tpu_device_mem_t m [ 3 ];
  tpu_status_t ret = SG_SUCCESS;
  int n = 0;
  for ( ; n < 3 && ret == SG_SUCCESS; ++n ) ret = sgdnnMallocDeviceByte ( resource, &m[n], 64 );
  if ( ret == SG_SUCCESS ) ret = go ( resource, sgdnnGetDeviceAddr ( m[0] ), mode, non_blocking );
  else --n;
  for ( int i = 0; i < n; ++i ) RELEASE ( m[i] );
  return ret;
}
tpu_status_t sgdnnSound6007 ( ARGS )
{
  tpu_device_mem_t m;
  if ( mode )
  {
    if ( sgdnnMallocDeviceByte ( resource, &m, 64 ) != SG_SUCCESS )
    {
      printf ( "no memory\n" );
      return SG_FAILURE;
    }
    if ( go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking ) != SG_SUCCESS )
    {
      printf ( "launch failed\n" );
      RELEASE ( m );
      return SG_FAILURE;
    }
    RELEASE ( m );
  }
  else if ( go ( resource, input.addr, mode, non_blocking ) != SG_SUCCESS ) return SG_FAILURE;
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound6008 ( ARGS )
{
  auto with = [ & ] ( unsigned long long bytes, const std::function < tpu_status_t ( tpu_device_mem_t ) > & body )
  {
    tpu_device_mem_t m;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, bytes ) );
    tpu_status_t status = body ( m );
    sgdnnFreeDevice ( resource, m );
    return status;
  };
  SAFE_CALL ( with ( 64, [ & ] ( tpu_device_mem_t m ) { return go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking ); } ) );
  return with ( 128, [ & ] ( tpu_device_mem_t m ) { return go ( resource, sgdnnGetDeviceAddr ( m ), 0, non_blocking ); } );
}
tpu_status_t sgdnnSound6009 ( ARGS )
{
  tpu_device_mem_t ping, pong;
  ALLOC ( ping, 64 );
  ALLOC ( pong, 64 );
  unsigned long long from = sgdnnGetDeviceAddr ( ping ), to = sgdnnGetDeviceAddr ( pong );
  for ( int i = 0; i < mode; ++i, std::swap ( from, to ) ) SAFE_CALL ( go ( resource, from, i, non_blocking ) );
  RELEASE ( ping );
  RELEASE ( pong );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound6010 ( ARGS )
{
  tpu_device_mem_t m;
  unsigned long long addr = input.addr;
  if ( !sgdnnIsTensorContiguous ( &input ) )
  {
    ALLOC ( m, 64 );
    addr = sgdnnGetDeviceAddr ( m );
  }
  tpu_status_t status = go ( resource, addr, mode, non_blocking );
  if ( addr != input.addr ) RELEASE ( m );
  return status;
}
tpu_status_t sgdnnSound6011 ( ARGS )
{
  tpu_device_mem_t m;
  SgdnnTensor_t work = input;
  if ( input.dtype != SGDNN_DTYPE_FP32 )
  {
    ALLOC ( m, 64 );
    work.addr = sgdnnGetDeviceAddr ( m );
    work.dtype = SGDNN_DTYPE_FP32;
  }
  tpu_status_t status = go ( resource, work.addr, mode, non_blocking );
  if ( work.dtype != input.dtype ) RELEASE ( m );
  return status;
}
tpu_status_t sgdnnSound6012 ( ARGS )
{
  tpu_device_mem_t m;
  int count = 0;
  for ( int i = 0; i < input.dim; ++i ) if ( input.shape[i] > 1 ) ++count;
  if ( count > 1 ) ALLOC ( m, 64 );
  tpu_status_t status = go ( resource, count > 1 ? sgdnnGetDeviceAddr ( m ) : input.addr, mode, non_blocking );
  if ( count >= 2 ) RELEASE ( m );
  return status;
}
tpu_status_t sgdnnFlawed6001 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 ); //! F11
  if ( mode )
    goto fail;
  RELEASE ( m );
  return SG_SUCCESS;
fail:
  return SG_FAILURE;
}
