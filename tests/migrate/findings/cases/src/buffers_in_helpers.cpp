#include "sgdnn_api.h"
#include <cstdlib>
#include <cstring>
#include <vector>

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
#define ALLOC( m, s ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, s ) )
#define RETURN_IF_FAILED( call ) do { tpu_status_t status__ = call; if ( status__ != SG_SUCCESS ) return status__; } while ( 0 )
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
static tpu_status_t giveBuffer ( tpu_resource_t resource, tpu_device_mem_t * out )
{
  tpu_device_mem_t mem;
  RETURN_IF_FAILED ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  *out = mem;
  return SG_SUCCESS;
}
static void fillPlan ( tpu_resource_t resource, Plan * plan )
{
  ALLOC ( plan->ws.buffer, 64 );
  for ( int i = 0; i < plan->count; ++i ) ALLOC ( plan->mems[i], 64 );
}
static void dropPlan ( tpu_resource_t resource, Plan & plan )
{
  RELEASE ( plan.ws.buffer );
  for ( int i = 0; i < plan.count; ++i ) RELEASE ( plan.mems[i] );
}
static Workspace makeWorkspace ( tpu_resource_t resource )
{
  Workspace ws;
  ALLOC ( ws.buffer, 64 );
  ALLOC ( ws.index, 64 );
  ws.used = 0;
  return ws;
}
static void safeFree ( tpu_resource_t resource, tpu_device_mem_t & m )
{
  if ( sgdnnGetDeviceAddr ( m ) ) sgdnnFreeDevice ( resource, m );
}
static void maybeFree ( tpu_resource_t resource, tpu_device_mem_t * m, bool has )
{
  if ( has && m != nullptr ) sgdnnFreeDevice ( resource, *m );
}
static tpu_status_t allocTwo ( tpu_resource_t resource, tpu_device_mem_t * a, tpu_device_mem_t * b, unsigned long long size )
{
  tpu_status_t status = sgdnnMallocDeviceByte ( resource, a, size );
  if ( status != SG_SUCCESS ) return status;
  status = sgdnnMallocDeviceByte ( resource, b, size );
  if ( status != SG_SUCCESS ) sgdnnFreeDevice ( resource, *a );
  return status;
}
static void releaseValid ( tpu_resource_t resource, tpu_device_mem_t * mems, int n )
{
  for ( int i = 0; i < n; ++i )
    if ( sgdnnGetDeviceAddr ( mems[i] ) != 0 ) sgdnnFreeDevice ( resource, mems[i] );
}
static void releaseGuarded ( tpu_resource_t resource, tpu_device_mem_t & m )
{
  if ( !resource ) return;
  sgdnnFreeDevice ( resource, m );
}
struct Ctx { tpu_resource_t resource; tpu_device_mem_t a; tpu_device_mem_t b; bool hasB; };
static void freeCtx ( Ctx * ctx )
{
  sgdnnFreeDevice ( ctx->resource, ctx->a );
  if ( ctx->hasB ) sgdnnFreeDevice ( ctx->resource, ctx->b );
}
static tpu_status_t initCtx ( Ctx * ctx, tpu_resource_t resource, bool withB )
{
  ctx->resource = resource;
  ctx->hasB = false;
  if ( sgdnnMallocDeviceByte ( resource, &ctx->a, 64 ) != SG_SUCCESS ) return SG_FAILURE;
  if ( withB )
  {
    if ( sgdnnMallocDeviceByte ( resource, &ctx->b, 64 ) != SG_SUCCESS ) { sgdnnFreeDevice ( resource, ctx->a ); return SG_FAILURE; }
    ctx->hasB = true;
  }
  return SG_SUCCESS;
}
static void releaseTree ( tpu_resource_t resource, tpu_device_mem_t * mems, int n )
{
  if ( n <= 0 ) return;
  sgdnnFreeDevice ( resource, mems[n - 1] );
  releaseTree ( resource, mems, n - 1 );
}
template < typename T > static void releaseAny ( tpu_resource_t resource, T & m ) { sgdnnFreeDevice ( resource, m ); }
static tpu_status_t allocOrFail ( tpu_resource_t resource, tpu_device_mem_t & mem, bool ok )
{
  if ( !ok ) return SG_FAILURE;
  return sgdnnMallocDeviceByte ( resource, &mem, 64 );
}
static void fatal ( const char * what ) { printf ( "%s\n", what ); std::exit ( 1 ); }
static void refused ( const char * what ) { throw what; }
[[noreturn]] extern void stop ( int code );

