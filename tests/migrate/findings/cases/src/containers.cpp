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
#include <initializer_list>
extern int n_of ( int );
extern void keep ( tpu_device_mem_t m );
extern void fillSizes ( int * sizes, int n );
struct Args { tpu_device_mem_t * workspace; tpu_device_mem_t result; bool ownsResult; const char * name; };
struct Tile { int begin, end; tpu_device_mem_t mem; };
static tpu_device_mem_t pick ( tpu_device_mem_t a, tpu_device_mem_t b, bool first ) { return first ? a : b; }
static void releasePair ( tpu_resource_t resource, std::pair < tpu_device_mem_t, tpu_device_mem_t > & p )
{
  sgdnnFreeDevice ( resource, p.first );
  sgdnnFreeDevice ( resource, p.second );
}
static tpu_status_t reserve ( tpu_resource_t resource, std::vector < tpu_device_mem_t > & mems, int n )
{
  mems.resize ( n );
  for ( auto & m : mems )
  {
    tpu_status_t status = sgdnnMallocDeviceByte ( resource, &m, 64 );
    if ( status != SG_SUCCESS ) return status;
  }
  return SG_SUCCESS;
}
static void release ( tpu_resource_t resource, std::vector < tpu_device_mem_t > & mems )
{
  for ( auto & m : mems ) sgdnnFreeDevice ( resource, m );
  mems.clear ();
}
static bool reallocate ( tpu_resource_t resource, tpu_device_mem_t & m, size_t & have, size_t want )
{
  if ( want <= have ) return true;
  if ( have > 0 ) sgdnnFreeDevice ( resource, m );
  have = 0;
  if ( sgdnnMallocDeviceByte ( resource, &m, want ) != SG_SUCCESS ) return false;
  have = want;
  return true;
}
tpu_status_t sgdnnSound5001 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems;
  SAFE_CALL ( reserve ( resource, mems, 3 ) );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mems[0] ), mode, non_blocking );
  release ( resource, mems );
  return status;
}
tpu_status_t sgdnnSound5002 ( ARGS )
{
  tpu_device_mem_t m;
  size_t have = 0;
  for ( int i = 0; i < input.dim; ++i )
  {
    SGDNN_CHECK ( reallocate ( resource, m, have, ( size_t ) input.shape[i] ) );
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( m ), i, non_blocking ) );
  }
  if ( have > 0 ) sgdnnFreeDevice ( resource, m );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound5003 ( ARGS )
{
  std::pair < tpu_device_mem_t, tpu_device_mem_t > p;
  ALLOC ( p.first, 64 );
  ALLOC ( p.second, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( p.first ), mode, non_blocking );
  releasePair ( resource, p );
  return status;
}
tpu_status_t sgdnnSound5004 ( ARGS )
{
  tpu_device_mem_t a, b;
  ALLOC ( a, 64 );
  ALLOC ( b, 64 );
  tpu_device_mem_t first = pick ( a, b, mode > 1 ), second = pick ( b, a, mode > 1 );
  sgdnnFreeDevice ( resource, first );
  sgdnnFreeDevice ( resource, second );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound5005 ( ARGS )
{
  tpu_device_mem_t ws;
  Args args = { &ws, {}, false, "x" };
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, args.workspace, 64 ) );
  if ( mode ) { ALLOC ( args.result, 64 ); args.ownsResult = true; }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( *args.workspace ), mode, non_blocking );
  sgdnnFreeDevice ( resource, *args.workspace );
  if ( args.ownsResult ) RELEASE ( args.result );
  return status;
}
tpu_status_t sgdnnSound5006 ( ARGS )
{
  Tile tiles[2] = {};
  for ( auto & tile : tiles )
  {
    tile.end = tile.begin + 4;
    ALLOC ( tile.mem, 64 );
  }
  for ( const auto & tile : tiles ) SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( tile.mem ), tile.end, non_blocking ) );
  std::for_each ( std::begin ( tiles ), std::end ( tiles ), [ & ] ( Tile & t ) { RELEASE ( t.mem ); } );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound5007 ( ARGS )
{
  tpu_device_mem_t m;
  int sizes[4] = { 0, 0, 0, 0 };
  fillSizes ( sizes, 4 );
  if ( sizes[1] > 0 ) ALLOC ( m, sizes[1] );
  tpu_status_t status = go ( resource, sizes[1] > 0 ? sgdnnGetDeviceAddr ( m ) : 0, mode, non_blocking );
  if ( sizes[1] > 0 ) RELEASE ( m );
  return status;
}
tpu_status_t sgdnnSound5008 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  keep ( m );
  return go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
}
tpu_status_t sgdnnSound5009 ( ARGS )
{
  tpu_device_mem_t m;
  int i = 0;
  while ( i < 4 )
  {
    if ( i == 0 ) ALLOC ( m, 64 );
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( m ), i, non_blocking ) );
    if ( ++i == 4 ) RELEASE ( m );
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound5010 ( ARGS )
{
  tpu_device_mem_t m;
  for ( int i = 0; i < input.dim; ++i )
  {
    if ( i == 0 ) ALLOC ( m, 64 );
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( m ), i, non_blocking ) );
    if ( i == input.dim - 1 ) RELEASE ( m );
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound5011 ( ARGS )
{
  tpu_device_mem_t m[2];
  for ( auto i : { 0, 1 } ) ALLOC ( m[i], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( m[mode & 1] ), mode, non_blocking );
  for ( auto i : { 1, 0 } ) RELEASE ( m[i] );
  return status;
}
tpu_status_t sgdnnSound5012 ( ARGS )
{
  tpu_device_mem_t m;
  const char * what = mode ? "scratch" : nullptr;
  if ( what ) ALLOC ( m, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( what != nullptr ) RELEASE ( m );
  return status;
}
tpu_status_t sgdnnSound5013 ( ARGS )
{
  union { tpu_device_mem_t mem; unsigned long long raw; } u;
  ALLOC ( u.mem, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( u.mem ), mode, non_blocking );
  RELEASE ( u.mem );
  return status;
}
tpu_status_t sgdnnSound5014 ( ARGS )
{
  tpu_device_mem_t m;
  const int levels = std::min ( input.dim, 4 );
  const bool deep = levels > 2;
  if ( deep ) { ALLOC ( m, 64 ); }
  for ( int l = 0; l < levels; ++l )
  {
    if ( l > 2 && deep ) SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( m ), l, non_blocking ) );
  }
  if ( !deep ) return SG_SUCCESS;
  RELEASE ( m );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed5001 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems;
  SAFE_CALL ( reserve ( resource, mems, 3 ) ); //! F02
  return go ( resource, sgdnnGetDeviceAddr ( mems[0] ), mode, non_blocking );
}
tpu_status_t sgdnnFlawed5002 ( ARGS )
{
  tpu_device_mem_t m;
  size_t have = 0;
  SGDNN_CHECK ( reallocate ( resource, m, have, 64 ) ); //! F02
  return go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
}
tpu_status_t sgdnnFlawed5003 ( ARGS )
{
  std::pair < tpu_device_mem_t, tpu_device_mem_t > p;
  ALLOC ( p.first, 64 );
  ALLOC ( p.second, 64 );
  releasePair ( resource, p );
  RELEASE ( p.first ); //! F14
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed5004 ( ARGS )
{
  Tile tiles[2] = {};
  for ( auto & tile : tiles ) ALLOC ( tile.mem, 64 ); //! F02
  for ( int i = 0; i < 1; ++i ) RELEASE ( tiles[i].mem );
  return SG_SUCCESS;
}
