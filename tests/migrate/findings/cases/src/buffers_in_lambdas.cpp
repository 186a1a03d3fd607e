#include "sgdnn_api.h"
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

#define RELEASE( m ) sgdnnFreeDevice ( resource, m )
#define ALLOC( m, s ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, s ) )
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
