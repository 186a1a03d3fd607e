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
#include <memory>
#include <tuple>
#define GOTO_IF_FAILED( call, label ) do { status = call; if ( status != SG_SUCCESS ) goto label; } while ( 0 )
#define MIN( a, b ) ( ( a ) < ( b ) ? ( a ) : ( b ) )
#define ALIGN_UP( a, b ) ( ( ( a ) + ( b ) - 1 ) / ( b ) * ( b ) )
extern bool useScratch ( const SgdnnTensor_t * t );
extern int splitOf ( int );
enum Stage { STAGE_INIT, STAGE_RUN, STAGE_DONE };
namespace detail
{
static inline void drop ( tpu_resource_t resource, tpu_device_mem_t m ) { sgdnnFreeDevice ( resource, m ); }
}
class Session
{
public:
  Session ( tpu_resource_t r ) : resource_ ( r ) {}
  ~Session () { for ( auto & m : mems_ ) sgdnnFreeDevice ( resource_, m ); }
  tpu_device_mem_t & add () { mems_.emplace_back (); return mems_.back (); }
  void own ( tpu_device_mem_t m ) { mems_.push_back ( m ); }
private:
  tpu_resource_t resource_;
  std::vector < tpu_device_mem_t > mems_;
};
static tpu_status_t prepare ( tpu_resource_t resource, const SgdnnTensor_t & t, tpu_device_mem_t & m, SgdnnTensor_t & out )
{
  out = t;
  if ( sgdnnIsTensorContiguous ( &t ) ) return SG_SUCCESS;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource, &m, sgdnnTensorBytes ( &t ) );
  if ( status != SG_SUCCESS ) return status;
  out.addr = sgdnnGetDeviceAddr ( m );
  return SG_SUCCESS;
}
static void finish ( tpu_resource_t resource, const SgdnnTensor_t & t, tpu_device_mem_t & m )
{
  if ( !sgdnnIsTensorContiguous ( &t ) ) sgdnnFreeDevice ( resource, m );
}
tpu_status_t sgdnnSound4001 ( ARGS )
{
  tpu_device_mem_t m;
  SgdnnTensor_t t;
  SAFE_CALL ( prepare ( resource, input, m, t ) );
  tpu_status_t status = go ( resource, t.addr, mode, non_blocking );
  finish ( resource, input, m );
  return status;
}
tpu_status_t sgdnnSound4002 ( ARGS )
{
  Session session ( resource );
  tpu_device_mem_t & m = session.add ();
  ALLOC ( m, 64 );
  tpu_device_mem_t n;
  ALLOC ( n, 64 );
  session.own ( n );
  return go ( resource, sgdnnGetDeviceAddr ( m ) + sgdnnGetDeviceAddr ( n ), mode, non_blocking );
}
tpu_status_t sgdnnSound4003 ( ARGS )
{
  tpu_status_t status = SG_SUCCESS;
  tpu_device_mem_t a, b;
  GOTO_IF_FAILED ( sgdnnMallocDeviceByte ( resource, &a, 64 ), out );
  GOTO_IF_FAILED ( sgdnnMallocDeviceByte ( resource, &b, 64 ), free_a );
  GOTO_IF_FAILED ( go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking ), free_b );
  GOTO_IF_FAILED ( go ( resource, sgdnnGetDeviceAddr ( b ), mode, non_blocking ), free_b );
free_b:
  sgdnnFreeDevice ( resource, b );
free_a:
  sgdnnFreeDevice ( resource, a );
