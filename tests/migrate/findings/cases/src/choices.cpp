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

#include <algorithm>
extern tpu_status_t prepareAll ( tpu_resource_t resource, int mode );
extern void setDims ( int * dims );
struct Op { bool inplace; int axis; };
#define FOR_EACH_DIM( i, t ) for ( int i = 0; i < ( t ).dim; ++i )
#define SCOPE_ALLOC( name, bytes ) tpu_device_mem_t name; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &name, bytes ) )
tpu_status_t sgdnnSound7001 ( ARGS )
{
  SCOPE_ALLOC ( m, 64 );
  FOR_EACH_DIM ( i, input ) { SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( m ), i, non_blocking ) ); }
  RELEASE ( m );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed7001 ( ARGS )
{
  SCOPE_ALLOC ( m, 64 ); //! F02
  FOR_EACH_DIM ( i, input ) { SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( m ), i, non_blocking ) ); }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound7003 ( ARGS, const Op * op )
{
  tpu_device_mem_t m;
  if ( !op->inplace ) ALLOC ( m, 64 );
  tpu_status_t status = go ( resource, op->inplace ? input.addr : sgdnnGetDeviceAddr ( m ), op->axis, non_blocking );
  if ( !op->inplace ) RELEASE ( m );
  return status;
}
tpu_status_t sgdnnSound7004 ( ARGS, Op op )
{
  tpu_device_mem_t m;
  if ( op.axis < 0 ) op.axis += input.dim;
  if ( op.axis != input.dim - 1 ) { op.inplace = false; }
  if ( !op.inplace ) ALLOC ( m, 64 );
  tpu_status_t status = go ( resource, op.inplace ? input.addr : sgdnnGetDeviceAddr ( m ), op.axis, non_blocking );
  if ( !op.inplace ) RELEASE ( m );
  return status;
}
tpu_status_t sgdnnSound7005 ( ARGS )
{
  tpu_device_mem_t m;
  int dims[4];
  setDims ( dims );
  if ( dims[0] == dims[1] ) ALLOC ( m, 64 );
  int total = 0;
  for ( int d : dims ) total += d;
  tpu_status_t status = go ( resource, input.addr, total, non_blocking );
  if ( dims[0] == dims[1] ) RELEASE ( m );
  return status;
}
tpu_status_t sgdnnSound7006 ( ARGS )
{
  tpu_device_mem_t m;
  const bool cast = input.dtype != output.dtype, big = sgdnnTensorBytes ( &input ) > 1024;
  tpu_status_t status = SG_SUCCESS;
  if ( cast && big ) { status = sgdnnMallocDeviceByte ( resource, &m, 64 ); }
  if ( status == SG_SUCCESS ) { status = go ( resource, cast && big ? sgdnnGetDeviceAddr ( m ) : input.addr, mode, non_blocking ); if ( cast && big ) RELEASE ( m ); }
  return status;
}
tpu_status_t sgdnnSound7007 ( ARGS )
{
  tpu_device_mem_t m;
  int mode2 = std::max ( mode, 1 );
  switch ( mode2 & 3 )
  {
    case 0: return go ( resource, input.addr, mode, non_blocking );
    case 1: { ALLOC ( m, 64 ); SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking ) ); RELEASE ( m ); break; }
    case 2: { ALLOC ( m, 64 ); if ( go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking ) ) { RELEASE ( m ); return SG_FAILURE; } RELEASE ( m ); } // fall through
    case 3: { ALLOC ( m, 128 ); } break;
  }
  if ( ( mode2 & 3 ) > 1 ) RELEASE ( m );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound7008 ( ARGS )
{
  tpu_device_mem_t a, b;
  ALLOC ( a, 64 );
  if ( sgdnnMallocDeviceByte ( resource, &b, 64 ) != SG_SUCCESS ) { goto free_a; }
  if ( go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking ) != SG_SUCCESS ) { goto free_b; }
  RELEASE ( b );
  RELEASE ( a );
  return SG_SUCCESS;
free_b:
  RELEASE ( b );
free_a:
  RELEASE ( a );
  return SG_FAILURE;
}
tpu_status_t sgdnnSound7009 ( ARGS )
{
  tpu_device_mem_t m;
  bool need = false;
  FOR_EACH_DIM ( i, input ) need = need || input.shape[i] != output.shape[i];
  if ( need ) ALLOC ( m, 64 );
  tpu_status_t status = go ( resource, need ? sgdnnGetDeviceAddr ( m ) : 0, mode, non_blocking );
  if ( need ) RELEASE ( m );
  return status;
}
tpu_status_t sgdnnSound7010 ( ARGS )
{
  tpu_device_mem_t m;
  bool need = std::any_of ( input.shape, input.shape + input.dim, [] ( int n ) { return n > 4; } );
  if ( need ) { ALLOC ( m, 64 ); }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( status == SG_SUCCESS && need ) RELEASE ( m );
  else if ( need ) { RELEASE ( m ); status = SG_FAILURE; }
  return status;
}
tpu_status_t sgdnnSound7011 ( ARGS )
{
  static const int table[256] = {};
  int code = sgdnnTPUKernelDType ( input.dtype );
  int key = code * 16 + mode;
  return go ( resource, input.addr, table[key], non_blocking );
}
tpu_status_t sgdnnFlawed7002 ( ARGS )
{
  static const int table[256] = {};
  int code = sgdnnTPUKernelDType ( input.dtype ); //! F07
  return go ( resource, input.addr + code * 16, table[mode], non_blocking );
}
