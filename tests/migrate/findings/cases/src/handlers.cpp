#include "sgdnn_api.h"
#include <exception>
#include <vector>

#define ARGS tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking
extern tpu_status_t go ( tpu_resource_t resource, unsigned long long addr, int mode, bool non_blocking );
#define ALLOC( m, s ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, s ) )
#define RELEASE( m ) sgdnnFreeDevice ( resource, m )
#define GO( m ) SAFE_CALL ( go ( resource, sgdnnGetDeviceAddr ( m ), mode, non_blocking ) )
tpu_status_t sgdnnTry001 ( ARGS )
{
  tpu_device_mem_t m;
  try { ALLOC ( m, 64 ); GO ( m ); RELEASE ( m ); } //! F11
  catch ( ... ) { return SG_FAILURE; }
  return SG_SUCCESS;
}
tpu_status_t sgdnnTry002 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  try { GO ( m ); } catch ( int ) { RELEASE ( m ); throw; }
  RELEASE ( m );
  return SG_SUCCESS;
}
tpu_status_t sgdnnTry003 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  tpu_status_t s = SG_SUCCESS;
  try { GO ( m ); GO ( m ); } catch ( int ) { s = SG_FAILURE; }
  RELEASE ( m );
  return s;
}
tpu_status_t sgdnnTry004 ( ARGS )
{
  tpu_device_mem_t m;
  bool held = false;
  try { ALLOC ( m, 64 ); held = true; GO ( m ); RELEASE ( m ); held = false; GO ( input.addr ? m : m ); }
  catch ( ... ) { if ( held ) RELEASE ( m ); return SG_FAILURE; }
  return SG_SUCCESS;
}
tpu_status_t sgdnnTry005 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  try { GO ( m ); RELEASE ( m ); SAFE_CALL ( sgdnnSync ( resource ) ); }
  catch ( ... ) { RELEASE ( m ); return SG_FAILURE; } //! F14
  return SG_SUCCESS;
}
tpu_status_t sgdnnTry006 ( ARGS )
{
  tpu_device_mem_t a, b;
  try { ALLOC ( a, 64 ); ALLOC ( b, 64 ); GO ( a ); }
  catch ( ... ) { RELEASE ( a ); RELEASE ( b ); return SG_FAILURE; } //! F05
  RELEASE ( a ); RELEASE ( b );
  return SG_SUCCESS;
}
tpu_status_t sgdnnTry007 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  try { if ( mode > 3 ) throw 5; GO ( m ); RELEASE ( m ); }
  catch ( int ) { return SG_FAILURE; } //! F11
  catch ( ... ) { RELEASE ( m ); }
  return SG_SUCCESS;
}
tpu_status_t sgdnnTry008 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 ); //! F11
  try { SGDNN_CHECK ( input.dim == 4 ); GO ( m ); RELEASE ( m ); }
  catch ( ... ) { }
  return SG_SUCCESS;
}
tpu_status_t sgdnnTry009 ( ARGS )
{
  std::vector < tpu_device_mem_t > mems;
  auto drop = [ & ] { for ( auto & m : mems ) RELEASE ( m ); };
  try
  {
    for ( int i = 0; i < 3; ++i ) { tpu_device_mem_t m; ALLOC ( m, 64 ); mems.push_back ( m ); }
    GO ( mems[0] );
  }
  catch ( const std::exception & e ) { drop (); return SG_FAILURE; }
  catch ( ... ) { drop (); throw; }
  drop ();
  return SG_SUCCESS;
}
tpu_status_t sgdnnTry010 ( ARGS )
{
  tpu_device_mem_t mems[2];
  int n = 0;
  tpu_status_t s = SG_SUCCESS;
  try { for ( ; n < 2; ++n ) ALLOC ( mems[n], 64 ); GO ( mems[0] ); }
  catch ( ... ) { s = SG_FAILURE; }
  while ( n > 0 ) RELEASE ( mems[--n] );
  return s;
}
tpu_status_t sgdnnTry011 ( ARGS )
{
  for ( int attempt = 0; attempt < 3; ++attempt )
  {
    tpu_device_mem_t m;
    if ( sgdnnMallocDeviceByte ( resource, &m, 64 ) != SG_SUCCESS ) continue;
    try { GO ( m ); RELEASE ( m ); return SG_SUCCESS; }
    catch ( int ) { RELEASE ( m ); }
  }
  return SG_FAILURE;
}
struct Guard { tpu_resource_t r; tpu_device_mem_t & m; ~Guard () { sgdnnFreeDevice ( r, m ); } };
tpu_status_t sgdnnTry012 ( ARGS )
{
  tpu_device_mem_t m;
  try { ALLOC ( m, 64 ); Guard g { resource, m }; GO ( m ); }
  catch ( ... ) { return SG_FAILURE; }
  return SG_SUCCESS;
}
tpu_status_t sgdnnTry013 ( ARGS )
{
  tpu_device_mem_t m;
  ALLOC ( m, 64 );
  try { try { GO ( m ); } catch ( int ) { RELEASE ( m ); throw; } RELEASE ( m ); }
  catch ( ... ) { return SG_FAILURE; }
  return SG_SUCCESS;
}
tpu_status_t sgdnnTry014 ( ARGS )
{
  int host = 0;
  try { SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host, sgdnnMemFromDevice ( input.addr, 4 ), 4 ) ); SAFE_CALL ( sgdnnSync ( resource ) ); }
  catch ( ... ) { host = 0; }
  return host ? SG_SUCCESS : SG_FAILURE;
}
tpu_status_t sgdnnTry015 ( ARGS )
{
  int host = 0;
  try { SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host, sgdnnMemFromDevice ( input.addr, 4 ), 4 ) ); SAFE_CALL ( sgdnnSync ( resource ) ); }
  catch ( ... ) { }
  return host ? SG_SUCCESS : SG_FAILURE;
}