out:
  return status;
}
tpu_status_t sgdnnSound4004 ( ARGS )
{
  tpu_device_mem_t m;
  Stage stage = STAGE_INIT;
  tpu_status_t status = SG_SUCCESS;
  while ( stage != STAGE_DONE )
  {
    switch ( stage )
    {
      case STAGE_INIT:
        ALLOC ( m, 64 );
        stage = STAGE_RUN;
        break;
      case STAGE_RUN:
        status = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
        RELEASE ( m );
        stage = STAGE_DONE;
        break;
      case STAGE_DONE:
        break;
    }
  }
  return status;
}
tpu_status_t sgdnnSound4005 ( ARGS )
{
  tpu_device_mem_t m;
  const bool scratch = useScratch ( &input );
  if ( scratch ) ALLOC ( m, 64 );
  const int loops = ALIGN_UP ( input.dim, 2 );
  for ( int i = 0; i < loops; ++i )
  {
    const int n = MIN ( loops - i, 4 );
    SAFE_CALL ( go ( resource, scratch ? sgdnnGetDeviceAddr ( m ) : input.addr, n, non_blocking ) );
  }
  if ( scratch ) RELEASE ( m );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound4006 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  detail::drop ( resource, m );
  tpu_device_mem_t n;
  ALLOC ( n, 64 );
  auto drop = detail::drop;
  drop ( resource, n );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound4007 ( ARGS )
{
  std::unique_ptr < tpu_device_mem_t [] > mems ( new tpu_device_mem_t [ 2 ] );
  for ( int i = 0; i < 2; ++i ) ALLOC ( mems[i], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mems[1] ), mode, non_blocking );
  for ( int i = 0; i < 2; ++i ) RELEASE ( mems[i] );
  return status;
}
tpu_status_t sgdnnSound4008 ( ARGS )
{
  std::vector < std::pair < tpu_device_mem_t, int > > mems ( 2 );
  for ( auto & [ m, n ] : mems ) { ALLOC ( m, 64 ); n = 1; }
  for ( auto & entry : mems ) if ( entry.second ) RELEASE ( entry.first );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound4009 ( ARGS )
{
  tpu_device_mem_t m;
  bool ok = true;
  ok = ok && sgdnnMallocDeviceByte ( resource, &m, 64 ) == SG_SUCCESS;
  const bool allocated = ok;
  ok = ok && go ( resource, input.addr, mode, non_blocking ) == SG_SUCCESS;
  if ( allocated ) RELEASE ( m );
  return ok ? SG_SUCCESS : SG_FAILURE;
}
tpu_status_t sgdnnSound4010 ( ARGS )
{
  tpu_device_mem_t a, b;
  int step = 0;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource, &a, 64 );
  if ( status == SG_SUCCESS ) { step = 1; status = sgdnnMallocDeviceByte ( resource, &b, 64 ); }
  if ( status == SG_SUCCESS ) { step = 2; status = go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking ); }
  if ( step >= 2 ) RELEASE ( b );
  if ( step >= 1 ) RELEASE ( a );
  return status;
}
tpu_status_t sgdnnSound4011 ( ARGS )
{
  tpu_device_mem_t m;
  const int split = splitOf ( mode );
  if ( split > 1 ) ALLOC ( m, 64 * split );
  for ( int i = 0; i < split; ++i )
  {
    if ( split == 1 ) { SAFE_CALL ( go ( resource, input.addr, 0, non_blocking ) ); }
    else { SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( m ), i, non_blocking ) ); }
  }
  if ( split > 1 ) { SAFE_CALL ( sgdnnSync ( resource ) ); RELEASE ( m ); }
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound4012 ( ARGS )
{
  tpu_device_mem_t m;
  const auto need = [ & ] { return input.dtype == SGDNN_DTYPE_INT64; };
  if ( need () ) ALLOC ( m, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( need () ) RELEASE ( m );
  return status;
}
tpu_status_t sgdnnSound4013 ( ARGS )
{
  tpu_device_mem_t m;
  const auto alloc = [ & ] () -> bool { return sgdnnMallocDeviceByte ( resource, &m, 64 ) == SG_SUCCESS; };
  if ( !alloc () ) return SG_FAILURE;
  struct OnExit { tpu_resource_t r; tpu_device_mem_t & m; ~OnExit () { sgdnnFreeDevice ( r, m ); } } onExit { resource, m };
  return go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
}
tpu_status_t sgdnnSound4014 ( ARGS )
{
  tpu_device_mem_t m[4];
  int live = 0;
  tpu_status_t status = SG_SUCCESS;
  for ( live = 0; live < 4; ++live )
  {
    status = sgdnnMallocDeviceByte ( resource, m + live, 64 );
    if ( status != SG_SUCCESS ) goto release;
  }
  status = go ( resource, sgdnnGetDeviceAddr ( m[0] ), mode, non_blocking );
release:
  while ( live > 0 ) sgdnnFreeDevice ( resource, m[--live] );
  return status;
}
tpu_status_t sgdnnSound4015 ( ARGS )
{
  tpu_device_mem_t m;
  const bool a = input.dtype == SGDNN_DTYPE_FP16, b = output.dtype == SGDNN_DTYPE_FP16;
  if ( a != b ) ALLOC ( m, 64 );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( a ^ b ) RELEASE ( m );
  return status;
}
tpu_status_t sgdnnSound4016 ( ARGS )
{
  tpu_device_mem_t m;
  if ( input.dim > 4 ) { ALLOC ( m, 64 ); }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( input.dim >= 5 ) { RELEASE ( m ); }
  return status;
}
tpu_status_t sgdnnSound4017 ( ARGS )
{
  tpu_device_mem_t m;
  int n = input.shape[0] * input.shape[1];
  if ( n * 4 > 4096 ) { ALLOC ( m, 64 ); }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( n > 1024 ) { RELEASE ( m ); }
  return status;
}
tpu_status_t sgdnnSound4018 ( ARGS )
{
  tpu_device_mem_t m;
  size_t room = 0;
  ALLOC ( m, 64 );
  room = 64;
  for ( int i = 0; i < input.dim; ++i )
  {
    const size_t want = ( size_t ) input.shape[i] * 4;
    if ( want > room )
    {
      RELEASE ( m );
      ALLOC ( m, want );
      room = want;
    }
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( m ), i, non_blocking ) );
  }
  RELEASE ( m );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound4019 ( ARGS )
{
  tpu_device_mem_t m;
  if ( sgdnnMallocDeviceByte ( resource, &m, 64 ) ) return SG_FAILURE;
  const tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
  return ( RELEASE ( m ), status );
}
tpu_status_t sgdnnSound4020 ( ARGS )
{
  tpu_device_mem_t m;
  tpu_status_t status;
  if ( mode < 0 || ( status = sgdnnMallocDeviceByte ( resource, &m, 64 ) ) != SG_SUCCESS ) return SG_FAILURE;
  status = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
  RELEASE ( m );
  return status;
}
tpu_status_t sgdnnFlawed4001 ( ARGS )
{
  tpu_device_mem_t m;
  SgdnnTensor_t t;
  SAFE_CALL ( prepare ( resource, input, m, t ) ); //! F02
  return go ( resource, t.addr, mode, non_blocking );
}
tpu_status_t sgdnnFlawed4002 ( ARGS )
{
  tpu_device_mem_t m;
  if ( input.dim > 4 ) { ALLOC ( m, 64 ); } //! F11
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( input.dim > 5 ) { RELEASE ( m ); }
  return status;
}
tpu_status_t sgdnnFlawed4003 ( ARGS )
{
  tpu_device_mem_t m;
  Stage stage = STAGE_INIT;
  while ( stage != STAGE_DONE )
  {
    switch ( stage )
    {
      case STAGE_INIT: ALLOC ( m, 64 ); stage = STAGE_RUN; break; //! F02
      case STAGE_RUN: SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking ) ); stage = STAGE_DONE; break;
      case STAGE_DONE: break;
    }
  }
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed4004 ( ARGS )
{
  tpu_status_t status = SG_SUCCESS;
  tpu_device_mem_t a, b;
  GOTO_IF_FAILED ( sgdnnMallocDeviceByte ( resource, &a, 64 ), out ); //! F11
  GOTO_IF_FAILED ( sgdnnMallocDeviceByte ( resource, &b, 64 ), out );
  GOTO_IF_FAILED ( go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking ), free_b );