tpu_status_t sgdnnSound001 ( ARGS )
{
  tpu_device_mem_t mems[3];
  for ( int i = 0; i < 3; ++i ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mems[i], 64 ) );
  SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mems[0] ), mode, non_blocking ) );
  releaseAll ( resource, mems, 3 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound012 ( ARGS )
{
  Plan plan;
  plan.count = 2;
  fillPlan ( resource, &plan );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( plan.ws.buffer ), mode, non_blocking );
  dropPlan ( resource, plan );
  return status;
}
tpu_status_t sgdnnSound013 ( ARGS )
{
  Workspace ws = makeWorkspace ( resource );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( ws.buffer ), mode, non_blocking );
  RELEASE ( ws.buffer );
  RELEASE ( ws.index );
  return status;
}
tpu_status_t sgdnnSound059 ( ARGS )
{
  tpu_device_mem_t mem;
  SAFE_CALL ( acquire ( resource, &mem, 64 ) );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  releaseOne ( resource, mem );
  return status;
}
tpu_status_t sgdnnSound060 ( ARGS )
{
  tpu_device_mem_t mem = acquired ( resource, 64 );
  if ( mode == 5 ) { releaseOne ( resource, mem ); return SG_FAILURE; }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  sgdnnFreeDevice ( resource, mem );
  return status;
}
tpu_status_t sgdnnSound091 ( ARGS )
{
  tpu_device_mem_t mem = {};
  if ( mode ) ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  safeFree ( resource, mem );
  return status;
}
tpu_status_t sgdnnSound092 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( mode ) ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  maybeFree ( resource, &mem, mode );
  return status;
}
tpu_status_t sgdnnSound093 ( ARGS )
{
  tpu_device_mem_t a, b;
  tpu_status_t status = allocTwo ( resource, &a, &b, 64 );
  if ( status != SG_SUCCESS ) return status;
  status = go ( resource, sgdnnGetDeviceAddr ( a ) + sgdnnGetDeviceAddr ( b ), mode, non_blocking );
  sgdnnFreeDevice ( resource, a );
  sgdnnFreeDevice ( resource, b );
  return status;
}
tpu_status_t sgdnnSound095 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems ( 4 );
  for ( auto & m : mems ) ALLOC ( m, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  releaseAll ( resource, mems.data (), ( int ) mems.size () );
  return status;
}
tpu_status_t sgdnnSound096 ( ARGS )
{
  tpu_device_mem_t mems[8];
  int n = input.dim;
  for ( int i = 0; i < n; ++i ) SAFE_CALL ( acquire ( resource, mems + i, 64 ) );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  releaseAll ( resource, mems, n );
  return status;
}
tpu_status_t sgdnnSound097 ( ARGS )
{
  Workspace ws = {};
  if ( mode > 3 ) SAFE_CALL ( acquire ( resource, &ws.buffer, 64 ) );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  safeFree ( resource, ws.buffer );
  return status;
}
tpu_status_t sgdnnSound098 ( ARGS )
{
  tpu_device_mem_t mems[4];
  int n = 0;
  SAFE_CALL ( acquire ( resource, &mems[n++], 64 ) );
  if ( mode ) SAFE_CALL ( acquire ( resource, &mems[n++], 64 ) );
  while ( n ) releaseOne ( resource, mems[--n] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2001 ( ARGS )
{
  tpu_device_mem_t mems[3] = {};
  ALLOC ( mems[0], 64 );
  if ( mode ) ALLOC ( mems[1], 64 );
  releaseValid ( resource, mems, 3 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2004 ( ARGS )
{
  tpu_device_mem_t mems[3];
  for ( int i = 0; i < 3; ++i ) ALLOC ( mems[i], 64 );
  releaseTree ( resource, mems, 3 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2005 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  releaseGuarded ( resource, mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2008 ( ARGS )
{
  Ctx ctx;
  SAFE_CALL ( initCtx ( &ctx, resource, mode > 1 ) );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( ctx.a ), mode, non_blocking );
  freeCtx ( &ctx );
  return status;
}
tpu_status_t sgdnnSound2042 ( ARGS )
{
  tpu_device_mem_t a;
  ALLOC ( a, 64 );
  releaseAny ( resource, a );
  tpu_device_mem_t b;
  ALLOC ( b, 64 );
  releaseAny < tpu_device_mem_t > ( resource, b );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed2002 ( ARGS )
{
  Ctx ctx;
  SAFE_CALL ( initCtx ( &ctx, resource, mode > 1 ) ); //! F02
  return go ( resource, sgdnnGetDeviceAddr ( ctx.a ), mode, non_blocking );
}
tpu_status_t sgdnnFlawed2009 ( ARGS )
{
  tpu_device_mem_t a;
  ALLOC ( a, 64 );
  releaseGuarded ( resource, a );
  releaseGuarded ( resource, a ); //! F14
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed035 ( ARGS )
{
  tpu_device_mem_t mem;
  SAFE_CALL ( acquire ( resource, &mem, 64 ) ); //! F02
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnFlawed036 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  releaseOne ( resource, mem );
  releaseOne ( resource, mem ); //! F14
  return status;
}
tpu_status_t sgdnnSound3006 ( ARGS )
{
  tpu_device_mem_t a, b, c;
  if ( sgdnnMallocDeviceByte ( resource, &a, 64 ) != SG_SUCCESS ) fatal ( "a" );
  if ( sgdnnMallocDeviceByte ( resource, &b, 64 ) != SG_SUCCESS ) refused ( "b" );
  if ( sgdnnMallocDeviceByte ( resource, &c, 64 ) != SG_SUCCESS ) stop ( 3 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( a ) + sgdnnGetDeviceAddr ( b ) + sgdnnGetDeviceAddr ( c ), mode, non_blocking );
  RELEASE ( a );
  RELEASE ( b );
  RELEASE ( c );
  return status;
}
