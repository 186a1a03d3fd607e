#include "sgdnn_api.h"
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>
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
tpu_status_t sgdnnSound032 ( ARGS )
{
  std::map < int, tpu_device_mem_t > pool;
  for ( int i = 0; i < 2; ++i ) ALLOC ( pool[i], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( pool[0] ), mode, non_blocking );
  for ( auto & entry : pool ) sgdnnFreeDevice ( resource, entry.second );
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
tpu_status_t sgdnnSound085 ( ARGS )
{
  std::pair < tpu_device_mem_t, bool > held;
  held.second = false;
  if ( mode ) { ALLOC ( held.first, 64 ); held.second = true; }
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( held.second ) RELEASE ( held.first );
  return status;
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
tpu_status_t sgdnnSound2019 ( ARGS )
{
  std::optional < tpu_device_mem_t > opt;
  if ( mode ) { tpu_device_mem_t m; ALLOC ( m, 64 ); opt = m; }
  if ( opt ) sgdnnFreeDevice ( resource, *opt );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2041 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems;
  for ( int i = 0; i < input.dim; ++i ) { mems.emplace_back (); ALLOC ( mems.back (), 64 ); }
  for ( size_t i = 0; i < mems.size (); ++i ) RELEASE ( mems[i] );
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
tpu_status_t sgdnnFlawed037 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems ( 4 );
  for ( auto & mem : mems ) ALLOC ( mem, 64 ); //! F02
  return go ( resource, input.addr, mode, non_blocking );
}
tpu_status_t sgdnnSound3003 ( ARGS )
{
  std::map < std::string, tpu_device_mem_t > mems;
  for ( const char * name : { "a", "b" } ) ALLOC ( mems[name], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mems["a"] ), mode, non_blocking );
  for ( auto & entry : mems ) RELEASE ( entry.second );
  return status;
}
