#include "sgdnn_api.h"
#include <cstring>
#include <utility>

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
enum Pick { PICK_A, PICK_B, PICK_C };
extern Pick pickOf ( int mode );

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
tpu_status_t sgdnnSound022 ( ARGS )
{
  tpu_device_mem_t x, y;
  ALLOC ( x, 64 );
  ALLOC ( y, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( x ) + sgdnnGetDeviceAddr ( y ), mode, non_blocking );
  for ( tpu_device_mem_t m : { x, y } ) sgdnnFreeDevice ( resource, m );
  return status;
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
tpu_status_t sgdnnSound072 ( ARGS )
{
  tpu_device_mem_t mem [ 2 ] [ 2 ];
  for ( int i = 0; i < 2; ++i ) for ( int j = 0; j < 2; ++j ) ALLOC ( mem[i][j], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem[1][1] ), mode, non_blocking );
  for ( int i = 0; i < 2; ++i ) for ( int j = 0; j < 2; ++j ) RELEASE ( mem[i][j] );
  return status;
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
tpu_status_t sgdnnSound2012 ( ARGS )
{
  tpu_device_mem_t a, b;
  switch ( mode ) { case 0: ALLOC ( a, 64 ); break; case 1: ALLOC ( b, 64 ); break; }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  switch ( mode ) { case 0: RELEASE ( a ); break; case 1: RELEASE ( b ); break; }
  return status;
}
tpu_status_t sgdnnSound2018 ( ARGS )
{
  tpu_device_mem_t mem;
  Pick pick = pickOf ( mode );
  if ( pick == PICK_A || pick == PICK_B ) ALLOC ( mem, 64 );
  switch ( pick ) { case PICK_A: case PICK_B: RELEASE ( mem ); break; case PICK_C: break; }
  return SG_SUCCESS;
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
tpu_status_t sgdnnFlawed038 ( ARGS )
{
  tpu_device_mem_t mem [ 2 ] [ 2 ];
  for ( int i = 0; i < 2; ++i ) for ( int j = 0; j < 2; ++j ) ALLOC ( mem[i][j], 64 ); //! F02
  return go ( resource, sgdnnGetDeviceAddr ( mem[1][1] ), mode, non_blocking );
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
tpu_status_t sgdnnSound3015 ( ARGS )
{
  tpu_device_mem_t m;
  size_t have = 0;
  for ( int i = 0; i < input.dim; ++i )
  {
    const size_t need = ( size_t ) input.shape[i] * 64;
    if ( need > have )
    {
      if ( have != 0 ) RELEASE ( m );
      have = 0;
      tpu_status_t s = sgdnnMallocDeviceByte ( resource, &m, need );
      if ( s != SG_SUCCESS ) return s;
      have = need;
    }
    if ( !have ) continue;
    tpu_status_t s = go ( resource, sgdnnGetDeviceAddr ( m ), i, non_blocking );
    if ( s != SG_SUCCESS ) { if ( have ) RELEASE ( m ); return s; }
  }
  if ( have ) RELEASE ( m );
  return SG_SUCCESS;
}