free_b:
  sgdnnFreeDevice ( resource, b );
  sgdnnFreeDevice ( resource, a );
out:
  return status;
}
tpu_status_t sgdnnFlawed4005 ( ARGS )
{
  tpu_device_mem_t m;
  const auto need = [ & ] { return input.dtype == SGDNN_DTYPE_INT64; };
  if ( need () ) ALLOC ( m, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking ); //! F05
  if ( need () ) RELEASE ( m );
  return status;
}
tpu_status_t sgdnnFlawed4006 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  const tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
  detail::drop ( resource, m );
  if ( status ) sgdnnFreeDevice ( resource, m ); //! F14
  return status;
}
tpu_status_t sgdnnFlawed4007 ( ARGS )
{
  tpu_device_mem_t m;
  if ( mode < 0 || sgdnnMallocDeviceByte ( resource, &m, 64 ) != SG_SUCCESS || input.dim < 1 ) return SG_FAILURE; //! F11
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
  RELEASE ( m );
  return status;
}
tpu_status_t sgdnnFlawed4008 ( ARGS )
{
  tpu_device_mem_t m;
  size_t room = 0;
  for ( int i = 0; i < input.dim; ++i )
  {
    const size_t want = ( size_t ) input.shape[i] * 4;
    if ( want > room )
    {
      ALLOC ( m, want ); //! F11
      room = want;
    }
    SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( m ), i, non_blocking ) ); //! F05
  }
  if ( room ) RELEASE ( m );
  return SG_SUCCESS;
}
