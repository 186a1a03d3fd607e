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

#include <array>
extern void consume ( int );
extern int n_of ( int );
#define CHECK_DIM( t, n ) SGDNN_CHECK ( ( t ).dim == ( n ) )
#define IS_HALF( t ) ( ( t ).dtype == SGDNN_DTYPE_FP16 || ( t ).dtype == SGDNN_DTYPE_BF16 )
#define NOT_HALF( t ) ( ( t ).dtype != SGDNN_DTYPE_FP16 || ( t ).dtype != SGDNN_DTYPE_BF16 )
#define ASSIGNED( a, b ) ( ( a ) = ( b ) )
static bool tryLaunch ( tpu_resource_t resource, unsigned long long addr, bool nb )
{
  return go ( resource, addr, 1, nb ) == SG_SUCCESS;
}
template < typename T > struct Span { T * data; int size; };
tpu_status_t sgdnnMixed001 ( ARGS )
{
  CHECK_DIM ( input, 4 );
  CHECK_DIM ( input, output.dim );
  SGDNN_CHECK ( IS_HALF ( input ) );
  SGDNN_CHECK ( NOT_HALF ( input ) ); //! F09
  SGDNN_CHECK ( ASSIGNED ( input.dim, output.dim ) ); //! F01
  SGDNN_CHECK ( IS_HALF ( input ) || !IS_HALF ( output ) );
  SGDNN_CHECK ( IS_HALF ( input ) || !IS_HALF ( input ) ); //! F09
  SGDNN_CHECK ( input.dim == 4 || input.dim != output.dim );
  SGDNN_CHECK ( !( input.dim < 1 ) || mode );
  SGDNN_CHECK ( input.dim > 0 || input.dim < 8 ); //! F09
  SGDNN_CHECK ( input.shape[0] > 0 || input.shape[1] < 8 );
  SGDNN_CHECK ( ( input.dim != 3 || mode != 2 ) );
  SGDNN_CHECK ( input.dim < 8 || input.dim > 100 );
  SGDNN_CHECK ( mode >= 0 || mode <= 3 ); //! F09
  SGDNN_CHECK ( mode >= 0 ? input.dim > 0 : input.dim > 0 );
  SGDNN_CHECK ( tryLaunch ( resource, input.addr, non_blocking ) || tryLaunch ( resource, input.addr, non_blocking ) );
  SGDNN_CHECK ( tryLaunch ( resource, input.addr, non_blocking ) || !tryLaunch ( resource, input.addr, non_blocking ) );
  SGDNN_CHECK ( sgdnnDataSize ( input.dtype ) != 1 || sgdnnDataSize ( input.dtype ) != 2 ); //! F09
  SGDNN_CHECK ( mode == -1 || mode >= 0 );
  SGDNN_CHECK ( mode != -1 || mode != 1 ); //! F09
  SGDNN_CHECK ( mode != 1 || input.dim != 1 );
  SGDNN_CHECK ( input.addr != 0 || output.addr != 0 );
  SGDNN_CHECK ( input.addr || output.addr );
  SGDNN_CHECK ( &input != nullptr );
  SGDNN_CHECK ( mode == 0 || mode == 1 || mode == 2 );
  SGDNN_CHECK ( mode != 0 || mode != 1 || mode != 2 ); //! F09
  SGDNN_CHECK ( mode < 3 || mode == 3 || mode == 7 );
  SGDNN_CHECK ( mode <= 3 || mode >= 3 ); //! F09
  SGDNN_CHECK ( mode < 3 || mode > 3 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnMixed002 ( ARGS )
{
  tpu_device_mem_t mem;
  tpu_status_t status = SG_SUCCESS;
#if defined BACKEND_1684X
  if ( mode > 1 )
#endif
  {
    ALLOC ( mem, 64 );
  }
#if defined BACKEND_1684X
  if ( mode > 1 )
#endif
  {
    status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
    RELEASE ( mem );
  }
  return status;
}
tpu_status_t sgdnnMixed003 ( ARGS )
{
  tpu_device_mem_t mem;
#if defined BACKEND_1684X
  const bool pooled = true;
#else
  const bool pooled = false;
#endif
  if ( !pooled ) ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, pooled ? input.addr : sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( !pooled ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnMixed004 ( ARGS )
{
  tpu_device_mem_t mem;
#if defined BACKEND_1684X
  if ( mode ) ALLOC ( mem, 64 ); //! F11
#else
  if ( input.dim ) ALLOC ( mem, 64 );
#endif
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( input.dim ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnMixed005 ( ARGS )
{
  std::array < tpu_status_t, 2 > all;
  all[0] = go ( resource, input.addr, 0, non_blocking );
  all.at ( 1 ) = go ( resource, input.addr, 1, non_blocking );
  for ( auto s : all ) if ( s ) return s;
  Span < tpu_status_t > span { all.data (), 2 };
  *span.data = go ( resource, input.addr, 2, non_blocking );
  span.data[1] = go ( resource, input.addr, 3, non_blocking );
  return all[0] ? all[0] : all[1];
}
static bool sgdnnMixed006 ( ARGS )
{
  Span < tpu_status_t > span { nullptr, 2 };
  return span.size;
}
static bool sgdnnMixed007 ( ARGS )
{
  bool results[2] = { false, false };
  results[0] = go ( resource, input.addr, 0, non_blocking ) == SG_SUCCESS;
  return results[0];
}
static bool sgdnnMixed008 ( ARGS )
{
  auto ok = go ( resource, input.addr, 0, non_blocking ) == SG_SUCCESS;
  auto done = !go ( resource, input.addr, 0, non_blocking );
  return mode ? ok : done;
}
static bool sgdnnMixed009 ( ARGS )
{
  tpu_status_t s = go ( resource, input.addr, 0, non_blocking );
  const bool bad = s;
  return bad ? false : true;
}
static bool sgdnnMixed010 ( ARGS )
{
  int count = 0;
  for ( int i = 0; i < 3; ++i ) count += go ( resource, input.addr, i, non_blocking ) == SG_SUCCESS;
  return count;
}
tpu_status_t sgdnnMixed011 ( ARGS )
{
  int host = 0;
  auto fetch = [ & ] { return sgdnnMemcpyD2S ( resource, &host, sgdnnMemFromDevice ( input.addr, 4 ), 4 ); };
  SAFE_CALL ( fetch () );
  const bool big = host > 3; //! F06
  return big ? SG_FAILURE : SG_SUCCESS;
}
tpu_status_t sgdnnMixed012 ( ARGS )
{
  float host[4];
  float * cursor = host;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, cursor, sgdnnMemFromDevice ( input.addr, 16 ), 16 ) );
  do { if ( sgdnnSync ( resource ) == SG_SUCCESS ) break; } while ( true );
  consume ( ( int ) *cursor );
  return SG_SUCCESS;
}
tpu_status_t sgdnnMixed013 ( ARGS )
{
  float host[4];
  float * cursor = host + 2;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host, sgdnnMemFromDevice ( input.addr, 16 ), 16 ) );
  consume ( ( int ) *cursor ); //! F06
  return SG_SUCCESS;
}
tpu_status_t sgdnnMixed014 ( ARGS )
{
  int count = 0;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &count, sgdnnMemFromDevice ( input.addr, 4 ), 4 ) );
#if defined BACKEND_SG2260
  SAFE_CALL ( sgdnnSync ( resource ) );
#endif
  while ( count-- > 0 ) consume ( count );
  return SG_SUCCESS;
}
tpu_status_t sgdnnMixed015 ( ARGS )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr; //! F08
  for ( int i = 0; i < 8; ++i ) api.shape[i] = input.shape[i];
#if defined BACKEND_1684X
  api.mode = mode; api.dim = input.dim;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  api.dim = input.dim;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnMixed016 ( ARGS )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
#if defined BACKEND_1684X
  api.mode = mode; api.dim = input.dim;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  auto put = [] ( sg_api_one_t & a, int m ) { a.mode = m; a.dim = 2; };
  put ( api, mode );
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnMixed017 ( ARGS )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  if ( mode > 3 )
  {
    api.mode = mode;
#if defined BACKEND_1684X
    api.dim = input.dim;
#else
    std::swap ( api.dim, mode );
#endif
  }
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
#endif
}
