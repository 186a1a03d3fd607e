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
tpu_status_t sgdnnSound033 ( ARGS )
{
  tpu_device_mem_t * mems = new tpu_device_mem_t [ input.dim ];
  for ( int i = 0; i < input.dim; ++i ) ALLOC ( mems[i], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mems[0] ), mode, non_blocking );
  for ( int i = 0; i < input.dim; ++i ) RELEASE ( mems[i] );
  delete [] mems;
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
tpu_status_t sgdnnSound2002 ( ARGS )
{
  tpu_device_mem_t m[3];
  bool used[3] = { false, false, false };
  ALLOC ( m[0], 64 ); used[0] = true;
  if ( mode ) { ALLOC ( m[1], 64 ); used[1] = true; }
  for ( int i = 0; i < 3; ++i ) if ( used[i] ) RELEASE ( m[i] );
  return SG_SUCCESS;
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
tpu_status_t sgdnnSound2051 ( ARGS )
{
  tpu_device_mem_t a, b;
  ALLOC ( a, 64 );
  ALLOC ( b, 64 );
  tpu_device_mem_t list[] = { a, b };
  for ( auto & m : list ) sgdnnFreeDevice ( resource, m );
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
tpu_status_t sgdnnFlawed001 ( ARGS )
{
  tpu_device_mem_t mems[3];
  for ( int i = 0; i < 3; ++i ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mems[i], 64 ) ); //! F02
  SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mems[0] ), mode, non_blocking ) );
  for ( int i = 0; i < 2; ++i ) RELEASE ( mems[i] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed019 ( ARGS )
{
  tpu_device_mem_t mems[2];
  ALLOC ( mems[0], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mems[1] ), mode, non_blocking ); //! F05
  RELEASE ( mems[0] );
  return status;
}
