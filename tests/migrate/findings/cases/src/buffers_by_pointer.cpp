#include "sgdnn_api.h"
#include <cstring>

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

tpu_status_t sgdnnSound021 ( ARGS )
{
  tpu_device_mem_t x, y;
  tpu_device_mem_t * all[] = { &x, &y };
  for ( auto p : all ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, p, 64 ) );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( x ) + sgdnnGetDeviceAddr ( y ), mode, non_blocking );
  for ( auto p : all ) sgdnnFreeDevice ( resource, *p );
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
tpu_status_t sgdnnSound084 ( ARGS )
{
  tpu_device_mem_t a, b;
  tpu_device_mem_t * all[2] = { &a, &b };
  ALLOC ( a, 64 ); ALLOC ( b, 64 );
  for ( int k = 0; k < 2; ++k ) sgdnnFreeDevice ( resource, *all[ ( k + mode ) % 2 ] );
  return SG_SUCCESS;
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
tpu_status_t sgdnnFlawed2013 ( ARGS )
{
  tpu_device_mem_t a, b;
  tpu_device_mem_t & r = a;
  ALLOC ( r, 64 );
  SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mode > 1 ? a : b ), mode, non_blocking ) ); //! F05
  RELEASE ( a );
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
tpu_status_t sgdnnSound3011 ( ARGS )
{
  tpu_device_mem_t m;
  const SgdnnTensor_t * src = &input;
  SgdnnTensor_t tmp;
  if ( !sgdnnIsTensorContiguous ( &input ) )
  {
    ALLOC ( m, 64 );
    tmp = input;
    tmp.addr = sgdnnGetDeviceAddr ( m );
    src = &tmp;
  }
  tpu_status_t s = go ( resource, src->addr, mode, non_blocking );
  if ( src == &tmp ) RELEASE ( m );
  return s;
}
tpu_status_t sgdnnSound3012 ( ARGS )
{
  tpu_device_mem_t m;
  const SgdnnTensor_t * src = &input;
  SgdnnTensor_t tmp;
  if ( !sgdnnIsTensorContiguous ( &input ) ) { ALLOC ( m, 64 ); tmp = input; tmp.addr = sgdnnGetDeviceAddr ( m ); src = &tmp; }
  tpu_status_t s = go ( resource, src->addr, mode, non_blocking );
  if ( src != &input ) RELEASE ( m );
  return s;
}
tpu_status_t sgdnnSound3013 ( ARGS )
{
  unsigned long long addrs[2] = { 0, 0 };
  for ( int i = 0; i < 2; ++i )
  {
    tpu_device_mem_t m;
    ALLOC ( m, 64 );
    addrs[i] = sgdnnGetDeviceAddr ( m );
  }
  tpu_status_t s = go ( resource, addrs[0] + addrs[1], mode, non_blocking );
  for ( int i = 0; i < 2; ++i ) RELEASE ( sgdnnMemFromDevice ( addrs[i], 64 ) );
  return s;
}
tpu_status_t sgdnnSound3014 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  unsigned long long a = sgdnnGetDeviceAddr ( m );
  tpu_status_t s = go ( resource, a, mode, non_blocking );
  tpu_device_mem_t again = sgdnnMemFromDevice ( a, 64 );
  RELEASE ( again );
  return s;
}
tpu_status_t sgdnnSound3016 ( ARGS )
{
  tpu_device_mem_t mems[2];
  tpu_device_mem_t * p = mode ? &mems[0] : &mems[1];
  ALLOC ( *p, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( *p ), mode, non_blocking );
  if ( p == &mems[0] ) RELEASE ( mems[0] );
  else RELEASE ( mems[1] );
  return status;
}
