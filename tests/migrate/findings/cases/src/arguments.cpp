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
extern void probeInto ( int * );
#define LAUNCH1( name ) sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) NB )
#if defined BACKEND_1684X
#define NB
#else
#define NB , non_blocking
#endif
extern void consume ( int );
extern void fillApi ( sg_api_one_t * api, int mode );
extern void fillRef ( sg_api_one_t & api );
tpu_status_t sgdnnRead001 ( ARGS )
{
  int host = 0;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host, sgdnnMemFromDevice ( input.addr, 4 ), 4 ) );
  consume ( host ); //! F06
  return SG_SUCCESS;
}
tpu_status_t sgdnnRead002 ( ARGS )
{
  int host = 0;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host, sgdnnMemFromDevice ( input.addr, 4 ), 4 ) );
  SAFE_CALL ( sgdnnSync ( resource ) );
  consume ( host );
  return SG_SUCCESS;
}
tpu_status_t sgdnnRead003 ( ARGS )
{
  int host[4];
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host, sgdnnMemFromDevice ( input.addr, 16 ), 16 ) );
#ifdef BACKEND_SG2260
  tpuRtStreamSynchronize ( resource ); //! F04
#endif
  for ( int i = 0; i < 4; ++i ) consume ( host[i] );
  return SG_SUCCESS;
}
static void waitFor ( tpu_resource_t resource ) { SAFE_CALL ( sgdnnSync ( resource ) ); }
static void waitIndirect ( tpu_resource_t resource ) { waitFor ( resource ); }
tpu_status_t sgdnnRead004 ( ARGS )
{
  int host[4];
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host, sgdnnMemFromDevice ( input.addr, 16 ), 16 ) );
  waitFor ( resource );
  consume ( host[2] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnRead005 ( ARGS )
{
  int host[4];
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host, sgdnnMemFromDevice ( input.addr, 16 ), 16 ) );
  waitIndirect ( resource );
  consume ( host[2] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnRead006 ( ARGS )
{
  std::vector < int > host ( 4 );
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host.data (), sgdnnMemFromDevice ( input.addr, 16 ), 16 ) );
  int sum = 0;
  for ( int v : host ) sum += v; //! F06
  consume ( sum );
  return SG_SUCCESS;
}
tpu_status_t sgdnnRead007 ( ARGS )
{
  int host = 0;
  auto wait = [ & ] { SAFE_CALL ( sgdnnSync ( resource ) ); };
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host, sgdnnMemFromDevice ( input.addr, 4 ), 4 ) );
  wait ();
  consume ( host );
  return SG_SUCCESS;
}
tpu_status_t sgdnnRead008 ( ARGS )
{
  int host = 0, other = 1;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host, sgdnnMemFromDevice ( input.addr, 4 ), 4 ) );
  consume ( other );
  host = 3;
  consume ( host );
  return SG_SUCCESS;
}
tpu_status_t sgdnnRead009 ( ARGS )
{
  int host = 0;
  int * p = &host;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, p, sgdnnMemFromDevice ( input.addr, 4 ), 4 ) );
  if ( mode ) SAFE_CALL ( sgdnnSync ( resource ) );
  return host > 2 ? SG_FAILURE : SG_SUCCESS; //! F06
}
tpu_status_t sgdnnRead010 ( ARGS )
{
  int host[2] = { 0, 0 };
  for ( int i = 0; i < 2; ++i ) SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host[i], sgdnnMemFromDevice ( input.addr + i, 4 ), 4 ) );
  int total = host[0] //! F06
            + host[1];
  consume ( total );
  return SG_SUCCESS;
}
tpu_status_t sgdnnRead011 ( ARGS )
{
  struct { int count; int rest; } host;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host, sgdnnMemFromDevice ( input.addr, 8 ), 8 ) );
  consume ( host.count ); //! F06
  return SG_SUCCESS;
}
tpu_status_t sgdnnRead012 ( ARGS, int * result )
{
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, result, sgdnnMemFromDevice ( input.addr, 8 ), 8 ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnRead013 ( ARGS, int * result )
{
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, result, sgdnnMemFromDevice ( input.addr, 8 ), 8 ) );
  for ( int i = 0; i < 2; ++i ) result[i] += 1; //! F06
  return SG_SUCCESS;
}
tpu_status_t sgdnnRead014 ( ARGS )
{
  int host = 0;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host, sgdnnMemFromDevice ( input.addr, 4 ), 4 ) );
  size_t n = sizeof ( host );
  int * where = &host;
  consume ( ( int ) n );
  SAFE_CALL ( sgdnnSync ( resource ) );
  consume ( *where );
  return SG_SUCCESS;
}
tpu_status_t sgdnnRead015 ( ARGS )
{
  tpu_device_mem_t mem;
  int host = 0;
  ALLOC ( mem, 4 );
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host, mem, 4 ) );
  RELEASE ( mem );
  return host ? SG_FAILURE : SG_SUCCESS; //! F06
}
tpu_status_t sgdnnCode001 ( ARGS )
{
  tpu_device_mem_t mem;
  int code = sgdnnTPUKernelDType ( input.dtype ); //! F07
  ALLOC ( mem, input.dim * code );
  RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnCode002 ( ARGS )
{
  sg_api_one_t api = {};
  int code = sgdnnTPUKernelDType ( input.dtype );
  api.dtype = code;
  api.mode = code == 5 ? 1 : 0;
  if ( code > 3 ) api.mode |= 4;
  api.dim = code & 1;
  api.shape[0] = code >> 1;
  return LAUNCH1 ( "tpu_kernel_api_one" );
}
tpu_status_t sgdnnCode003 ( ARGS )
{
  int sizes[2] = { ( int ) sgdnnDataSize ( input.dtype ), sgdnnTPUKernelDType ( input.dtype ) };
  tpu_device_mem_t mem;
  ALLOC ( mem, input.dim * sizes[0] );
  RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnCode004 ( ARGS )
{
  auto width = [ & ] ( SgdnnDataType_t t ) { return sgdnnTPUKernelDType ( t ); }; //! F07
  unsigned long long bytes = 4;
  bytes *= width ( input.dtype );
  tpu_device_mem_t mem;
  ALLOC ( mem, bytes );
  RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnCode005 ( ARGS )
{
  struct { int code; int size; } info = { sgdnnTPUKernelDType ( input.dtype ), ( int ) sgdnnDataSize ( input.dtype ) };
  tpu_device_mem_t mem;
  ALLOC ( mem, input.dim * info.size );
  RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFields001 ( ARGS )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr; //! F08
#if defined BACKEND_1684X
  api.mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnFields002 ( ARGS )
{
  sg_api_one_t api;
  memset ( &api, 0, sizeof ( api ) );
  api.input_global_addr = input.addr;
#if defined BACKEND_1684X
  api.mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnFields003 ( ARGS )
{
  sg_api_one_t api;
  fillApi ( &api, mode );
  api.input_global_addr = input.addr;
#if defined BACKEND_1684X
  api.mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnFields004 ( ARGS )
{
  sg_api_one_t api;
  fillRef ( api );
  api.input_global_addr = input.addr;
#if defined BACKEND_1684X
  api.mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnFields005 ( ARGS )
{
  sg_api_one_t api;
  sg_api_one_t * p = &api;
  p->input_global_addr = input.addr;
#if defined BACKEND_1684X
  p->mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  ( *p ).mode = mode + 1;
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnFields006 ( ARGS )
{
  sg_api_one_t base = { .input_global_addr = input.addr };
  sg_api_one_t api;
  api = base;
#if defined BACKEND_1684X
  api.mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnFields007 ( ARGS )
{
  sg_api_one_t base = {};
  sg_api_one_t api;
  memcpy ( &api, &base, sizeof ( api ) );
#if defined BACKEND_1684X
  api.mode = mode;
  api.dim = 2;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  api.dim = 2;
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnFields008 ( ARGS )
{
  sg_api_one_t api;
  auto set = [ & ] ( int m ) { api.mode = m; };
  api.dim = 3;
#if defined BACKEND_1684X
  set ( 2 );
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  set ( 1 );
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnFields009 ( ARGS )
{
  sg_api_one_t api;
  api.dim = 3;
#if defined BACKEND_1684X
  for ( int i = 0; i < 8; ++i ) api.shape[i] = input.shape[i];
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  memcpy ( api.shape, input.shape, sizeof ( api.shape ) );
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnFields010 ( ARGS )
{
  sg_api_one_t api;
  api.dim = 3;
#if defined BACKEND_1684X
  api.mode = 1;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  probeInto ( &api.mode );
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnFields011 ( ARGS )
{
  sg_api_one_t api;
  api.dim = 3;
#if defined BACKEND_1684X
  api.mode = 1;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  int & m = api.mode;
  m = 4;
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnFields012 ( ARGS )
{
  sg_api_one_t api;
  api.dim = 3;
  fillRef ( api );
  api.mode = 2;
#if defined BACKEND_1684X
  api.value = 1.f;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  std::fill_n ( ( char * ) &api, sizeof ( api ), 0 );
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
struct ApiInit : sg_api_one_t { ApiInit () { memset ( this, 0, sizeof ( *this ) ); } };
tpu_status_t sgdnnFields013 ( ARGS )
{
  ApiInit api;
  api.dim = 3;
#if defined BACKEND_1684X
  api.value = 1.f;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnKernel001 ( ARGS )
{
  sg_api_two_t api = {};
  return LAUNCH1 ( "tpu_kernel_api_tow" ); //! F13
}
tpu_status_t sgdnnKernel002 ( ARGS )
{
  sg_api_two_t api = {};
  return LAUNCH1 ( "tpu_kernel_api_two" );
}
tpu_status_t sgdnnKernel003 ( ARGS )
{
  sg_api_small_t api = {};
  return LAUNCH1 ( "tpu_kernel_api_two" ); //! F12
}
tpu_status_t sgdnnKernel004 ( ARGS )
{
  sg_api_small_t api = {};
  return LAUNCH1 ( "tpu_kernel_api_scale" );
}
#if defined BACKEND_1684X
#define SUFFIX ""
#else
#define SUFFIX "_multi_core"
#endif
#define KERNEL( x ) "tpu_kernel_api_" #x
tpu_status_t sgdnnKernel005 ( ARGS )
{
  sg_api_small_t api = {};
  return LAUNCH1 ( "tpu_kernel_api_scale" SUFFIX );
}
tpu_status_t sgdnnKernel006 ( ARGS )
{
  sg_api_one_t api = {};
  SAFE_CALL ( LAUNCH1 ( KERNEL ( one ) ) );
  SAFE_CALL ( LAUNCH1 ( KERNEL ( oen ) ) ); //! F13
  return LAUNCH1 ( mode ? KERNEL ( one ) : "tpu_kernel_api_one_multi_core" );
}
tpu_status_t sgdnnKernel007 ( ARGS )
{
  sg_api_one_t api = {};
  std::string name = "tpu_kernel_api_one";
  name += "_multi_core";
  return LAUNCH1 ( name.c_str () );
}
tpu_status_t sgdnnKernel008 ( ARGS )
{
  sg_api_one_t api = {};
  std::string name = "tpu_kernel_api_one";
  if ( mode ) name += "_multi_core";
  return LAUNCH1 ( name.c_str () );
}
tpu_status_t sgdnnKernel009 ( ARGS )
{
  sg_api_one_t api = {};
  char name[64];
  snprintf ( name, sizeof ( name ), "tpu_kernel_api_%s", mode ? "one" : "one_multi_core" );
  return LAUNCH1 ( name );
}
tpu_status_t sgdnnKernel010 ( ARGS )
{
  sg_api_one_t api = {};
  static const char * const names[] = { "tpu_kernel_api_one", "tpu_kernel_api_eno" };
  return LAUNCH1 ( names[mode & 1] ); //! F13
}
tpu_status_t sgdnnKernel011 ( ARGS )
{
  sg_api_one_t api = {};
  const char * name = nullptr;
  switch ( mode ) { case 0: name = "tpu_kernel_api_one"; break; case 1: name = "tpu_kernel_api_onne"; break; default: return SG_FAILURE; }
  return LAUNCH1 ( name ); //! F13
}
static tpu_status_t launchAny ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
  return sgdnnTPUKernelLaunch ( resource, name, api, size NB );
}
tpu_status_t sgdnnKernel012 ( ARGS )
{
  sg_api_one_t api = {};
  return launchAny ( resource, "tpu_kernel_api_nnoe", &api, sizeof ( api ), non_blocking ); //! F13
}
tpu_status_t sgdnnKernel013 ( ARGS )
{
  sg_api_one_t api = {};
  printf ( "tpu_kernel_api_none" );
  return launchAny ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
}
tpu_status_t sgdnnKernel014 ( ARGS )
{
  sg_api_list_t apis[2] = {};
  for ( int i = 0; i < 2; ++i )
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_list", &apis[i], sizeof ( apis[i] ) NB ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnKernel015 ( ARGS )
{
  union { sg_api_list_t list; sg_api_small_t small; } api;
  memset ( &api, 0, sizeof ( api ) );
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_list", &api.list, sizeof ( api.list ) NB );
}
typedef sg_api_two_t sg_api_zwei_t;
tpu_status_t sgdnnKernel016 ( ARGS )
{
  sg_api_zwei_t api = {};
  return LAUNCH1 ( "tpu_kernel_api_two" );
}
tpu_status_t sgdnnKernel017 ( ARGS )
{
  struct sg_api_two_w { sg_api_two_t api; } w = {};
  sg_api_two_t & api = w.api;
  return LAUNCH1 ( "tpu_kernel_api_two" );
}
tpu_status_t sgdnnKernel018 ( ARGS )
{
  auto api = sg_api_two_t {};
  return LAUNCH1 ( "tpu_kernel_api_two" );
}

static tpu_device_mem_t g_template;
#include <array>
#define NBOF non_blocking
extern void setMem ( tpu_device_mem_t * mem, unsigned long long addr );
extern void setMemRef ( tpu_device_mem_t & mem );
extern tpu_device_mem_t memOf ( const SgdnnTensor_t * tensor );
extern std::string kernelOf ( int mode );
extern sg_api_one_t makeApi ( int mode );
struct Stream { tpu_resource_t resource; void wait (); void synchronize (); };
struct Pool { tpu_device_mem_t get ( int ); tpu_device_mem_t mems[4]; int n; };
static Pool & pool () { static Pool p; return p; }
static sg_api_one_t zeroApi () { sg_api_one_t api; memset ( &api, 0, sizeof ( api ) ); return api; }
static void common ( sg_api_one_t * api, SgdnnTensor_t input ) { api->input_global_addr = input.addr; api->dim = input.dim; api->mode = 3; }
tpu_status_t sgdnnSound3001 ( ARGS )
{
  tpu_device_mem_t mem;
  setMem ( &mem, input.addr );
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnSound3002 ( ARGS )
{
  tpu_device_mem_t mem, other;
  setMemRef ( mem );
  other = memOf ( &input );
  Pool & p = pool ();
  auto third = p.get ( 2 );
  tpu_device_mem_t fourth = p.mems[1];
  return go ( resource, sgdnnGetDeviceAddr ( mem ) + sgdnnGetDeviceAddr ( other ) + sgdnnGetDeviceAddr ( third ) + sgdnnGetDeviceAddr ( fourth ), mode, non_blocking );
}
tpu_status_t sgdnnSound3003 ( ARGS )
{
  tpu_device_mem_t mem;
#if defined BACKEND_1684X
  mem.u.device.device_addr = input.addr;
  mem.size = 64;
#else
  mem = ( void * ) input.addr;
#endif
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnSound3004 ( ARGS )
{
  tpu_device_mem_t mems[2];
  for ( int i = 0; i < 2; ++i ) mems[i] = sgdnnMemFromDevice ( i ? input.addr : output.addr, 64 );
  unsigned long long sum = 0;
  for ( auto & m : mems ) sum += sgdnnGetDeviceAddr ( m );
  return go ( resource, sum, mode, non_blocking );
}
tpu_status_t sgdnnSound3005 ( ARGS )
{
  tpu_device_mem_t mem;
  memcpy ( &mem, &g_template, sizeof ( mem ) );
  tpu_device_mem_t copy;
  std::memcpy ( &copy, &mem, sizeof ( copy ) );
  return go ( resource, sgdnnGetDeviceAddr ( copy ), mode, non_blocking );
}
tpu_status_t sgdnnSound3007 ( ARGS )
{
  tpu_device_mem_t mem;
  unsigned long long addr = input.addr;
  const bool copy = input.dtype == SGDNN_DTYPE_INT64;
  if ( copy ) ALLOC ( mem, 64 );
  addr = copy ? sgdnnGetDeviceAddr ( mem ) : addr;
  tpu_status_t status = go ( resource, addr, mode, non_blocking );
  if ( copy ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound3008 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( mode > 2 ) { ALLOC ( mem, 64 ); }
  else if ( mode > 0 ) { mem = sgdnnMemFromDevice ( input.addr, 64 ); }
  else { return SG_FAILURE; }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( mode > 2 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound3009 ( ARGS )
{
  struct Job { tpu_device_mem_t mem; bool own; } jobs[2];
  for ( int i = 0; i < 2; ++i )
  {
    jobs[i].own = i == 0;
    if ( jobs[i].own ) { ALLOC ( jobs[i].mem, 64 ); }
    else { jobs[i].mem = sgdnnMemFromDevice ( input.addr, 64 ); }
  }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( jobs[0].mem ) + sgdnnGetDeviceAddr ( jobs[1].mem ), mode, non_blocking );
  for ( auto & job : jobs ) if ( job.own ) RELEASE ( job.mem );
  return status;
}
tpu_status_t sgdnnSound3010 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  bool released = false;
  for ( int i = 0; i < input.dim; ++i )
  {
    if ( input.shape[i] == 0 && !released ) { RELEASE ( mem ); released = true; }
  }
  if ( !released ) RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3011 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  if ( go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) != SG_SUCCESS ) { RELEASE ( mem ); throw 3; }
  RELEASE ( mem );
  mem = sgdnnMemFromDevice ( input.addr, 64 );
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnSound3012 ( ARGS )
{
  tpu_device_mem_t mem;
  for ( int i = 0; i < 2; ++i )
  {
    ALLOC ( mem, 64 );
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) );
    RELEASE ( mem );
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3013 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  tpu_device_mem_t * owner = &mem;
  if ( mode ) { sgdnnFreeDevice ( resource, *owner ); owner = nullptr; }
  if ( owner ) sgdnnFreeDevice ( resource, *owner );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3014 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems ( 2 );
  for ( auto & m : mems ) ALLOC ( m, 64 );
  while ( !mems.empty () ) { sgdnnFreeDevice ( resource, mems.back () ); mems.pop_back (); }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3015 ( ARGS )
{
  tpu_device_mem_t mems[4];
  for ( int i = 0; i < 4; ++i ) ALLOC ( mems[i], 64 );
  for ( int i = 0; i < 4; i += 2 ) { RELEASE ( mems[i] ); RELEASE ( mems[i + 1] ); }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3016 ( ARGS )
{
  tpu_device_mem_t mems[64];
  for ( int i = 0; i < 64; ++i ) ALLOC ( mems[i], 64 );
  for ( int i = 0; i < 64; ++i ) RELEASE ( mems[i] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3017 ( ARGS )
{
  tpu_device_mem_t mem [ 2 ];
  int cur = 0;
  ALLOC ( mem[0], 64 );
  ALLOC ( mem[1], 64 );
  for ( int i = 0; i < mode; ++i ) { SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mem[cur] ), i, non_blocking ) ); cur = 1 - cur; }
  RELEASE ( mem[cur] );
  RELEASE ( mem[1 - cur] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3018 ( ARGS )
{
  tpu_device_mem_t mem [ 2 ];
  ALLOC ( mem[0], 64 );
  ALLOC ( mem[1], 64 );
  int first = mode & 1;
  RELEASE ( mem[first] );
  RELEASE ( mem[first ^ 1] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3020 ( ARGS )
{
  int host = 0;
  Stream stream { resource };
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host, sgdnnMemFromDevice ( input.addr, 4 ), 4 ) );
  stream.wait ();
  consume ( host );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3021 ( ARGS )
{
  int host = 0;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host, sgdnnMemFromDevice ( input.addr, 4 ), 4 ) );
  if ( sgdnnSync ( resource ) != SG_SUCCESS ) return SG_FAILURE;
  return host ? SG_FAILURE : SG_SUCCESS;
}
tpu_status_t sgdnnSound3022 ( ARGS )
{
  int host[2] = { 0, 0 };
  for ( int i = 0; i < 2; ++i )
  {
    SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host[i], sgdnnMemFromDevice ( input.addr, 4 ), 4 ) );
    SAFE_CALL ( sgdnnSync ( resource ) );
    consume ( host[i] );
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3023 ( ARGS )
{
  int host = 0;
  for ( int i = 0; i < 2; ++i ) SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host, sgdnnMemFromDevice ( input.addr, 4 ), 4 ) );
  printf ( "copied to %p\n", ( void * ) &host );
  consume ( mode );
  SAFE_CALL ( sgdnnSync ( resource ) );
  consume ( host );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3024 ( ARGS, float * result )
{
  std::vector < float > host ( 16 );
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host.data (), sgdnnMemFromDevice ( input.addr, 64 ), host.size () * 4 ) );
  SAFE_CALL ( sgdnnSync ( resource ) );
  std::copy ( host.begin (), host.end (), result );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3025 ( ARGS )
{
  std::vector < float > host ( 16 );
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host.data (), sgdnnMemFromDevice ( input.addr, 64 ), 64 ) );
  const size_t n = host.size ();
  SAFE_CALL ( sgdnnSync ( resource ) );
  consume ( ( int ) host[n - 1] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3030 ( ARGS )
{
  sg_api_one_t api = zeroApi ();
#if defined BACKEND_1684X
  api.mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnSound3031 ( ARGS )
{
  sg_api_one_t api;
  api = makeApi ( mode );
#if defined BACKEND_1684X
  api.mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnSound3032 ( ARGS )
{
  sg_api_one_t api;
  common ( &api, input );
#if defined BACKEND_1684X
  api.mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnSound3033 ( ARGS )
{
  std::vector < sg_api_one_t > apis ( 1 );
  auto & api = apis[0];
  api.dim = 2;
#if defined BACKEND_1684X
  api.mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnSound3034 ( ARGS )
{
  sg_api_one_t api;
  if ( mode ) api.mode = 2; else api.mode = 3;
  switch ( input.dim ) { case 1: api.dim = 1; break; default: api.dim = 2; }
#if defined BACKEND_1684X
  api.value = 2;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  ( mode ? api.value : api.value ) = 3;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnSound3035 ( ARGS )
{
  sg_api_one_t api;
  auto fill = [ & ] { memset ( &api, 0, sizeof ( api ) ); };
  fill ();
#if defined BACKEND_1684X
  api.value = 2;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnSound3036 ( ARGS )
{
  sg_api_one_t api;
  unsigned char * bytes = ( unsigned char * ) &api;
  for ( size_t i = 0; i < sizeof ( api ); ++i ) bytes[i] = 0;
#if defined BACKEND_1684X
  api.value = 2;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  api.dim = 2;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
#endif
}
tpu_status_t sgdnnSound3040 ( ARGS )
{
  sg_api_one_t api = {};
  std::string name = "tpu_kernel_api_";
  name.append ( mode ? "one" : "one_multi_core" );
  std::string second = "tpu_kernel_api_" + std::to_string ( mode );
  std::string third = kernelOf ( mode );
  const std::string fourth = std::string ( "tpu_kernel_api_" ) + "one";
  char fifth[64] = "tpu_kernel_api_";
  strcat ( fifth, "one" );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str (), &api, sizeof ( api ) NB ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, second.c_str (), &api, sizeof ( api ) NB ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, third.c_str (), &api, sizeof ( api ) NB ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, fourth.c_str (), &api, sizeof ( api ) NB ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, fifth, &api, sizeof ( api ) NB ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound3041 ( ARGS )
{
  sg_api_one_t api = {};
  std::string name;
  name = "tpu_kernel_api_one";
  if ( mode ) name.insert ( name.size (), "_multi_core" );
  name.replace ( 0, 0, "" );
  return sgdnnTPUKernelLaunch ( resource, name.c_str (), &api, sizeof ( api ) NB );
}
tpu_status_t sgdnnSound3042 ( ARGS )
{
  sg_api_one_t api = {};
  const char * base = "not_a_kernel";
  if ( mode ) base = "tpu_kernel_api_one";
  if ( !mode ) return SG_FAILURE;
  return sgdnnTPUKernelLaunch ( resource, base, &api, sizeof ( api ) NB );
}
tpu_status_t sgdnnSound3050 ( ARGS )
{
  sg_api_one_t api = {};
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = ( api.dtype << 4 ) | mode;
  int bits = ( int ) sgdnnDataSize ( input.dtype ) * 8;
  api.dim = bits + api.dtype;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) NB );
}
tpu_status_t sgdnnSound3051 ( ARGS )
{
  int table[4] = { sgdnnTPUKernelDType ( input.dtype ), 1, 2, 3 }; //! F07
  unsigned long long bytes = 1;
  for ( int i = 0; i < input.dim; ++i ) bytes *= input.shape[i];
  bytes *= table[0];
  consume ( ( int ) bytes );
  return SG_SUCCESS;
}
static unsigned long long bytesOf ( int count, int width ) { return ( unsigned long long ) count * width; }
tpu_status_t sgdnnSound3052 ( ARGS )
{
  consume ( ( int ) bytesOf ( input.dim, sgdnnTPUKernelDType ( input.dtype ) ) ); //! F07
  return SG_SUCCESS;
}

tpu_status_t sgdnnSound3053 ( ARGS )
{
  sg_api_list_t list;
  memset ( list.sizes, 0, sizeof ( list.sizes ) );
  memset ( &list.list_global_addr, 0, sizeof ( list.list_global_addr ) );
  list.output_global_addr = output.addr;
  list.count = mode;
#if defined BACKEND_1684X
  list.sizes[2] = 3;
  list.list_global_addr[1] = input.addr;
#endif
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_list", &list, sizeof ( list ) NB );
}
static const char * eitherKernel ( int mode )
{
  if ( mode > 3 ) return "tpu_kernel_api_" "two";
  switch ( mode ) { case 1: return mode ? "tpu_kernel_api_two" : "tpu_kernel_api_twice"; default: break; }
  return nullptr;
}
static const char * soundKernel ( int mode ) { return mode ? "tpu_kernel_api_two" : "tpu_kernel_api_two_multi_core"; }
static const char * anyKernel ( int mode, const char * name ) { return mode ? name : "tpu_kernel_api_unheard_of"; }
tpu_status_t sgdnnSound3054 ( ARGS )
{
  sg_api_two_t api = { 0 };
  const char * name = eitherKernel ( mode );
  SGDNN_CHECK ( name != nullptr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, soundKernel ( mode ), &api, sizeof ( api ) NB ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, anyKernel ( 1, "tpu_kernel_api_two" ), &api, sizeof ( api ) NB ) );
  return sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) NB ); //! F13
}
