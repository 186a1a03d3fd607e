#include "sgdnn_api.h"
#include <cstring>
#include <vector>

#define ARGS tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking
extern tpu_status_t go ( tpu_resource_t resource, unsigned long long addr, int mode, bool non_blocking );
#define MALLOC( m, s ) sgdnnMallocDeviceByte ( resource, &( m ), s )
#define FREE( m ) sgdnnFreeDevice ( resource, m )
struct Pair { tpu_device_mem_t a, b; };
tpu_status_t sgdnnFree001 ( ARGS )
{
  tpu_device_mem_t a, b;
  tpu_status_t s = MALLOC ( a, 64 );
  if ( s != SG_SUCCESS ) goto out;
  s = MALLOC ( b, 64 );
out:
  FREE ( b ); //! F05
  FREE ( a );
  return s;
}
tpu_status_t sgdnnFree002 ( ARGS )
{
  tpu_device_mem_t m;
  if ( mode == 1 ) SAFE_CALL ( MALLOC ( m, 64 ) );
  FREE ( m ); //! F05
  return SG_SUCCESS;
}
tpu_status_t sgdnnFree003 ( ARGS )
{
  tpu_device_mem_t m;
  tpu_device_mem_t * p = &m;
  FREE ( *p ); //! F05
  return SG_SUCCESS;
}
tpu_status_t sgdnnFree004 ( ARGS )
{
  Pair p;
  SAFE_CALL ( MALLOC ( p.a, 64 ) );
  FREE ( p.a );
  FREE ( p.b ); //! F05
  return SG_SUCCESS;
}
static void freePair ( tpu_resource_t resource, Pair * p ) { FREE ( p->a ); FREE ( p->b ); }
tpu_status_t sgdnnFree005 ( ARGS )
{
  Pair p;
  SAFE_CALL ( MALLOC ( p.a, 64 ) );
  freePair ( resource, &p ); //! F05
  return SG_SUCCESS;
}
tpu_status_t sgdnnFree006 ( ARGS )
{
  tpu_device_mem_t mems[2];
  SAFE_CALL ( MALLOC ( mems[0], 64 ) );
  for ( int i = 0; i < 2; ++i ) FREE ( mems[i] ); //! F05
  return SG_SUCCESS;
}
tpu_status_t sgdnnFree007 ( ARGS )
{
  tpu_device_mem_t m;
  switch ( mode ) { case 1: SAFE_CALL ( MALLOC ( m, 64 ) ); break; case 2: break; default: return SG_FAILURE; }
  auto drop = [ & ] { FREE ( m ); }; //! F05
  drop ();
  return SG_SUCCESS;
}
extern void fillMem ( tpu_device_mem_t * m ); extern void fillPair ( Pair & p ); extern tpu_device_mem_t another (); extern bool tryFill ( int, tpu_device_mem_t & );
tpu_status_t sgdnnFree101 ( ARGS, tpu_device_mem_t given, tpu_device_mem_t * list, Pair pair )
{
  FREE ( given );
  FREE ( list[0] );
  FREE ( list[mode] );
  FREE ( pair.a );
  tpu_device_mem_t m; fillMem ( &m ); FREE ( m );
  Pair p; fillPair ( p ); FREE ( p.a ); FREE ( p.b );
  tpu_device_mem_t n = another (); FREE ( n );
  tpu_device_mem_t o; o = another (); FREE ( o );
  tpu_device_mem_t q; if ( tryFill ( 1, q ) ) FREE ( q );
  tpu_device_mem_t r[2]; fillMem ( r ); FREE ( r[0] ); FREE ( r[1] );
  FREE ( another () );
  tpu_device_mem_t s; memcpy ( &s, &given, sizeof ( s ) ); FREE ( s );
  tpu_device_mem_t t = sgdnnMemFromDevice ( input.addr, 64 ); FREE ( t );
  Pair u = pair; FREE ( u.a );
  Pair v; v.a = given; v.b = given; FREE ( v.a ); FREE ( v.b );
  Pair w; w = pair; FREE ( w.b );
  Pair x { given, given }; FREE ( x.a );
  std::vector < tpu_device_mem_t > y ( 2 ); for ( auto & z : y ) fillMem ( &z ); for ( auto & z : y ) FREE ( z );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFree102 ( ARGS )
{
  tpu_device_mem_t m;
  tpu_status_t s = MALLOC ( m, 64 );
  if ( s != SG_SUCCESS ) goto out;
  s = go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking );
out:
  FREE ( m );
  return s;
}
tpu_status_t sgdnnFree103 ( ARGS )
{
  tpu_device_mem_t mems[8];
  int n = 0;
  for ( int i = 0; i < input.dim; ++i ) if ( input.shape[i] > 1 ) { SAFE_CALL ( MALLOC ( mems[n], 64 ) ); n++; }
  for ( int i = 0; i < n; ++i ) FREE ( mems[i] );
  tpu_device_mem_t two[2];
  fillMem ( &two[0] ); fillMem ( &two[1] );
  FREE ( two[0] ); FREE ( two[1] );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFree104 ( ARGS )
{
  const bool is16 = input.dtype == SGDNN_DTYPE_FP16 || input.dtype == SGDNN_DTYPE_BF16;
  tpu_device_mem_t cast;
  SgdnnTensor_t in = input;
  if ( is16 )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &cast, 2 * sgdnnTensorBytes ( &input ) ) );
    in.addr = sgdnnGetDeviceAddr ( cast );
    in.dtype = SGDNN_DTYPE_FP32;
  }
  SAFE_CALL ( go ( resource, in.addr, mode, non_blocking ) );
  if ( in.addr != input.addr ) sgdnnFreeDevice ( resource, cast );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFree105 ( ARGS )
{
  tpu_device_mem_t cast;
  SgdnnTensor_t in = input;
  if ( input.dtype == SGDNN_DTYPE_FP16 )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &cast, 2 * sgdnnTensorBytes ( &input ) ) );
    in.addr = sgdnnGetDeviceAddr ( cast );
    in.dtype = SGDNN_DTYPE_FP32;
  }
  SAFE_CALL ( go ( resource, in.addr, mode, non_blocking ) );
  if ( in.dtype != input.dtype ) sgdnnFreeDevice ( resource, cast );
  return SG_SUCCESS;
}
