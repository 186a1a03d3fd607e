#include "sgdnn_api.h"
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>

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
extern void maybeAlloc ( tpu_resource_t resource, tpu_device_mem_t & mem, bool & own );
extern void decide ( bool & own, int mode );
#define HAS_A 1
#define HAS_B 2
static tpu_device_mem_t g_mem;
static std::map < int, tpu_device_mem_t > g_pool;
struct Ctx { tpu_resource_t resource; tpu_device_mem_t a; tpu_device_mem_t b; bool hasB; };

tpu_status_t sgdnnSound002 ( ARGS )
{
  tpu_device_mem_t mem;
  bool has = mode > 2;
  if ( has ) { ALLOC ( mem, 64 ); }
  SAFE_CALL ( go ( resource, has ? sgdnnGetDeviceAddr ( mem ) : 0, mode, non_blocking ) );
  if ( has ) RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound011 ( ARGS )
{
  tpu_device_mem_t mem;
  RETURN_IF_FAILED ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  RELEASE ( mem );
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
tpu_status_t sgdnnSound026 ( ARGS )
{
  static tpu_device_mem_t cache;
  static bool ready = false;
  if ( !ready ) { ALLOC ( cache, 64 ); ready = true; }
  return go ( resource, sgdnnGetDeviceAddr ( cache ), mode, non_blocking );
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
tpu_status_t sgdnnSound079 ( ARGS )
{
  tpu_device_mem_t mem;
  bool own = false;
  maybeAlloc ( resource, mem, own );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( own ) RELEASE ( mem );
  return status;
}
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
tpu_status_t sgdnnSound2009 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( !( mode && input.dim > 3 ) ) return go ( resource, input.addr, mode, non_blocking );
  ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( mode && input.dim > 3 ) RELEASE ( mem );
  return status;
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
tpu_status_t sgdnnSound2053 ( ARGS )
{
  tpu_device_mem_t a;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource, &a, 64 );
  status = status == SG_SUCCESS ? go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking ) : status;
  if ( status == SG_SUCCESS ) { RELEASE ( a ); return status; }
  exit ( 1 );
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
tpu_status_t sgdnnFlawed002 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( mode > 2 ) { ALLOC ( mem, 64 ); }
  SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) ); //! F05
  if ( mode > 2 ) RELEASE ( mem );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed004 ( ARGS )
{
  tpu_device_mem_t mem;
  RETURN_IF_FAILED ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  RETURN_IF_FAILED ( go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking ) ); //! F11
  RELEASE ( mem );
  return SG_SUCCESS;
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
tpu_status_t sgdnnFlawed018 ( ARGS )
{
  tpu_device_mem_t mem;
  unsigned long long addr = sgdnnGetDeviceAddr ( mem ); //! F05
  ALLOC ( mem, 64 );
  tpu_status_t status = go ( resource, addr, mode, non_blocking );
  RELEASE ( mem );
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
tpu_status_t sgdnnFlawed039 ( ARGS )
{
  tpu_device_mem_t mem;
  if ( input.dim == 4 ) ALLOC ( mem, 64 ); //! F11
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( output.dim == 4 ) RELEASE ( mem );
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
