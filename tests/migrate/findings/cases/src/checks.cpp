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

extern int n_of ( int ); extern float floatOf ( int ); extern sg_api_one_t api_of ( int );
enum Kind { KIND_A, KIND_B = 4, KIND_C = 4 };
#define EQUAL( a, b ) ( ( a ) == ( b ) )
#define IN_RANGE( x, lo, hi ) ( ( x ) >= ( lo ) && ( x ) <= ( hi ) )
#define NOT_ANY( x, a, b ) ( ( x ) != ( a ) || ( x ) != ( b ) )
#define MAX_DIMS 8
static const int kMax = 8;
extern int nextValue ();
tpu_status_t sgdnnCheck001 ( ARGS )
{
  SGDNN_CHECK ( input.dim = output.dim ); //! F01
  SGDNN_CHECK ( input.dim == output.dim );
  SGDNN_CHECK ( ( input.dim = output.dim ) == 4 );
  SGDNN_CHECK ( mode && ( input.dim = output.dim ) ); //! F01
  SGDNN_CHECK ( input.dim == 4 || ( input.dim = 3 ) ); //! F01
  int n = 0;
  SGDNN_CHECK ( ( n = nextValue () ) > 0 );
  SGDNN_CHECK ( n <= 4 );
  SGDNN_CHECK ( n >= 4 );
  SGDNN_CHECK ( n != 4 );
  SGDNN_CHECK ( n += 1 );
  SGDNN_CHECK ( !( n = mode ) ); //! F01
  SGDNN_CHECK ( input.shape[0] = output.shape[1] ); //! F01
  return SG_SUCCESS;
}
tpu_status_t sgdnnCheck002 ( ARGS )
{
  for ( int i = 0; i < 4; ++i )
    SGDNN_CHECK ( input.shape[i] = output.shape[i] ); //! F01
  auto same = [ & ] ( int i ) { SGDNN_CHECK ( input.stride[i] = output.stride[i] ); }; //! F01
  same ( 0 );
  SGDNN_CHECK ( [ & ] { int k = 0; k = 1; return k == input.dim; } () );
  SGDNN_CHECK ( ( n_of ( mode ) , mode = 3 ) ); //! F01
  if ( mode ) { SGDNN_CHECK ( mode == 2 ? input.dim = 2 : true ); } //! F01
  SgdnnTensor_t * t = nullptr;
  SGDNN_CHECK ( ( t = &input ) != nullptr );
  SGDNN_CHECK ( ( t = &input ) ); //! F01
  return SG_SUCCESS;
}
tpu_status_t sgdnnCheck003 ( ARGS )
{
  unsigned int u = ( unsigned ) mode;
  unsigned char c = ( unsigned char ) mode;
  SGDNN_CHECK ( mode != 1 || mode != 2 ); //! F09
  SGDNN_CHECK ( mode != 1 && mode != 2 );
  SGDNN_CHECK ( mode == 1 || mode == 2 );
  SGDNN_CHECK ( mode > 0 || mode <= input.dim ); //! F09
  SGDNN_CHECK ( mode > 0 && mode <= input.dim );
  SGDNN_CHECK ( mode >= 0 || input.dim > 2 );
  SGDNN_CHECK ( mode == mode ); //! F09
  SGDNN_CHECK ( mode > 5 || mode < 10 ); //! F09
  SGDNN_CHECK ( mode < 5 || mode > 10 );
  SGDNN_CHECK ( u >= 0 ); //! F09
  SGDNN_CHECK ( 0 <= u ); //! F09
  SGDNN_CHECK ( !( input.addr < 0 ) ); //! F09
  SGDNN_CHECK ( sgdnnTensorBytes ( &input ) >= 0 ); //! F09
  SGDNN_CHECK ( u >= 0 && u < 8 );
  SGDNN_CHECK ( u > 0 );
  SGDNN_CHECK ( u >= -1 );
  SGDNN_CHECK ( ( int ) u >= 0 );
  SGDNN_CHECK ( u - 8 >= 0 || mode );
  SGDNN_CHECK ( u + 1 > u );
  SGDNN_CHECK ( mode + 1 > mode ); 
  SGDNN_CHECK ( ( unsigned char ) ( mode + 1 ) > 0 );
  SGDNN_CHECK ( c <= 255 );
  SGDNN_CHECK ( mode > 0 || mode < 0 );
  SGDNN_CHECK ( mode > 0 || mode <= -1 );
  SGDNN_CHECK ( mode >= 1 || mode <= -input.dim );
  SGDNN_CHECK ( mode > -1 || mode < -5 );
  SGDNN_CHECK ( true );
  SGDNN_CHECK ( 1 );
  SGDNN_CHECK ( sizeof ( int ) == 4 );
  SGDNN_CHECK ( "text" );
  SGDNN_CHECK ( MAX_DIMS == kMax );
  return SG_SUCCESS;
}
tpu_status_t sgdnnCheck004 ( ARGS )
{
  SGDNN_CHECK ( input.dtype != SGDNN_DTYPE_FP16 || input.dtype != SGDNN_DTYPE_BF16 ); //! F09
  SGDNN_CHECK ( input.dtype != SGDNN_DTYPE_FP16 || output.dtype != SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( !( input.dtype == SGDNN_DTYPE_FP16 && input.dtype == SGDNN_DTYPE_BF16 ) ); //! F09
  SGDNN_CHECK ( NOT_ANY ( input.dim, 3, 4 ) ); //! F09
  SGDNN_CHECK ( NOT_ANY ( input.dim, KIND_B, KIND_C ) );
  SGDNN_CHECK ( NOT_ANY ( input.dim, KIND_A, KIND_C ) ); //! F09
  SGDNN_CHECK ( IN_RANGE ( input.dim, 1, MAX_DIMS ) );
  SGDNN_CHECK ( input.dim >= 1 || input.dim <= MAX_DIMS ); //! F09
  SGDNN_CHECK ( nextValue () == nextValue () );
  SGDNN_CHECK ( nextValue () != 1 || nextValue () != 2 );
  SGDNN_CHECK ( mode++ != 1 || mode != 2 );
  SGDNN_CHECK ( mode++ == mode++ );
  SGDNN_CHECK ( input.shape[0] == input.shape[0] ); //! F09
  SGDNN_CHECK ( input.shape[0] == input.shape[mode] );
  float f = ( float ) mode;
  SGDNN_CHECK ( f == f );
  SGDNN_CHECK ( f > 0 || f <= 0 );
  SGDNN_CHECK ( f >= 0.5 || f < 0.5 );
  SGDNN_CHECK ( f != 1 || f != 2 ); //! F09
  SGDNN_CHECK ( mode & 1 || mode & 2 );
  SGDNN_CHECK ( mode > 0 || !mode );
  SGDNN_CHECK ( mode || !mode ); //! F09
  return SG_SUCCESS;
}
tpu_status_t sgdnnCheck005 ( ARGS )
{
  const int lo = mode, hi = input.dim;
  SGDNN_CHECK ( mode > lo || mode < hi );
  SGDNN_CHECK ( mode > lo || mode <= lo ); //! F09
  SGDNN_CHECK ( ( mode != 1 ) || ( mode != 2 ) ); //! F09
  SGDNN_CHECK ( 1 != mode || 2 != mode ); //! F09
  SGDNN_CHECK ( not ( mode == 1 and mode == 2 ) ); //! F09
  SGDNN_CHECK ( mode == 1 || mode != 1 ); //! F09
  SGDNN_CHECK ( ( mode != 1 || mode != 2 ) && input.dim > 0 );
  SGDNN_CHECK ( input.dim > 0 && ( mode > 0 || mode <= input.dim ) );
  SGDNN_CHECK ( probe ( 1 ) == probe ( 1 ) );
  SGDNN_CHECK ( mode < 2147483648 );
  SGDNN_CHECK ( mode * 2 / 2 == mode );
  SGDNN_CHECK ( input.dim > 0 ? true : true );
  SGDNN_CHECK ( input.dim > 0 || true );
  volatile int v = mode;
  SGDNN_CHECK ( v == v );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &input ) );
  SGDNN_CHECK ( &input != &output );
  SGDNN_CHECK ( input.dim >= 0 || input.dim < output.dim ); //! F09
  SGDNN_CHECK ( mode != 0x10 || mode != 16 );
  SGDNN_CHECK ( mode != 'a' || mode != 97 );
  SGDNN_CHECK ( mode != 010 || mode != 8 );
  SGDNN_CHECK ( mode != 1 || mode != 1u );
  SGDNN_CHECK ( mode != 1'000 || mode != 1000 );
  SGDNN_CHECK ( mode != MAX_DIMS || mode != kMax );
  SGDNN_CHECK ( mode != ( int ) sizeof ( int ) || mode != 4 );
  return SG_SUCCESS;
}
template < int A, int B > static void onlyOne ( int mode )
{
  SGDNN_CHECK ( mode != A || mode != B );
  SGDNN_CHECK ( A == B || mode == A );
}
tpu_status_t sgdnnCheck006 ( ARGS )
{
  onlyOne < 1, 1 > ( mode );
  onlyOne < 1, 2 > ( mode );
  double d = mode;
  auto g = d * 0.5;
  SGDNN_CHECK ( g == g );
  SGDNN_CHECK ( d * 2 == d * 2 );
  SGDNN_CHECK ( floatOf ( mode ) >= 1 || floatOf ( mode ) < 1 );
  typedef float real_t;
  real_t r = mode;
  SGDNN_CHECK ( r == r );
  SGDNN_CHECK ( api_of ( mode ).value == api_of ( mode ).value );
  sg_api_one_t api;
  api.value = r;
  SGDNN_CHECK ( api.value == api.value );
  SGDNN_CHECK ( api.value > 0 || api.value <= mode );
  std::vector < float > fs ( 2 );
  SGDNN_CHECK ( fs[0] == fs[0] );
  float * fp = &fs[0];
  SGDNN_CHECK ( *fp == *fp );
  return SG_SUCCESS;
}

tpu_status_t sgdnnCheck007 ( ARGS )
{
  const bool always = input.dim != 3 || input.dim != 4;
  const bool sometimes = input.dim != 3 || input.dim == 4;
  bool changed = input.dim != 3 || input.dim != 4;
  bool given = input.dim != 3 || input.dim != 4;
  extern void decide ( bool & );
  if ( mode ) changed = false;
  decide ( given );
  SGDNN_CHECK ( always ); //! F09
  SGDNN_CHECK ( sometimes );
  SGDNN_CHECK ( changed );
  SGDNN_CHECK ( given );
  SGDNN_CHECK ( ( input.dim != 3 ) | ( input.dim != 4 ) ); //! F09
  SGDNN_CHECK ( !( ( input.dim == 3 ) & ( input.dim == 4 ) ) ); //! F09
  SGDNN_CHECK ( ( input.dim != 3 ) & ( input.dim != 4 ) );
  SGDNN_CHECK ( ( input.dim != 3 ) | mode );
  return SG_SUCCESS;
}
