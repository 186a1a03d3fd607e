#include "sgdnn_api.h"
#include <cstdlib>
#include <cstring>

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
struct Conf { bool has; int n; };
extern Conf getConf ( int );
extern void showConf ( Conf * conf );
extern void showConstConf ( const Conf * conf );

tpu_status_t sgdnnSound014 ( ARGS )
{
  Workspace ws;
  memset ( &ws, 0, sizeof ( ws ) );
  if ( mode ) ALLOC ( ws.buffer, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( ws.buffer ), mode, non_blocking );
  if ( mode ) RELEASE ( ws.buffer );
  return status;
}
tpu_status_t sgdnnSound015 ( ARGS )
{
  Workspace ws;
  ws.used = 0;
  ALLOC ( ws.buffer, 64 );
  ws.used++;
  if ( mode > 1 )
  {
    ALLOC ( ws.index, 64 );
    ws.used++;
  }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( ws.buffer ), mode, non_blocking );
  RELEASE ( ws.buffer );
  if ( ws.used > 1 ) RELEASE ( ws.index );
  return status;
}
tpu_status_t sgdnnSound043 ( ARGS )
{
  tpu_device_mem_t a, b;
  struct { tpu_device_mem_t * mem; bool used; } slots[2] = { { &a, false }, { &b, false } };
  for ( auto & slot : slots ) { ALLOC ( *slot.mem, 64 ); slot.used = true; }
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( a ), mode, non_blocking );
  for ( auto & slot : slots ) if ( slot.used ) RELEASE ( *slot.mem );
  return status;
}
tpu_status_t sgdnnSound056 ( ARGS )
{
  Workspace * ws = ( Workspace * ) malloc ( sizeof ( Workspace ) );
  ALLOC ( ws->buffer, 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( ws->buffer ), mode, non_blocking );
  RELEASE ( ws->buffer );
  free ( ws );
  return status;
}
tpu_status_t sgdnnSound071 ( ARGS )
{
  Plan plan = {};
  for ( ; plan.count < 4; ++plan.count ) ALLOC ( plan.mems[plan.count], 64 );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( plan.mems[0] ), mode, non_blocking );
  while ( plan.count ) RELEASE ( plan.mems[--plan.count] );
  return status;
}
tpu_status_t sgdnnSound081 ( ARGS )
{
  tpu_device_mem_t mem;
  Workspace ws;
  ws.used = 0;
  ALLOC ( mem, 64 );
  extern void count ( int * );
  count ( &ws.used );
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( mem ), mode, non_blocking );
  if ( ws.used == 0 ) { RELEASE ( mem ); return status; }
  RELEASE ( mem );
  return status;
}
tpu_status_t sgdnnSound2034 ( ARGS )
{
  tpu_device_mem_t a;
  Conf conf = getConf ( mode );
  if ( conf.has ) ALLOC ( a, 64 );
  showConstConf ( &conf );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( conf.has ) RELEASE ( a );
  return status;
}
tpu_status_t sgdnnSound2035 ( ARGS )
{
  tpu_device_mem_t a;
  Conf conf = getConf ( mode );
  if ( conf.has ) ALLOC ( a, 64 );
  showConf ( &conf );
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( conf.has ) RELEASE ( a );
  return status;
}
tpu_status_t sgdnnSound2046 ( ARGS )
{
  Workspace ws[2];
  for ( auto & w : ws ) ALLOC ( w.buffer, 64 );
  for ( int i = 0; i < 2; ++i ) RELEASE ( ws[i].buffer );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2047 ( ARGS )
{
  Workspace ws;
  Workspace * w = &ws;
  ALLOC ( w->buffer, 64 );
  Workspace & r = *w;
  RELEASE ( r.buffer );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSound2048 ( ARGS )
{
  Workspace ws;
  ALLOC ( ws.buffer, 64 );
  Workspace copy = ws;
  RELEASE ( copy.buffer );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed2008 ( ARGS )
{
  tpu_device_mem_t a;
  Conf conf = getConf ( mode );
  if ( conf.has ) ALLOC ( a, 64 ); //! F11
  if ( conf.n ) RELEASE ( a );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed2010 ( ARGS )
{
  Workspace ws[2];
  for ( auto & w : ws ) ALLOC ( w.buffer, 64 ); //! F02
  for ( int i = 0; i < 1; ++i ) RELEASE ( ws[i].buffer );
  return SG_SUCCESS;
}
tpu_status_t sgdnnFlawed005 ( ARGS )
{
  Workspace ws;
  ALLOC ( ws.buffer, 64 );
  ALLOC ( ws.index, 64 ); //! F02
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( ws.buffer ), mode, non_blocking );
  RELEASE ( ws.buffer );
  return status;
}
tpu_status_t sgdnnFlawed040 ( ARGS )
{
  Plan plan = {};
  for ( ; plan.count < 4; ++plan.count ) ALLOC ( plan.mems[plan.count], 64 ); //! F02
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( plan.mems[0] ), mode, non_blocking );
  while ( --plan.count ) RELEASE ( plan.mems[plan.count] );
  return status;
}
tpu_status_t sgdnnFlawed044 ( ARGS )
{
  struct tpu_pair { tpu_device_mem_t first, second; } pair;
  ALLOC ( pair.first, 64 );
  ALLOC ( pair.second, 64 ); //! F11
  tpu_status_t status = go ( resource, sgdnnGetDeviceAddr ( pair.first ), mode, non_blocking );
  RELEASE ( pair.first );
  if ( status == SG_SUCCESS ) RELEASE ( pair.second );
  return status;
}
