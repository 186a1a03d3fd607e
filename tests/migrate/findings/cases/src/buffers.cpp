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

tpu_status_t sgdnnSound001 ( ARGS )
{
  tpu_device_mem_t mems[3];
  for ( int i = 0; i < 3; ++i ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mems[i], 64 ) );
  SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mems[0] ), mode, non_blocking ) );
  releaseAll ( resource, mems, 3 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound002 ( ARGS )
{
  tpu_device_mem_t mem;
  bool has = mode > 2;
  if ( has ) { ALLOC ( mem, 64 ); }
  SAFE_CALL ( go ( resource, has ? sgdnnGetDeviceAddr ( mem ) : 0, mode, non_blocking ) );
  if ( has ) RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound003 ( ARGS )
{
  tpu_device_mem_t mem;
  bool allocated = false;
  tpu_status_t status = SG_SUCCESS;
  if ( !sgdnnIsTensorContiguous ( &input ) )
  {
    status = sgdnnMallocDeviceByte ( resource, &mem, sgdnnTensorBytes ( &input ) );
    if ( status != SG_SUCCESS ) goto end;
    allocated = true;
  }
  status = go ( resource, allocated ? sgdnnGetDeviceAddr ( mem ) : input.addr, mode, non_blocking );
end:
  if ( allocated ) sgdnnFreeDevice ( resource, mem );
  return status;
}
tpu_status_t sgdnnSound004 ( ARGS )
{
  tpu_device_mem_t a, b, c;
  tpu_status_t status;
  status = sgdnnMallocDeviceByte ( resource, &a, 64 );
  if ( status != SG_SUCCESS ) goto fail_a;
  status = sgdnnMallocDeviceByte ( resource, &b, 64 );
  if ( status != SG_SUCCESS ) goto fail_b;
  status = sgdnnMallocDeviceByte ( resource, &c, 64 );
  if ( status != SG_SUCCESS ) goto fail_c;
  status = go ( resource, sgdnnGetDeviceAddr ( a ) + sgdnnGetDeviceAddr ( c ), mode, non_blocking );
  sgdnnFreeDevice ( resource, c );
fail_c:
  sgdnnFreeDevice ( resource, b );
fail_b:
  sgdnnFreeDevice ( resource, a );
fail_a:
  return status;
}
tpu_status_t sgdnnSound005 ( ARGS )
{
  Scoped scoped ( resource, 64 );
  return go ( resource, sgdnnGetDeviceAddr ( scoped.mem ), mode, non_blocking );
}
tpu_status_t sgdnnSound006 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  Guard guard ( resource, mem );
  if ( mode == 3 ) return SG_FAILURE;
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnSound007 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  Deferred deferred { [ & ] { sgdnnFreeDevice ( resource, mem ); } };
  if ( mode == 3 ) return SG_FAILURE;
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnSound008 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  auto deleter = [ resource ] ( tpu_device_mem_t * m ) { sgdnnFreeDevice ( resource, *m ); };
  std::unique_ptr < tpu_device_mem_t, decltype ( deleter ) > owner ( &mem, deleter );
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnSound009 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems;
  for ( int i = 0; i < input.dim; ++i )
  {
    tpu_device_mem_t mem;
    ALLOC ( mem, 64 );
    mems.push_back ( mem );
  }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  for ( auto & mem : mems ) sgdnnFreeDevice ( resource, mem );
  return status;
}
tpu_status_t sgdnnSound010 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems ( input.dim );
  for ( auto & mem : mems ) ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  for ( size_t i = 0; i < mems.size (); ++i ) sgdnnFreeDevice ( resource, mems[i] );
  return status;
}
tpu_status_t sgdnnSound011 ( ARGS )
{
  tpu_device_mem_t mem;
  RETURN_IF_FAILED ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  RELEASE ( mem );
  return status;
}
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
tpu_status_t sgdnnSound014 ( ARGS )
{
  Workspace ws;
  memset ( &ws, 0, sizeof ( ws ) );
  if ( mode ) ALLOC ( ws.buffer, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( ws.buffer ), mode, non_blocking );
  if ( mode ) RELEASE ( ws.buffer );
  return status;
}
tpu_status_t sgdnnSound015 ( ARGS )
{
  Workspace ws;
  ws.used = 0;
  ALLOC ( ws.buffer, 64 );
  ws.used++;
  if ( mode > 1 )
  {
    ALLOC ( ws.index, 64 );
    ws.used++;
  }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( ws.buffer ), mode, non_blocking );
  RELEASE ( ws.buffer );
  if ( ws.used > 1 ) RELEASE ( ws.index );
  return status;
}
tpu_status_t sgdnnSound016 ( ARGS )
{
  tpu_device_mem_t mem;
  switch ( mode )
  {
    case 0:
    case 1:
      ALLOC ( mem, 64 );
      break;
    case 2:
      return go ( resource, input.addr, mode, non_blocking );
    default:
      return SG_FAILURE;
  }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound017 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  do
  {
    if ( mode == 1 ) break;
    if ( go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) != SG_SUCCESS ) break;
    RELEASE ( mem );
    return SG_SUCCESS;
  }
  while ( 0 );
  RELEASE ( mem );
  return SG_FAILURE;
}
tpu_status_t sgdnnSound018 ( ARGS )
{
  tpu_device_mem_t bufs[2];
  int n = 0;
  ALLOC ( bufs[n], 64 );
  ++n;
  if ( mode ) { ALLOC ( bufs[n], 64 ); ++n; }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( bufs[0] ), mode, non_blocking );
  while ( n > 0 ) { --n; RELEASE ( bufs[n] ); }
  return status;
}
tpu_status_t sgdnnSound019 ( ARGS )
{
  tpu_device_mem_t bufs[2];
  int n = 0;
  ALLOC ( bufs[n++], 64 );
  if ( mode ) ALLOC ( bufs[n++], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( bufs[0] ), mode, non_blocking );
  while ( n-- > 0 ) RELEASE ( bufs[n] );
  return status;
}
tpu_status_t sgdnnSound020 ( ARGS )
{
  tpu_device_mem_t mem;
  auto alloc = [ & ] ( unsigned long long bytes ) { return sgdnnMallocDeviceByte ( resource, &mem, bytes ); };
  auto drop = [ & ] () { sgdnnFreeDevice ( resource, mem ); };
  SAFE_CALL ( alloc ( 64 ) );
  if ( mode == 1 ) { drop (); return SG_FAILURE; }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  drop ();
  return status;
}
tpu_status_t sgdnnSound021 ( ARGS )
{
  tpu_device_mem_t x, y;
  tpu_device_mem_t * all[] = { &x, &y };
  for ( auto p : all ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, p, 64 ) );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( x ) + sgdnnGetDeviceAddr ( y ), mode, non_blocking );
  for ( auto p : all ) sgdnnFreeDevice ( resource, *p );
  return status;
}
tpu_status_t sgdnnSound022 ( ARGS )
{
  tpu_device_mem_t x, y;
  ALLOC ( x, 64 );
  ALLOC ( y, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( x ) + sgdnnGetDeviceAddr ( y ), mode, non_blocking );
  for ( tpu_device_mem_t m : { x, y } ) sgdnnFreeDevice ( resource, m );
  return status;
}
tpu_status_t sgdnnSound023 ( ARGS )
{
  tpu_device_mem_t mem;
  const bool need = input.dtype != output.dtype;
  const bool twice = need && mode;
  if ( need ) ALLOC ( mem, 64 );
  if ( twice ) SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mem ), 1, non_blocking ) );
  SAFE_CALL ( go ( resource, input.addr, mode, non_blocking ) );
  if ( need ) RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound024 ( ARGS )
{
  tpu_device_mem_t src, dst;
  ALLOC ( src, 64 );
  ALLOC ( dst, 64 );
  for ( int i = 0; i < mode; ++i )
  {
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( src ), i, non_blocking ) );
    std::swap ( src, dst );
  }
  RELEASE ( src );
  RELEASE ( dst );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound025 ( ARGS )
{
  tpu_device_mem_t src, dst, tmp;
  ALLOC ( src, 64 );
  ALLOC ( dst, 64 );
  for ( int i = 0; i < mode; ++i )
  {
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( src ), i, non_blocking ) );
    tmp = src; src = dst; dst = tmp;
  }
  RELEASE ( src );
  RELEASE ( dst );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound026 ( ARGS )
{
  static tpu_device_mem_t cache;
  static bool ready = false;
  if ( !ready ) { ALLOC ( cache, 64 ); ready = true; }
  return go ( resource, sgdnnGetDeviceAddr ( cache ), mode, non_blocking );
}
tpu_status_t sgdnnSound027 ( ARGS )
{
  for ( int i = 0; i < input.dim; ++i )
  {
    tpu_device_mem_t mem;
    if ( input.shape[i] == 1 ) continue;
    ALLOC ( mem, 64 );
    tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
    RELEASE ( mem );
    if ( status != SG_SUCCESS ) return status;
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound028 ( ARGS )
{
  tpu_device_mem_t mem;
  int step = 0;
  tpu_status_t status = SG_SUCCESS;
  for ( ;; )
  {
    if ( step == 0 ) { ALLOC ( mem, 64 ); }
    else if ( step == 1 ) { status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ); }
    else { RELEASE ( mem ); break; }
    ++step;
  }
  return status;
}
tpu_status_t sgdnnSound029 ( ARGS )
{
  tpu_device_mem_t mem;
  tpu_device_mem_t * owned = nullptr;
  if ( mode ) { ALLOC ( mem, 64 ); owned = &mem; }
  tpu_status_t status = go ( resource, owned ? sgdnnGetDeviceAddr ( *owned ) : input.addr, mode, non_blocking );
  if ( owned ) sgdnnFreeDevice ( resource, *owned );
  return status;
}
tpu_status_t sgdnnSound030 ( ARGS )
{
  tpu_device_mem_t mem;
  unsigned long long addr = 0;
  if ( mode ) { ALLOC ( mem, 64 ); addr = sgdnnGetDeviceAddr ( mem ); }
  tpu_status_t status = go ( resource, addr, mode, non_blocking );
  if ( addr ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound031 ( ARGS )
{
  tpu_device_mem_t mem;
  unsigned long long addr = 0;
  if ( mode ) { ALLOC ( mem, 64 ); addr = sgdnnGetDeviceAddr ( mem ); }
  tpu_status_t status = go ( resource, addr, mode, non_blocking );
  if ( addr != 0 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound032 ( ARGS )
{
  std::map < int, tpu_device_mem_t > pool;
  for ( int i = 0; i < 2; ++i ) ALLOC ( pool[i], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( pool[0] ), mode, non_blocking );
  for ( auto & entry : pool ) sgdnnFreeDevice ( resource, entry.second );
  return status;
}
tpu_status_t sgdnnSound033 ( ARGS )
{
  tpu_device_mem_t * mems = new tpu_device_mem_t [ input.dim ];
  for ( int i = 0; i < input.dim; ++i ) ALLOC ( mems[i], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mems[0] ), mode, non_blocking );
  for ( int i = 0; i < input.dim; ++i ) RELEASE ( mems[i] );
  delete [] mems;
  return status;
}
tpu_status_t sgdnnSound034 ( ARGS )
{
  auto mem = std::make_shared < tpu_device_mem_t > ();
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, mem.get (), 64 ) );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( *mem ), mode, non_blocking );
  sgdnnFreeDevice ( resource, *mem );
  return status;
}
tpu_status_t sgdnnSound035 ( ARGS )
{
  tpu_device_mem_t mem;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource, &mem, 64 );
  if ( status == SG_SUCCESS )
  {
    status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
    RELEASE ( mem );
  }
  return status;
}
tpu_status_t sgdnnSound036 ( ARGS )
{
  tpu_device_mem_t mem;
  bool ok = sgdnnMallocDeviceByte ( resource, &mem, 64 ) == SG_SUCCESS;
  if ( !ok ) return SG_FAILURE;
  ok = ok && go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) == SG_SUCCESS;
  RELEASE ( mem );
  return ok ? SG_SUCCESS : SG_FAILURE;
}
tpu_status_t sgdnnSound037 ( ARGS )
{
  tpu_device_mem_t a, b;
  if ( sgdnnMallocDeviceByte ( resource, &a, 64 ) != SG_SUCCESS ) return SG_FAILURE;
  if ( sgdnnMallocDeviceByte ( resource, &b, 64 ) != SG_SUCCESS )
  {
    RELEASE ( a );
    return SG_FAILURE;
  }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( a ) + sgdnnGetDeviceAddr ( b ), mode, non_blocking );
  RELEASE ( b );
  RELEASE ( a );
  return status;
}
tpu_status_t sgdnnSound038 ( ARGS )
{
  tpu_device_mem_t mem = {};
  if ( mode > 0 && input.dim > 0 ) { ALLOC ( mem, 64 ); }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( mode > 0 && input.dim > 0 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound039 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( input.dtype == SGDNN_DTYPE_FP16 || input.dtype == SGDNN_DTYPE_BF16 ) { ALLOC ( mem, 64 ); }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( input.dtype == SGDNN_DTYPE_FP16 ) { RELEASE ( mem ); }
  else if ( input.dtype == SGDNN_DTYPE_BF16 ) { RELEASE ( mem ); }
  return status;
}
tpu_status_t sgdnnSound040 ( ARGS )
{
  tpu_device_mem_t mem;
#if defined BACKEND_1684X
  ALLOC ( mem, 64 );
  unsigned long long addr = sgdnnGetDeviceAddr ( mem );
#else
  unsigned long long addr = input.addr;
#endif
  tpu_status_t status = go ( resource, addr, mode, non_blocking );
#if defined BACKEND_1684X
  RELEASE ( mem );
#endif
  return status;
}
tpu_status_t sgdnnSound041 ( ARGS )
{
  tpu_device_mem_t mem;
  enum { IDLE, READY } state = IDLE;
  if ( mode ) { ALLOC ( mem, 64 ); state = READY; }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  switch ( state )
  {
    case READY: RELEASE ( mem ); break;
    case IDLE: break;
  }
  return status;
}
tpu_status_t sgdnnSound042 ( ARGS )
{
  tpu_device_mem_t mem;
  int flags = 0;
  if ( mode ) { ALLOC ( mem, 64 ); flags |= 2; }
  if ( input.dim > 4 ) flags |= 4;
  tpu_status_t status = go ( resource, input.addr, flags, non_blocking );
  if ( flags & 2 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound043 ( ARGS )
{
  tpu_device_mem_t a, b;
  struct { tpu_device_mem_t * mem; bool used; } slots[2] = { { &a, false }, { &b, false } };
  for ( auto & slot : slots ) { ALLOC ( *slot.mem, 64 ); slot.used = true; }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking );
  for ( auto & slot : slots ) if ( slot.used ) RELEASE ( *slot.mem );
  return status;
}
tpu_status_t sgdnnSound044 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  RELEASE ( mem );
  ALLOC ( mem, 128 );
  status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) != SG_SUCCESS ? SG_FAILURE : status;
  RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound045 ( ARGS )
{
  tpu_device_mem_t mem;
  int size = 0;
  for ( int i = 0; i < 3; ++i )
  {
    if ( size < 64 * ( i + 1 ) )
    {
      if ( size ) RELEASE ( mem );
      size = 64 * ( i + 1 );
      ALLOC ( mem, size );
    }
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mem ), i, non_blocking ) );
  }
  if ( size ) RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound046 ( ARGS )
{
  tpu_device_mem_t mem;
  int size = 0;
  for ( int i = 0; i < input.dim; ++i )
  {
    if ( size < input.shape[i] )
    {
      if ( size > 0 ) RELEASE ( mem );
      size = input.shape[i];
      ALLOC ( mem, size );
    }
  }
  if ( size > 0 ) RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed047 ( ARGS )
{
  tpu_device_mem_t mem;
  try
  {
    ALLOC ( mem, 64 ); //! F11
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) );
    RELEASE ( mem );
  }
  catch ( ... )
  {
    return SG_FAILURE;
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound048 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  tpu_status_t status;
  try
  {
    status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  }
  catch ( int )
  {
    RELEASE ( mem );
    throw;
  }
  RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound049 ( ARGS )
{
  tpu_device_mem_t mem;
  RELEASE_IF ( false, mem );
  ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  RELEASE_IF ( true, mem );
  return status;
}
tpu_status_t sgdnnSound050 ( ARGS )
{
  tpu_device_mem_t mem;
  SgdnnTensor_t temp = input;
  bool converted = false;
  if ( input.dtype == SGDNN_DTYPE_INT64 )
  {
    ALLOC ( mem, sgdnnTensorBytes ( &input ) / 2 );
    temp.addr = sgdnnGetDeviceAddr ( mem );
    temp.dtype = SGDNN_DTYPE_INT32;
    converted = true;
  }
  tpu_status_t status = go ( resource, temp.addr, mode, non_blocking );
  return converted ? ( RELEASE ( mem ), status ) : status;
}
tpu_status_t sgdnnSound051 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  tpu_device_mem_t copy = mem;
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( copy ), mode, non_blocking );
  sgdnnFreeDevice ( resource, copy );
  return status;
}
tpu_status_t sgdnnSound052 ( ARGS )
{
  tpu_device_mem_t mems[2];
  const int n = mode ? 2 : 1;
  for ( int i = 0; i < n; ++i ) ALLOC ( mems[i], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mems[0] ), mode, non_blocking );
  for ( int i = n - 1; i >= 0; --i ) RELEASE ( mems[i] );
  return status;
}
tpu_status_t sgdnnSound053 ( ARGS )
{
  tpu_device_mem_t mems[8];
  int i;
  for ( i = 0; i < input.dim; ++i )
  {
    if ( sgdnnMallocDeviceByte ( resource, &mems[i], 64 ) != SG_SUCCESS ) break;
  }
  tpu_status_t status = i == input.dim ? go ( resource, input.addr, mode, non_blocking ) : SG_FAILURE;
  while ( --i >= 0 ) RELEASE ( mems[i] );
  return status;
}
tpu_status_t sgdnnSound054 ( ARGS )
{
  tpu_device_mem_t mems[8];
  int made = 0;
  tpu_status_t status = SG_SUCCESS;
  for ( int i = 0; i < input.dim && status == SG_SUCCESS; ++i )
  {
    if ( input.shape[i] <= 1 ) continue;
    status = sgdnnMallocDeviceByte ( resource, &mems[made], 64 );
    if ( status == SG_SUCCESS ) ++made;
  }
  for ( int i = 0; i < made; ++i ) RELEASE ( mems[i] );
  return status;
}
tpu_status_t sgdnnSound055 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( !mode ) return go ( resource, input.addr, 0, non_blocking );
  ALLOC ( mem, 64 );
  const tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( status != SG_SUCCESS ) { logStatus ( "launch", status ); }
  RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound056 ( ARGS )
{
  Workspace * ws = ( Workspace * ) malloc ( sizeof ( Workspace ) );
  ALLOC ( ws->buffer, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( ws->buffer ), mode, non_blocking );
  RELEASE ( ws->buffer );
  free ( ws );
  return status;
}
tpu_status_t sgdnnSound057 ( ARGS )
{
  tpu_device_mem_t mem = sgdnnMemFromDevice ( input.addr, 64 );
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnSound058 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( mode ) mem = sgdnnMemFromDevice ( input.addr, 64 );
  else mem = sgdnnMemFromDevice ( output.addr, 64 );
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
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
tpu_status_t sgdnnSound061 ( ARGS )
{
  tpu_device_mem_t mem;
  bool own = false;
  if ( mode & 1 ) { ALLOC ( mem, 64 ); own = true; }
  else { mem = sgdnnMemFromDevice ( input.addr, 64 ); }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( own ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound062 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( mode & 1 ) ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( ( mode & 1 ) != 0 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound063 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( input.dim == 4 ) ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( 4 == input.dim ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound064 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( !( input.dim < 4 || mode ) ) ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( input.dim >= 4 && !mode ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound065 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( sgdnnTensorBytes ( &input ) > 4096 ) ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( sgdnnTensorBytes ( &input ) > 4096 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound066 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( mode ) { ALLOC ( mem, 64 ); goto run; }
  return SG_FAILURE;
run:
  tpu_status_t status;
  status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound067 ( ARGS )
{
  tpu_device_mem_t mem;
  int tries = 0;
retry:
  ALLOC ( mem, 64 );
  if ( go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) != SG_SUCCESS && tries++ < 2 )
  {
    RELEASE ( mem );
    goto retry;
  }
  RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound068 ( ARGS )
{
  tpu_device_mem_t mem;
  std::function < void () > drop;
  ALLOC ( mem, 64 );
  drop = [ &resource, &mem ] { sgdnnFreeDevice ( resource, mem ); };
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  drop ();
  return status;
}
tpu_status_t sgdnnSound069 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  std::shared_ptr < void > guard ( nullptr, [ & ] ( void * ) { sgdnnFreeDevice ( resource, mem ); } );
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnSound070 ( ARGS )
{
  struct Local
  {
    tpu_resource_t r; tpu_device_mem_t m;
    ~Local () { sgdnnFreeDevice ( r, m ); }
  } local;
  local.r = resource;
  ALLOC ( local.m, 64 );
  return go ( resource, sgdnnGetDeviceAddr ( local.m ), mode, non_blocking );
}
tpu_status_t sgdnnSound071 ( ARGS )
{
  Plan plan = {};
  for ( ; plan.count < 4; ++plan.count ) ALLOC ( plan.mems[plan.count], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( plan.mems[0] ), mode, non_blocking );
  while ( plan.count ) RELEASE ( plan.mems[--plan.count] );
  return status;
}
tpu_status_t sgdnnSound072 ( ARGS )
{
  tpu_device_mem_t mem [ 2 ] [ 2 ];
  for ( int i = 0; i < 2; ++i ) for ( int j = 0; j < 2; ++j ) ALLOC ( mem[i][j], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem[1][1] ), mode, non_blocking );
  for ( int i = 0; i < 2; ++i ) for ( int j = 0; j < 2; ++j ) RELEASE ( mem[i][j] );
  return status;
}
tpu_status_t sgdnnSound073 ( ARGS )
{
  tpu_device_mem_t mem;
  auto fail = [ & ] ( tpu_status_t s ) { RELEASE ( mem ); return s; };
  ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( status != SG_SUCCESS ) return fail ( status );
  RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound074 ( ARGS )
{
  tpu_device_mem_t a, b;
  tpu_status_t status = SG_SUCCESS;
  bool aa = false, bb = false;
  do
  {
    if ( ( status = sgdnnMallocDeviceByte ( resource, &a, 64 ) ) != SG_SUCCESS ) break;
    aa = true;
    if ( ( status = sgdnnMallocDeviceByte ( resource, &b, 64 ) ) != SG_SUCCESS ) break;
    bb = true;
    status = go ( resource, sgdnnGetDeviceAddr ( a ) + sgdnnGetDeviceAddr ( b ), mode, non_blocking );
  }
  while ( false );
  if ( bb ) RELEASE ( b );
  if ( aa ) RELEASE ( a );
  return status;
}
tpu_status_t sgdnnSound075 ( ARGS )
{
  tpu_device_mem_t mem;
  int bytes = 0;
  if ( input.dim > 2 ) bytes = 64;
  if ( bytes ) ALLOC ( mem, bytes );
  tpu_status_t status = go ( resource, bytes ? sgdnnGetDeviceAddr ( mem ) : 0, mode, non_blocking );
  if ( bytes > 0 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound076 ( ARGS )
{
  tpu_device_mem_t mem;
  unsigned long long bytes = 0;
  for ( int i = 0; i < input.dim; ++i ) bytes += input.shape[i] * 4;
  if ( bytes != 0 ) ALLOC ( mem, bytes );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( bytes > 0 ) RELEASE ( mem );
  return status;
}
struct Owning { tpu_resource_t r; tpu_device_mem_t mem; ~Owning () { sgdnnFreeDevice ( r, mem ); } };
tpu_status_t sgdnnSound077 ( ARGS )
{
  Owning own;
  own.r = resource;
  ALLOC ( own.mem, 64 );
  return go ( resource, sgdnnGetDeviceAddr ( own.mem ), mode, non_blocking );
}
tpu_status_t sgdnnSound078 ( ARGS )
{
  std::vector < Owning > all ( 2 );
  for ( auto & own : all ) { own.r = resource; ALLOC ( own.mem, 64 ); }
  return go ( resource, sgdnnGetDeviceAddr ( all[0].mem ), mode, non_blocking );
}
extern void maybeAlloc ( tpu_resource_t resource, tpu_device_mem_t & mem, bool & own );
tpu_status_t sgdnnSound079 ( ARGS )
{
  tpu_device_mem_t mem;
  bool own = false;
  maybeAlloc ( resource, mem, own );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( own ) RELEASE ( mem );
  return status;
}
extern void decide ( bool & own, int mode );
extern void decideInto ( bool * own, int mode );
tpu_status_t sgdnnSound080 ( ARGS )
{
  tpu_device_mem_t mem;
  bool own = false;
  decide ( own, mode );
  if ( own ) ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, own ? sgdnnGetDeviceAddr ( mem ) : 0, mode, non_blocking );
  if ( own ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound081 ( ARGS )
{
  tpu_device_mem_t mem;
  Workspace ws;
  ws.used = 0;
  ALLOC ( mem, 64 );
  extern void count ( int * );
  count ( &ws.used );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( ws.used == 0 ) { RELEASE ( mem ); return status; }
  RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound082 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems ( input.dim );
  for ( int i = 0; i < input.dim; ++i ) ALLOC ( mems[i], 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  for ( auto it = mems.begin (); it != mems.end (); ++it ) sgdnnFreeDevice ( resource, *it );
  return status;
}
tpu_status_t sgdnnSound083 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems;
  mems.resize ( input.dim );
  for ( int i = 0; i < input.dim; ++i ) ALLOC ( mems[i], 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  for ( auto & m : mems ) sgdnnFreeDevice ( resource, m );
  return status;
}
tpu_status_t sgdnnSound084 ( ARGS )
{
  tpu_device_mem_t a, b;
  tpu_device_mem_t * all[2] = { &a, &b };
  ALLOC ( a, 64 ); ALLOC ( b, 64 );
  for ( int k = 0; k < 2; ++k ) sgdnnFreeDevice ( resource, *all[ ( k + mode ) % 2 ] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound085 ( ARGS )
{
  std::pair < tpu_device_mem_t, bool > held;
  held.second = false;
  if ( mode ) { ALLOC ( held.first, 64 ); held.second = true; }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( held.second ) RELEASE ( held.first );
  return status;
}
tpu_status_t sgdnnSound086 ( ARGS )
{
  tpu_device_mem_t mem;
  size_t bytes = sgdnnTensorBytes ( &input );
  if ( bytes ) ALLOC ( mem, bytes );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( bytes > 0 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound087 ( ARGS )
{
  tpu_device_mem_t mem;
  int axis = mode < 0 ? mode + input.dim : mode;
  if ( axis < 0 ) return SG_FAILURE;
  bool last = axis == input.dim - 1;
  if ( !last ) ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, last ? input.addr : sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( axis != input.dim - 1 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound088 ( ARGS )
{
  tpu_device_mem_t x, y, z;
  bool bx = !sgdnnIsTensorContiguous ( &input ), by = !sgdnnIsTensorContiguous ( &output ), bz = bx || by;
  if ( bx ) ALLOC ( x, 64 );
  if ( by ) ALLOC ( y, 64 );
  if ( bz ) ALLOC ( z, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( bz ) { if ( bx ) RELEASE ( x ); if ( by ) RELEASE ( y ); RELEASE ( z ); }
  return status;
}
tpu_status_t sgdnnSound089 ( ARGS )
{
  tpu_device_mem_t mem;
  const char * kind = mode > 0 ? "big" : "small";
  if ( mode > 0 ) ALLOC ( mem, 64 );
  printf ( "%s", kind );
  std::string text ( kind );
  if ( mode > 0 ) { sgdnnFreeDevice ( resource, mem ); }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound090 ( ARGS )
{
  tpu_device_mem_t mem;
  unsigned int left = ( unsigned ) mode;
  ALLOC ( mem, 64 );
  while ( left > 0 )
  {
    unsigned int now = left < 16 ? left : 16;
    if ( go ( resource, sgdnnGetDeviceAddr ( mem ), ( int ) now, non_blocking ) != SG_SUCCESS ) { RELEASE ( mem ); return SG_FAILURE; }
    left -= now;
  }
  RELEASE ( mem );
  return SG_SUCCESS;
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
tpu_status_t sgdnnSound094 ( ARGS )
{
  tpu_device_mem_t mem = {};
#if defined BACKEND_1684X
  mem.u.device.device_addr = 0;
#endif
  if ( mode ) ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
#if defined BACKEND_1684X
  if ( mem.u.device.device_addr != 0 ) RELEASE ( mem );
#else
  if ( mem ) RELEASE ( mem );
#endif
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

#include <array>
#include <optional>
#include <thread>
#define HAS_A 1
#define HAS_B 2
enum Pick { PICK_A, PICK_B, PICK_C };
extern Pick pickOf ( int mode );
struct Conf { bool has; int n; };
extern Conf getConf ( int );
extern void showConf ( Conf * conf );
extern void showConstConf ( const Conf * conf );
static tpu_device_mem_t g_mem;
static std::map < int, tpu_device_mem_t > g_pool;
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
tpu_status_t sgdnnSound2001 ( ARGS )
{
  tpu_device_mem_t mems[3] = {};
  ALLOC ( mems[0], 64 );
  if ( mode ) ALLOC ( mems[1], 64 );
  releaseValid ( resource, mems, 3 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2002 ( ARGS )
{
  tpu_device_mem_t m[3];
  bool used[3] = { false, false, false };
  ALLOC ( m[0], 64 ); used[0] = true;
  if ( mode ) { ALLOC ( m[1], 64 ); used[1] = true; }
  for ( int i = 0; i < 3; ++i ) if ( used[i] ) RELEASE ( m[i] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2003 ( ARGS )
{
  std::vector < tpu_device_mem_t > bufs;
  auto alloc = [ & ] ( tpu_device_mem_t & m, size_t n ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, n ) ); bufs.push_back ( m ); };
  tpu_device_mem_t a, b;
  alloc ( a, 64 );
  alloc ( b, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( a ) + sgdnnGetDeviceAddr ( b ), mode, non_blocking );
  for ( auto m : bufs ) sgdnnFreeDevice ( resource, m );
  return status;
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
tpu_status_t sgdnnSound2006 ( ARGS )
{
  std::map < std::string, tpu_device_mem_t > pool;
  for ( auto name : { "a", "b" } ) ALLOC ( pool[name], 64 );
  for ( auto & [ name, mem ] : pool ) sgdnnFreeDevice ( resource, mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2007 ( ARGS )
{
  std::array < tpu_device_mem_t, 3 > mems;
  for ( auto & m : mems ) ALLOC ( m, 64 );
  for ( auto & m : mems ) RELEASE ( m );
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
tpu_status_t sgdnnSound2009 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( !( mode && input.dim > 3 ) ) return go ( resource, input.addr, mode, non_blocking );
  ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( mode && input.dim > 3 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound2010 ( ARGS )
{
  tpu_device_mem_t a, b;
  if ( mode ) ALLOC ( a, 64 ); else ALLOC ( b, 64 );
  tpu_device_mem_t * used = mode ? &a : &b;
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( *used ), mode, non_blocking );
  sgdnnFreeDevice ( resource, *used );
  return status;
}
tpu_status_t sgdnnSound2012 ( ARGS )
{
  tpu_device_mem_t a, b;
  switch ( mode ) { case 0: ALLOC ( a, 64 ); break; case 1: ALLOC ( b, 64 ); break; }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  switch ( mode ) { case 0: RELEASE ( a ); break; case 1: RELEASE ( b ); break; }
  return status;
}
tpu_status_t sgdnnSound2013 ( ARGS )
{
  tpu_device_mem_t m[8];
  const int n = input.dim;
  for ( int i = 0; i < n; ++i ) ALLOC ( m[i], 64 );
  for ( int i = n - 1; i >= 0; --i ) RELEASE ( m[i] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2014 ( ARGS )
{
  tpu_device_mem_t m[4];
  for ( tpu_device_mem_t * p = m; p != m + 4; ++p ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, p, 64 ) );
  for ( tpu_device_mem_t * p = m; p != m + 4; ++p ) sgdnnFreeDevice ( resource, *p );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2015 ( ARGS )
{
  tpu_device_mem_t m[2];
  int needA = mode > 1, needB = input.dim > 2;
  int n = 0;
  if ( needA ) ALLOC ( m[n++], 64 );
  if ( needB ) ALLOC ( m[n++], 64 );
  for ( int i = 0; i < needA + needB; ++i ) RELEASE ( m[i] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2016 ( ARGS )
{
  tpu_device_mem_t mem;
  tpu_status_t status;
  if ( ( status = sgdnnMallocDeviceByte ( resource, &mem, 64 ) ) == SG_SUCCESS )
  {
    status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
    RELEASE ( mem );
  }
  return status;
}
tpu_status_t sgdnnSound2017 ( ARGS )
{
  tpu_device_mem_t mem;
  const bool a = mode > 3, b = !a;
  if ( a ) ALLOC ( mem, 64 );
  if ( !b ) RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2018 ( ARGS )
{
  tpu_device_mem_t mem;
  Pick pick = pickOf ( mode );
  if ( pick == PICK_A || pick == PICK_B ) ALLOC ( mem, 64 );
  switch ( pick ) { case PICK_A: case PICK_B: RELEASE ( mem ); break; case PICK_C: break; }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2019 ( ARGS )
{
  std::optional < tpu_device_mem_t > opt;
  if ( mode ) { tpu_device_mem_t m; ALLOC ( m, 64 ); opt = m; }
  if ( opt ) sgdnnFreeDevice ( resource, *opt );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2022 ( ARGS, Ctx * out, tpu_device_mem_t * list, int * count )
{
  tpu_device_mem_t m, n;
  ALLOC ( m, 64 );
  ALLOC ( n, 64 );
  out->a = m;
  list[( *count )++] = n;
  tpu_device_mem_t k;
  ALLOC ( k, 64 );
  g_pool[mode] = k;
  ALLOC ( g_mem, 64 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2025 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  std::thread ( [ = ] { sgdnnFreeDevice ( resource, m ); } ).detach ();
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2027 ( ARGS )
{
  tpu_device_mem_t m[3];
  auto cleanup = [ & ] ( int n ) { for ( int i = 0; i < n; ++i ) RELEASE ( m[i] ); };
  for ( int i = 0; i < 3; ++i )
  {
    if ( sgdnnMallocDeviceByte ( resource, &m[i], 64 ) != SG_SUCCESS ) { cleanup ( i ); return SG_FAILURE; }
  }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( m[2] ), mode, non_blocking );
  cleanup ( 3 );
  return status;
}
tpu_status_t sgdnnSound2030 ( ARGS )
{
  tpu_device_mem_t a, b;
  unsigned flags = 0;
  if ( mode ) { ALLOC ( a, 64 ); flags |= HAS_A; }
  if ( input.dim > 3 ) { ALLOC ( b, 64 ); flags |= HAS_B; }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( flags & HAS_A ) RELEASE ( a );
  if ( flags & HAS_B ) RELEASE ( b );
  return status;
}
tpu_status_t sgdnnSound2031 ( ARGS )
{
  tpu_device_mem_t a, b, c;
  int n = 0;
  tpu_status_t status = SG_FAILURE;
  if ( sgdnnMallocDeviceByte ( resource, &a, 64 ) == SG_SUCCESS )
  {
    n = 1;
    if ( sgdnnMallocDeviceByte ( resource, &b, 64 ) == SG_SUCCESS )
    {
      n = 2;
      if ( sgdnnMallocDeviceByte ( resource, &c, 64 ) == SG_SUCCESS )
      {
        n = 3;
        status = go ( resource, input.addr, mode, non_blocking );
      }
    }
  }
  switch ( n )
  {
    case 3: RELEASE ( c ); // fall through
    case 2: RELEASE ( b ); // fall through
    case 1: RELEASE ( a ); // fall through
    default: break;
  }
  return status;
}
tpu_status_t sgdnnSound2032 ( ARGS, float alpha, const char * name )
{
  tpu_device_mem_t a, b, c;
  if ( alpha != 0.f ) ALLOC ( a, 64 );
  if ( alpha > 0.5 ) ALLOC ( b, 64 );
  if ( strcmp ( name, "sum" ) == 0 ) ALLOC ( c, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( alpha != 0.f ) RELEASE ( a );
  if ( alpha > 0.5 ) RELEASE ( b );
  if ( !strcmp ( name, "sum" ) ) RELEASE ( c );
  return status;
}
tpu_status_t sgdnnSound2034 ( ARGS )
{
  tpu_device_mem_t a;
  Conf conf = getConf ( mode );
  if ( conf.has ) ALLOC ( a, 64 );
  showConstConf ( &conf );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( conf.has ) RELEASE ( a );
  return status;
}
tpu_status_t sgdnnSound2035 ( ARGS )
{
  tpu_device_mem_t a;
  Conf conf = getConf ( mode );
  if ( conf.has ) ALLOC ( a, 64 );
  showConf ( &conf );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( conf.has ) RELEASE ( a );
  return status;
}
tpu_status_t sgdnnSound2036 ( ARGS )
{
  for ( ;; )
  {
    tpu_device_mem_t a;
    ALLOC ( a, 64 );
    if ( go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking ) != SG_SUCCESS ) { RELEASE ( a ); break; }
    RELEASE ( a );
    if ( --mode < 0 ) return SG_SUCCESS;
  }
  return SG_FAILURE;
}
tpu_status_t sgdnnSound2039 ( ARGS )
{
  tpu_device_mem_t a;
  bool ok = mode > 2 && sgdnnMallocDeviceByte ( resource, &a, 64 ) == SG_SUCCESS;
  if ( ok ) { SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking ) ); RELEASE ( a ); }
  return ok ? SG_SUCCESS : SG_FAILURE;
}
tpu_status_t sgdnnSound2040 ( ARGS )
{
  tpu_device_mem_t a;
  if ( input.addr ) ALLOC ( a, 64 );
  tpu_status_t status = go ( resource, output.addr, mode, non_blocking );
  if ( input.addr != 0 ) RELEASE ( a );
  return status;
}
tpu_status_t sgdnnSound2041 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems;
  for ( int i = 0; i < input.dim; ++i ) { mems.emplace_back (); ALLOC ( mems.back (), 64 ); }
  for ( size_t i = 0; i < mems.size (); ++i ) RELEASE ( mems[i] );
  return SG_SUCCESS;
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
tpu_status_t sgdnnSound2045 ( ARGS )
{
  tpu_device_mem_t a, b;
  tpu_device_mem_t * cur = &a, * next = &b;
  ALLOC ( a, 64 );
  ALLOC ( b, 64 );
  for ( int i = 0; i < mode; ++i )
  {
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( *cur ), i, non_blocking ) );
    tpu_device_mem_t * t = cur; cur = next; next = t;
  }
  sgdnnFreeDevice ( resource, *cur );
  sgdnnFreeDevice ( resource, *next );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2046 ( ARGS )
{
  Workspace ws[2];
  for ( auto & w : ws ) ALLOC ( w.buffer, 64 );
  for ( int i = 0; i < 2; ++i ) RELEASE ( ws[i].buffer );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2047 ( ARGS )
{
  Workspace ws;
  Workspace * w = &ws;
  ALLOC ( w->buffer, 64 );
  Workspace & r = *w;
  RELEASE ( r.buffer );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2048 ( ARGS )
{
  Workspace ws;
  ALLOC ( ws.buffer, 64 );
  Workspace copy = ws;
  RELEASE ( copy.buffer );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2049 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems ( 2 );
  for ( auto & m : mems ) ALLOC ( m, 64 );
  auto copy = mems;
  for ( auto m : copy ) sgdnnFreeDevice ( resource, m );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2050 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems ( input.dim );
  for ( auto & m : mems ) ALLOC ( m, 64 );
  auto * p = mems.data ();
  for ( int i = 0; i < input.dim; ++i ) sgdnnFreeDevice ( resource, p[i] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2051 ( ARGS )
{
  tpu_device_mem_t a, b;
  ALLOC ( a, 64 );
  ALLOC ( b, 64 );
  tpu_device_mem_t list[] = { a, b };
  for ( auto & m : list ) sgdnnFreeDevice ( resource, m );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2052 ( ARGS )
{
  std::vector < tpu_device_mem_t * > list;
  tpu_device_mem_t a, b;
  list.push_back ( &a );
  list.push_back ( &b );
  for ( auto * m : list ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, m, 64 ) );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking );
  for ( auto * m : list ) sgdnnFreeDevice ( resource, *m );
  return status;
}
tpu_status_t sgdnnSound2053 ( ARGS )
{
  tpu_device_mem_t a;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource, &a, 64 );
  status = status == SG_SUCCESS ? go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking ) : status;
  if ( status == SG_SUCCESS ) { RELEASE ( a ); return status; }
  exit ( 1 );
}
tpu_status_t sgdnnSound2054 ( ARGS )
{
  tpu_device_mem_t a;
  const auto bytes = sgdnnTensorBytes ( &input );
  const bool big = bytes > 4096;
  tpu_device_mem_t * mem = nullptr;
  if ( big ) { ALLOC ( a, bytes ); mem = &a; }
  for ( int i = 0; i < 4; ++i ) SAFE_CALL ( go ( resource, mem ? sgdnnGetDeviceAddr ( *mem ) : 0, i, non_blocking ) );
  if ( mem != nullptr ) { sgdnnFreeDevice ( resource, *mem ); mem = nullptr; }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2055 ( ARGS )
{
  tpu_device_mem_t a;
  int left = input.dim;
  while ( left-- > 0 )
  {
    ALLOC ( a, 64 );
    tpu_status_t s = go ( resource, sgdnnGetDeviceAddr ( a ), left, non_blocking );
    RELEASE ( a );
    if ( s != SG_SUCCESS ) return s;
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2056 ( ARGS )
{
  tpu_device_mem_t a;
  bool made = false;
  for ( int i = 0; i < input.dim; ++i )
  {
    if ( input.shape[i] < 2 ) continue;
    if ( !made ) { ALLOC ( a, 64 ); made = true; }
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( a ), i, non_blocking ) );
  }
  if ( made ) RELEASE ( a );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2057 ( ARGS )
{
  tpu_device_mem_t a;
  int i = 0;
  bool found = false;
  for ( ; i < input.dim; ++i ) { if ( input.shape[i] > 9 ) { found = true; break; } }
  if ( found ) ALLOC ( a, 64 );
  SAFE_CALL ( go ( resource, found ? sgdnnGetDeviceAddr ( a ) : 0, i, non_blocking ) );
  if ( found ) RELEASE ( a );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed2001 ( ARGS )
{
  tpu_device_mem_t m[3];
  bool used[3] = { false, false, false };
  ALLOC ( m[0], 64 ); used[0] = true;
  if ( mode ) { ALLOC ( m[1], 64 ); } //! F02
  for ( int i = 0; i < 3; ++i ) if ( used[i] ) RELEASE ( m[i] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed2002 ( ARGS )
{
  Ctx ctx;
  SAFE_CALL ( initCtx ( &ctx, resource, mode > 1 ) ); //! F02
  return go ( resource, sgdnnGetDeviceAddr ( ctx.a ), mode, non_blocking );
}
tpu_status_t sgdnnFlawed2003 ( ARGS )
{
  tpu_device_mem_t m[3];
  auto cleanup = [ & ] ( int n ) { for ( int i = 0; i < n; ++i ) RELEASE ( m[i] ); };
  for ( int i = 0; i < 3; ++i )
  {
    if ( sgdnnMallocDeviceByte ( resource, &m[i], 64 ) != SG_SUCCESS ) { return SG_FAILURE; } //! F11
  }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( m[2] ), mode, non_blocking );
  cleanup ( 3 );
  return status;
}
tpu_status_t sgdnnFlawed2004 ( ARGS )
{
  tpu_device_mem_t a, b;
  unsigned flags = 0;
  if ( mode ) { ALLOC ( a, 64 ); flags |= HAS_A; }
  if ( input.dim > 3 ) { ALLOC ( b, 64 ); flags |= HAS_B; } //! F02
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( flags & HAS_A ) RELEASE ( a );
  return status;
}
tpu_status_t sgdnnFlawed2005 ( ARGS )
{
  tpu_device_mem_t a;
  int left = input.dim;
  while ( left-- > 0 )
  {
    ALLOC ( a, 64 );
    tpu_status_t s = go ( resource, sgdnnGetDeviceAddr ( a ), left, non_blocking );
    if ( s != SG_SUCCESS ) return s; //! F11
    RELEASE ( a );
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed2006 ( ARGS )
{
  tpu_device_mem_t a;
  bool made = false;
  for ( int i = 0; i < input.dim; ++i )
  {
    if ( input.shape[i] < 2 ) continue;
    if ( !made ) { ALLOC ( a, 64 ); } //! F11
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( a ), i, non_blocking ) );
  }
  if ( made ) RELEASE ( a ); else if ( mode ) RELEASE ( a );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed2007 ( ARGS )
{
  tpu_device_mem_t a, b, c;
  int n = 0;
  ALLOC ( a, 64 ); n = 1;
  if ( mode ) { ALLOC ( b, 64 ); n = 2; ALLOC ( c, 64 ); } //! F02
  switch ( n )
  {
    case 3: RELEASE ( c );
    case 2: RELEASE ( b );
    case 1: RELEASE ( a );
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed2008 ( ARGS )
{
  tpu_device_mem_t a;
  Conf conf = getConf ( mode );
  if ( conf.has ) ALLOC ( a, 64 ); //! F11
  if ( conf.n ) RELEASE ( a );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed2009 ( ARGS )
{
  tpu_device_mem_t a;
  ALLOC ( a, 64 );
  releaseGuarded ( resource, a );
  releaseGuarded ( resource, a ); //! F14
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed2010 ( ARGS )
{
  Workspace ws[2];
  for ( auto & w : ws ) ALLOC ( w.buffer, 64 ); //! F02
  for ( int i = 0; i < 1; ++i ) RELEASE ( ws[i].buffer );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed2011 ( ARGS )
{
  tpu_device_mem_t a = {};
  if ( mode ) ALLOC ( a, 64 ); //! F11
  if ( sgdnnGetDeviceAddr ( a ) && input.dim > 2 ) RELEASE ( a );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed2012 ( ARGS )
{
  tpu_device_mem_t a;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource, &a, 64 ); //! F11
  if ( status == SG_SUCCESS ) status = go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking );
  if ( status == SG_SUCCESS ) RELEASE ( a );
  return status;
}
tpu_status_t sgdnnFlawed2013 ( ARGS )
{
  tpu_device_mem_t a, b;
  tpu_device_mem_t & r = a;
  ALLOC ( r, 64 );
  SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mode > 1 ? a : b ), mode, non_blocking ) ); //! F05
  RELEASE ( a );
  return SG_SUCCESS;
}


tpu_status_t sgdnnFlawed001 ( ARGS )
{
  tpu_device_mem_t mems[3];
  for ( int i = 0; i < 3; ++i ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mems[i], 64 ) ); //! F02
  SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mems[0] ), mode, non_blocking ) );
  for ( int i = 0; i < 2; ++i ) RELEASE ( mems[i] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed002 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( mode > 2 ) { ALLOC ( mem, 64 ); }
  SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) ); //! F05
  if ( mode > 2 ) RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed003 ( ARGS )
{
  tpu_device_mem_t a, b;
  tpu_status_t status;
  status = sgdnnMallocDeviceByte ( resource, &a, 64 );
  if ( status != SG_SUCCESS ) goto end;
  status = sgdnnMallocDeviceByte ( resource, &b, 64 );
  if ( status != SG_SUCCESS ) return status; //! F11
  status = go ( resource, sgdnnGetDeviceAddr ( a ) + sgdnnGetDeviceAddr ( b ), mode, non_blocking );
  sgdnnFreeDevice ( resource, b );
  sgdnnFreeDevice ( resource, a );
end:
  return status;
}
tpu_status_t sgdnnFlawed004 ( ARGS )
{
  tpu_device_mem_t mem;
  RETURN_IF_FAILED ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  RETURN_IF_FAILED ( go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) ); //! F11
  RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed005 ( ARGS )
{
  Workspace ws;
  ALLOC ( ws.buffer, 64 );
  ALLOC ( ws.index, 64 ); //! F02
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( ws.buffer ), mode, non_blocking );
  RELEASE ( ws.buffer );
  return status;
}
tpu_status_t sgdnnFlawed006 ( ARGS )
{
  tpu_device_mem_t mem;
  auto alloc = [ & ] ( unsigned long long bytes ) { return sgdnnMallocDeviceByte ( resource, &mem, bytes ); }; //! F02
  SAFE_CALL ( alloc ( 64 ) );
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnFlawed007 ( ARGS )
{
  tpu_device_mem_t mem;
  auto drop = [ & ] () { sgdnnFreeDevice ( resource, mem ); };
  ALLOC ( mem, 64 ); //! F11
  if ( mode == 1 ) { return SG_FAILURE; }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  drop ();
  return status;
}
tpu_status_t sgdnnFlawed008 ( ARGS )
{
  tpu_device_mem_t mem;
  auto drop = [ & ] () { sgdnnFreeDevice ( resource, mem ); }; //! F14
  ALLOC ( mem, 64 );
  if ( mode == 1 ) { drop (); }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  drop ();
  return status;
}
tpu_status_t sgdnnFlawed009 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( status != SG_SUCCESS ) { RELEASE ( mem ); }
  RELEASE ( mem ); //! F14
  return status;
}
tpu_status_t sgdnnFlawed010 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  for ( int i = 0; i < 2; ++i ) RELEASE ( mem ); //! F14
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed011 ( ARGS )
{
  tpu_device_mem_t mem;
  switch ( mode )
  {
    case 0: ALLOC ( mem, 64 ); break;
    case 1: break;
    default: return SG_FAILURE;
  }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ); //! F05
  if ( mode == 0 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnFlawed012 ( ARGS )
{
  tpu_device_mem_t mem;
  switch ( mode )
  {
    case 0: ALLOC ( mem, 64 );
    case 1: RELEASE ( mem ); break;
    case 2: ALLOC ( mem, 64 ); //! F11
    default: break;
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed013 ( ARGS )
{
  tpu_device_mem_t mem;
  while ( mode-- > 0 ) { ALLOC ( mem, 64 ); } //! F02
  return go ( resource, input.addr, mode, non_blocking );
}
tpu_status_t sgdnnFlawed014 ( ARGS )
{
  tpu_device_mem_t mem;
  for ( int i = 0; i < input.dim; ++i ) { ALLOC ( mem, 64 ); } //! F11
  if ( input.dim > 0 ) RELEASE ( mem );
  return go ( resource, input.addr, mode, non_blocking );
}
tpu_status_t sgdnnFlawed015 ( ARGS )
{
  for ( int i = 0; i < input.dim; ++i )
  {
    tpu_device_mem_t mem;
    ALLOC ( mem, 64 ); //! F11
    if ( input.shape[i] == 1 ) continue;
    tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
    RELEASE ( mem );
    if ( status != SG_SUCCESS ) return status;
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed016 ( ARGS )
{
  tpu_device_mem_t x, y;
  tpu_device_mem_t * all[] = { &x, &y };
  for ( auto p : all ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, p, 64 ) ); //! F02
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( x ) + sgdnnGetDeviceAddr ( y ), mode, non_blocking );
  sgdnnFreeDevice ( resource, x );
  return status;
}
tpu_status_t sgdnnFlawed017 ( ARGS )
{
  tpu_device_mem_t mem;
  tpu_device_mem_t & alias = mode ? mem : mem;
  ALLOC ( alias, 64 ); //! F02
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnFlawed018 ( ARGS )
{
  tpu_device_mem_t mem;
  unsigned long long addr = sgdnnGetDeviceAddr ( mem ); //! F05
  ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, addr, mode, non_blocking );
  RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnFlawed019 ( ARGS )
{
  tpu_device_mem_t mems[2];
  ALLOC ( mems[0], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mems[1] ), mode, non_blocking ); //! F05
  RELEASE ( mems[0] );
  return status;
}
tpu_status_t sgdnnFlawed021 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  tpu_device_mem_t copy = mem;
  RELEASE ( copy );
  RELEASE ( mem ); //! F14
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed022 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  if ( mode == 2 && go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) != SG_SUCCESS )
    return SG_FAILURE; //! F11
  RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed023 ( ARGS )
{
  tpu_device_mem_t mem;
  bool own = false;
  if ( mode & 1 ) { ALLOC ( mem, 64 ); own = true; } //! F11
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( own && status == SG_SUCCESS ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnFlawed024 ( ARGS )
{
  tpu_device_mem_t mem;
  bool own = true;
  if ( mode & 1 ) { ALLOC ( mem, 64 ); own = false; } //! F11
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( own ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnFlawed025 ( ARGS )
{
  tpu_device_mem_t mem;
  SGDNN_CHECK ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) == SG_SUCCESS ); //! F02
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnFlawed026 ( ARGS )
{
  tpu_device_mem_t mem;
  ALLOC ( mem, 64 );
  if ( mode )
    RELEASE ( mem );
  else
    RELEASE ( mem );
  RELEASE ( mem ); //! F14
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed027 ( ARGS )
{
  tpu_device_mem_t mem;
  tpu_device_mem_t * p = &mem;
  ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( *p ), mode, non_blocking );
  sgdnnFreeDevice ( resource, *p );
  if ( status != SG_SUCCESS ) sgdnnFreeDevice ( resource, mem ); //! F14
  return status;
}
tpu_status_t sgdnnFlawed028 ( ARGS )
{
  tpu_device_mem_t mem;
#if defined BACKEND_1684X
  ALLOC ( mem, 64 ); //! F02
  unsigned long long addr = sgdnnGetDeviceAddr ( mem );
#else
  unsigned long long addr = input.addr;
#endif
  tpu_status_t status = go ( resource, addr, mode, non_blocking );
#if defined BACKEND_SG2260_X
  RELEASE ( mem );
#endif
  return status;
}
tpu_status_t sgdnnFlawed029 ( ARGS )
{
  tpu_device_mem_t mem;
#if defined BACKEND_1684X
  ALLOC ( mem, 64 );
#endif
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ); //! F05
#if defined BACKEND_1684X
  RELEASE ( mem );
#endif
  return status;
}
tpu_status_t sgdnnFlawed030 ( ARGS )
{
  tpu_device_mem_t mem;
  int step = 0;
  while ( true )
  {
    if ( step == 0 ) { ALLOC ( mem, 64 ); } //! F02
    else if ( step == 1 ) { SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) ); }
    else break;
    ++step;
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed031 ( ARGS )
{
  tpu_device_mem_t mem;
retry:
  ALLOC ( mem, 64 ); //! F11
  if ( go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) != SG_SUCCESS && mode-- > 2 )
  {
    goto retry;
  }
  RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed032 ( ARGS )
{
  tpu_device_mem_t mem;
  return sgdnnMallocDeviceByte ( resource, &mem, 64 ) == SG_SUCCESS ? go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) : SG_FAILURE; //! F02
}
tpu_status_t sgdnnFlawed033 ( ARGS )
{
  tpu_device_mem_t mem;
  mode && ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) == SG_SUCCESS ); //! F02
  return go ( resource, input.addr, mode, non_blocking );
}
tpu_status_t sgdnnFlawed034 ( ARGS )
{
  tpu_device_mem_t a, b;
  ALLOC ( a, 64 );
  ALLOC ( b, 64 ); //! F02
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( a ) + sgdnnGetDeviceAddr ( b ), mode, non_blocking );
  RELEASE ( a );
  RELEASE ( a ); //! F14
  return status;
}
static tpu_status_t allocOrFail ( tpu_resource_t resource, tpu_device_mem_t & mem, bool ok )
{
  if ( !ok ) return SG_FAILURE;
  return sgdnnMallocDeviceByte ( resource, &mem, 64 );
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
tpu_status_t sgdnnFlawed037 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems ( 4 );
  for ( auto & mem : mems ) ALLOC ( mem, 64 ); //! F02
  return go ( resource, input.addr, mode, non_blocking );
}
tpu_status_t sgdnnFlawed038 ( ARGS )
{
  tpu_device_mem_t mem [ 2 ] [ 2 ];
  for ( int i = 0; i < 2; ++i ) for ( int j = 0; j < 2; ++j ) ALLOC ( mem[i][j], 64 ); //! F02
  return go ( resource, sgdnnGetDeviceAddr ( mem[1][1] ), mode, non_blocking );
}
tpu_status_t sgdnnFlawed039 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( input.dim == 4 ) ALLOC ( mem, 64 ); //! F11
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( output.dim == 4 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnFlawed040 ( ARGS )
{
  Plan plan = {};
  for ( ; plan.count < 4; ++plan.count ) ALLOC ( plan.mems[plan.count], 64 ); //! F02
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( plan.mems[0] ), mode, non_blocking );
  while ( --plan.count ) RELEASE ( plan.mems[plan.count] );
  return status;
}
tpu_status_t sgdnnFlawed041 ( ARGS )
{
  tpu_device_mem_t mem;
  int flags = 0;
  if ( mode ) { ALLOC ( mem, 64 ); flags |= 2; } //! F02
  tpu_status_t status = go ( resource, input.addr, flags, non_blocking );
  if ( flags & 4 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnFlawed043 ( ARGS )
{
  auto mem = tpu_device_mem_t ();
  ALLOC ( mem, 64 ); //! F02
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnFlawed044 ( ARGS )
{
  struct tpu_pair { tpu_device_mem_t first, second; } pair;
  ALLOC ( pair.first, 64 );
  ALLOC ( pair.second, 64 ); //! F11
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( pair.first ), mode, non_blocking );
  RELEASE ( pair.first );
  if ( status == SG_SUCCESS ) RELEASE ( pair.second );
  return status;
}
tpu_status_t sgdnnFlawed045 ( ARGS )
{
  typedef tpu_device_mem_t Mem;
  Mem mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) ); //! F02
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
}
tpu_status_t sgdnnFlawed046 ( ARGS )
{
  using Mem = tpu_device_mem_t;
  Mem mem;
  return go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ); //! F05
}

tpu_status_t sgdnnSound3001 ( ARGS )
{
  tpu_device_mem_t cur, next;
  ALLOC ( cur, 64 );
  for ( int i = 0; i < mode; ++i )
  {
    ALLOC ( next, 64 );
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( next ), i, non_blocking ) );
    RELEASE ( cur );
    cur = next;
  }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( cur ), mode, non_blocking );
  RELEASE ( cur );
  return status;
}
tpu_status_t sgdnnSound3002 ( ARGS )
{
  tpu_device_mem_t a, b;
  ALLOC ( a, 64 );
  if ( mode == 1 )
  {
    ALLOC ( b, 64 );
    RELEASE ( a );
    a = b;
  }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking );
  RELEASE ( a );
  return status;
}
tpu_status_t sgdnnSound3003 ( ARGS )
{
  std::map < std::string, tpu_device_mem_t > mems;
  for ( const char * name : { "a", "b" } ) ALLOC ( mems[name], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mems["a"] ), mode, non_blocking );
  for ( auto & entry : mems ) RELEASE ( entry.second );
  return status;
}
tpu_status_t sgdnnSound3004 ( ARGS )
{
  tpu_device_mem_t mem;
  memset ( &mem, 0, sizeof ( mem ) );
  tpu_status_t status = SG_SUCCESS;
  if ( mode > 1 ) status = sgdnnMallocDeviceByte ( resource, &mem, 64 );
  if ( status == SG_SUCCESS ) status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( sgdnnGetDeviceAddr ( mem ) != 0 ) RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound3005 ( ARGS )
{
  std::function < tpu_status_t ( int ) > run = [ & ] ( int depth ) -> tpu_status_t
  {
    if ( depth == 0 ) return SG_SUCCESS;
    tpu_device_mem_t mem;
    tpu_status_t status = sgdnnMallocDeviceByte ( resource, &mem, 64 );
    if ( status != SG_SUCCESS ) return status;
    status = run ( depth - 1 );
    RELEASE ( mem );
    return status;
  };
  return run ( mode );
}
static void fatal ( const char * what ) { printf ( "%s\n", what ); std::exit ( 1 ); }
static void refused ( const char * what ) { throw what; }
[[noreturn]] extern void stop ( int code );
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
