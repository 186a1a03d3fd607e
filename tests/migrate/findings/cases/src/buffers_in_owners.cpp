#include "sgdnn_api.h"
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

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
struct Owning { tpu_resource_t r; tpu_device_mem_t mem; ~Owning () { sgdnnFreeDevice ( r, mem ); } };

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
