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

#include <mutex>
#include <tuple>
extern std::mutex & mutexOf ( int );
extern tpu_status_t prepareAll ( tpu_resource_t resource, int mode );
extern bool isReady ( tpu_resource_t resource );
extern int countOf ( int mode );
struct Collector
{
  tpu_status_t first = SG_SUCCESS;
  void add ( tpu_status_t s ) { if ( first == SG_SUCCESS ) first = s; }
  Collector & operator<< ( tpu_status_t s ) { add ( s ); return *this; }
};
#define CHECK_RET( call ) ( ( call ) == SG_SUCCESS )
#define LOG_ON_FAIL( call ) do { tpu_status_t s_ = ( call ); if ( s_ ) printf ( "failed %d\n", ( int ) s_ ); } while ( 0 )
#define IGNORE( call ) ( void ) ( call )
#define JUST( call ) call
static bool sgdnnBool001 ( ARGS ) 
{
  return sgdnnMallocDeviceByte ( resource, nullptr, 1 ) == SG_SUCCESS;
}
static bool sgdnnBool002 ( ARGS )
{
  return go ( resource, input.addr, mode, non_blocking ); //! F03
}
static bool sgdnnBool003 ( ARGS )
{
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  if ( status != SG_SUCCESS ) { return false; }
  status = go ( resource, output.addr, mode, non_blocking );
  return status; //! F03
}
static bool sgdnnBool004 ( ARGS )
{
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  return !status;
}
static bool sgdnnBool005 ( ARGS )
{
  tpu_status_t status = go ( resource, input.addr, mode, non_blocking );
  return status ? false : true;
}
static bool sgdnnBool006 ( ARGS )
{
  bool ok = true;
  ok &= go ( resource, input.addr, mode, non_blocking ) == SG_SUCCESS;
  ok &= go ( resource, output.addr, mode, non_blocking ) == SG_SUCCESS;
  return ok;
}
static bool sgdnnBool007 ( ARGS )
{
  bool failed = go ( resource, input.addr, mode, non_blocking );
  return !failed;
}
static bool sgdnnBool008 ( ARGS )
{
  bool failed = go ( resource, input.addr, mode, non_blocking ) != SG_SUCCESS;
  if ( !failed ) failed = go ( resource, output.addr, mode, non_blocking ) != SG_SUCCESS;
  return !failed;
}
static bool launchFailed ( ARGS )
{
  return go ( resource, input.addr, mode, non_blocking ) != SG_SUCCESS;
}
static bool anyFailed ( ARGS )
{
  int bad = 0;
  bad |= go ( resource, input.addr, mode, non_blocking );
  bad |= go ( resource, input.addr, mode, non_blocking );
  return bad == 0;
}
static bool sgdnnBool011 ( ARGS )
{
  int ret = go ( resource, input.addr, mode, non_blocking );
  return ret; //! F03
}
static bool sgdnnBool012 ( ARGS )
{
  switch ( mode )
  {
    case 0: return true;
    case 1: return go ( resource, input.addr, mode, non_blocking ); //! F03
    default: return SG_SUCCESS; //! F03
  }
}
static bool sgdnnBool013 ( ARGS )
{
  return mode > 1 ? go ( resource, input.addr, mode, non_blocking ) : false; //! F03
}
static bool sgdnnBool015 ( ARGS )
{
  auto run = [ & ] { return go ( resource, input.addr, mode, non_blocking ); };
  return run (); //! F03
}
static bool sgdnnBool016 ( ARGS )
{
  auto run = [ & ] { return go ( resource, input.addr, mode, non_blocking ) == SG_SUCCESS; };
  return run ();
}
static bool sgdnnBool017 ( ARGS )
{
  tpu_status_t status;
  tpu_status_t * p = &status;
  *p = go ( resource, input.addr, mode, non_blocking );
  return *p; //! F03
}
static bool sgdnnBool018 ( ARGS )
{
  tpu_status_t all[2] = { go ( resource, input.addr, mode, non_blocking ), go ( resource, output.addr, mode, non_blocking ) };
  return all[1]; //! F03
}
static bool sgdnnBool019 ( ARGS )
{
  tpu_status_t all[2] = { go ( resource, input.addr, mode, non_blocking ), go ( resource, output.addr, mode, non_blocking ) };
  return all[0] == SG_SUCCESS && all[1] == SG_SUCCESS;
}
static bool sgdnnBool020 ( ARGS )
{
  Collector c;
  c.add ( go ( resource, input.addr, mode, non_blocking ) );
  return c.first; //! F03
}
static bool sgdnnBool021 ( ARGS )
{
  Collector c;
  c << go ( resource, input.addr, mode, non_blocking ) << prepareAll ( resource, mode );
  return c.first == SG_SUCCESS;
}
static bool sgdnnBool022 ( ARGS )
{
  bool ready = isReady ( resource );
  if ( !ready ) ready = CHECK_RET ( prepareAll ( resource, mode ) );
  return ready;
}
static bool sgdnnBool023 ( ARGS )
{
  int mode2 = 0;
  if ( mode ) mode2 = prepareAll ( resource, mode );
  mode2 = countOf ( mode2 );
  return mode2;
}
static bool sgdnnBool024 ( ARGS )
{
  const auto status = prepareAll ( resource, mode );
  if ( status ) return false;
  return true;
}
static bool sgdnnBool025 ( ARGS )
{
  bool status;
  {
    tpu_status_t status = prepareAll ( resource, mode );
    if ( status ) return false;
  }
  status = isReady ( resource );
  return status;
}
static bool sgdnnBool026 ( ARGS )
{
  return ( bool ) prepareAll ( resource, mode ); //! F03
}
static bool sgdnnBool027 ( ARGS )
{
  return SG_SUCCESS == prepareAll ( resource, mode );
}
static bool sgdnnBool028 ( ARGS )
{
  tpu_status_t s = prepareAll ( resource, mode );
  return s == SG_SUCCESS || s == SG_FAILURE + 1;
}
typedef tpu_status_t ( * Waiting ) ( tpu_resource_t );
typedef bool ( * Asking ) ( tpu_resource_t );
tpu_status_t sgdnnPointers ( tpu_resource_t resource, int mode, Asking ask )
{
  Waiting wait = sgdnnSync;
  const Waiting table[] = { sgdnnSync, wait };
  wait ( resource ); //! F04
  ( *wait ) ( resource ); //! F04
  table[mode] ( resource ); //! F04
  ( *table[0] ) ( resource ); //! F04
  ask ( resource );
  ( *ask ) ( resource );
  ( void ) table[mode] ( resource );
  SAFE_CALL ( table[1] ( resource ) );
  return wait ( resource );
}
tpu_status_t sgdnnIgnored001 ( ARGS )
{
  go ( resource, input.addr, mode, non_blocking ); //! F04
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored002 ( ARGS )
{
  ( void ) go ( resource, input.addr, mode, non_blocking );
  static_cast < void > ( go ( resource, input.addr, mode, non_blocking ) );
  void ( go ( resource, input.addr, mode, non_blocking ) );
  std::ignore = go ( resource, input.addr, mode, non_blocking );
  IGNORE ( go ( resource, input.addr, mode, non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored003 ( ARGS )
{
  JUST ( go ( resource, input.addr, mode, non_blocking ) ); //! F04
  LOG_ON_FAIL ( go ( resource, input.addr, mode, non_blocking ) );
  logStatus ( "go", go ( resource, input.addr, mode, non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored004 ( ARGS )
{
  int status = SG_SUCCESS;
  for ( int i = 0; i < 3; ++i ) status |= go ( resource, input.addr, i, non_blocking );
  return ( tpu_status_t ) status;
}
tpu_status_t sgdnnIgnored005 ( ARGS )
{
  int failures = 0;
  failures += go ( resource, input.addr, mode, non_blocking ) != SG_SUCCESS;
  failures += !!go ( resource, input.addr, mode, non_blocking );
  return failures ? SG_FAILURE : SG_SUCCESS;
}
tpu_status_t sgdnnIgnored006 ( ARGS )
{
  mode && go ( resource, input.addr, mode, non_blocking ); //! F04
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored007 ( ARGS )
{
  if ( mode ) go ( resource, input.addr, mode, non_blocking ); //! F04
  else ( void ) 0;
  mode ? go ( resource, input.addr, 0, non_blocking ) : prepareAll ( resource, mode ); //! F04
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored008 ( ARGS )
{
  auto run = [ & ] ( int m ) { go ( resource, input.addr, m, non_blocking ); }; //! F04
  run ( 1 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored009 ( ARGS )
{
  auto run = [ & ] ( int m ) { return go ( resource, input.addr, m, non_blocking ); };
  run ( 1 ); //! F04
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored010 ( ARGS )
{
  auto run = [ & ] ( int m ) -> tpu_status_t { return go ( resource, input.addr, m, non_blocking ); };
  SAFE_CALL ( run ( 1 ) );
  return run ( 2 );
}
tpu_status_t sgdnnIgnored011 ( ARGS )
{
  tpu_status_t ( *fn ) ( tpu_resource_t, unsigned long long, int, bool ) = go;
  fn ( resource, input.addr, mode, non_blocking ); //! F04
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored012 ( ARGS )
{
  assert ( go ( resource, input.addr, mode, non_blocking ) == SG_SUCCESS );
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored013 ( ARGS )
{
  for ( int i = 0; i < 2; go ( resource, input.addr, i, non_blocking ), ++i ) ; //! F04
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored014 ( ARGS )
{
  for ( int i = 0; i < 2 && go ( resource, input.addr, i, non_blocking ) == SG_SUCCESS; ++i ) ;
  while ( go ( resource, input.addr, mode, non_blocking ) ) { if ( mode-- < 0 ) return SG_FAILURE; }
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored015 ( ARGS )
{
  std::vector < tpu_status_t > all;
  all.push_back ( go ( resource, input.addr, mode, non_blocking ) );
  all.emplace_back ( go ( resource, input.addr, mode, non_blocking ) );
  for ( tpu_status_t s : all ) if ( s != SG_SUCCESS ) return s;
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored016 ( ARGS )
{
  tpu_status_t all[2];
  all[0] = go ( resource, input.addr, mode, non_blocking );
  all[1] = go ( resource, output.addr, mode, non_blocking );
  return all[0] != SG_SUCCESS ? all[0] : all[1];
}
tpu_status_t sgdnnIgnored017 ( ARGS )
{
  std::function < tpu_status_t ( int ) > run = [ & ] ( int m ) { return go ( resource, input.addr, m, non_blocking ); };
  run ( 1 ); //! F04
  return run ( 2 );
}
tpu_status_t sgdnnIgnored018 ( ARGS )
{
  prepareAll ( resource, mode ); //! F04
  isReady ( resource );
  countOf ( mode );
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored019 ( ARGS )
{
  switch ( mode )
  {
    case 1: prepareAll ( resource, mode ); break; //! F04
    case 2: return prepareAll ( resource, mode );
    default: break;
  }
  switch ( prepareAll ( resource, 2 ) ) { case SG_SUCCESS: break; default: return SG_FAILURE; }
  return SG_SUCCESS;
}
tpu_status_t sgdnnIgnored020 ( ARGS )
{
  tpu_status_t status = SG_SUCCESS;
  tpu_status_t & ref = status;
  ref = prepareAll ( resource, mode );
  return status;
}
static tpu_status_t sgdnnIgnored021 ( ARGS ) try
{
  return prepareAll ( resource, mode );
}
catch ( int )
{
  return SG_FAILURE;
}
template < typename T > tpu_status_t runAs ( tpu_resource_t resource, T value )
{
  return prepareAll ( resource, ( int ) value );
}
tpu_status_t sgdnnIgnored022 ( ARGS )
{
  runAs < int > ( resource, mode ); //! F04
  runAs ( resource, 2.0f ); //! F04
  return runAs < float > ( resource, mode );
}
tpu_status_t sgdnnIgnored023 ( ARGS )
{
  Collector c;
  c << prepareAll ( resource, mode );
  c << prepareAll ( resource, mode ) << prepareAll ( resource, 2 );
  return c.first;
}
tpu_status_t sgdnnIgnored024 ( ARGS )
{
  if ( prepareAll ( resource, mode ) ) { }
  else { return SG_FAILURE; }
  return prepareAll ( resource, mode ), SG_SUCCESS; //! F04
}
tpu_status_t sgdnnUnread001 ( ARGS )
{
  tpu_status_t status = prepareAll ( resource, mode ); //! F10
  return SG_SUCCESS;
}
tpu_status_t sgdnnUnread002 ( ARGS )
{
  tpu_status_t status = prepareAll ( resource, mode );
  ( void ) status;
  tpu_status_t status2 = prepareAll ( resource, mode );
  assert ( status2 == SG_SUCCESS );
  [[maybe_unused]] auto status3 = prepareAll ( resource, mode );
  tpu_status_t status4 __attribute__ ( ( unused ) ) = prepareAll ( resource, mode );
  return SG_SUCCESS;
}
tpu_status_t sgdnnUnread003 ( ARGS )
{
  int count = countOf ( mode ); //! F10
  int other = countOf ( mode );
#if defined BACKEND_1684X
  SGDNN_CHECK ( other > 0 );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnUnread005 ( ARGS )
{
  int n = countOf ( mode );
  auto show = [ n ] { printf ( "%d", n ); };
  show ();
  int m = countOf ( mode );
  auto show2 = [ = ] { printf ( "%d", m ); };
  show2 ();
  int size = sizeof ( mode );
  const int dims = countOf ( 3 );
  int table[dims];
  table[0] = size;
  return table[0] ? SG_SUCCESS : SG_FAILURE;
}
tpu_status_t sgdnnUnread007 ( ARGS )
{
  std::lock_guard < std::mutex > lock ( mutexOf ( mode ) );
  auto lock2 = std::unique_lock < std::mutex > ( mutexOf ( mode ) );
  Deferred d { [ ] { } };
  int a = countOf ( 1 ), b = countOf ( 2 ); //! F10
  return b ? SG_SUCCESS : SG_FAILURE;
}
tpu_status_t sgdnnUnread008 ( ARGS )
{
  tpu_status_t status = prepareAll ( resource, mode );
  auto * p = &status;
  printf ( "%d", ( int ) *p );
  volatile int touch = countOf ( mode );
  struct { int n; } s = { countOf ( 3 ) };
  printf ( "%d", s.n );
  return SG_SUCCESS;
}
tpu_status_t sgdnnUnread009 ( ARGS )
{
  tpu_status_t status = SG_SUCCESS;
  status = mode ? prepareAll ( resource, mode ) : SG_SUCCESS; //! F10
  return SG_SUCCESS;
}
tpu_status_t sgdnnUnread010 ( ARGS )
{
  float scale = 1.f;
  scale = static_cast < float > ( countOf ( mode ) ); //! F10
  return SG_SUCCESS;
}
tpu_status_t sgdnnUnread011 ( ARGS )
{
  int n;
  n = countOf ( mode );
#define SHOW( x ) printf ( "%d", x )
  SHOW ( n );
  return SG_SUCCESS;
}
extern void report ( const char *, ... );
struct Buf { void acquire ( tpu_device_mem_t & m, int n ); bool go ( int ); tpu_status_t run ( int ); tpu_status_t last; };
#define IS_BAD( s ) ( ( s ) != 0 )
tpu_status_t sgdnnStatus001 ( ARGS )
{
  auto acquire = [ & ] ( tpu_device_mem_t & m ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 4 ) ); };
  Buf buf;
  tpu_device_mem_t m;
  acquire ( m );
  buf.acquire ( m, 2 );
  buf.go ( 2 );
  buf.run ( 2 ); //! F04
  sgdnnFreeDevice ( resource, m );
  return SG_SUCCESS;
}
tpu_status_t sgdnnStatus002 ( ARGS )
{
  if ( auto s = go ( resource, input.addr, mode, non_blocking ); s != SG_SUCCESS ) return s;
  if ( tpu_status_t s = prepareAll ( resource, mode ) ) return s;
  return go ( resource, input.addr, mode, non_blocking ) || prepareAll ( resource, 1 ) ? SG_FAILURE : SG_SUCCESS;
}
tpu_status_t sgdnnStatus003 ( ARGS )
{
  int dumped = countOf ( mode );
#ifdef DUMP_EVERYTHING
  report ( "%d", dumped );
#endif
  int checked = countOf ( mode );
#ifndef NDEBUG
  assert ( checked > 0 );
#endif
  int never = countOf ( mode ); //! F10
  return SG_SUCCESS;
}
tpu_status_t sgdnnStatus004 ( ARGS )
{
  tpu_status_t status;
  SGDNN_CHECK ( ( status = prepareAll ( resource, mode ) ) == SG_SUCCESS );
  SGDNN_CHECK ( !( status = prepareAll ( resource, mode ) ) );
  SGDNN_CHECK ( !IS_BAD ( status = prepareAll ( resource, mode ) ) );
  const char * name = nullptr;
  SGDNN_CHECK ( ( name = getenv ( "X" ) ) );
  SGDNN_CHECK ( ( name = getenv ( "X" ) ) && name[0] );
  SGDNN_CHECK ( mode = countOf ( 2 ) ); //! F01
  return status;
}
static bool hasError ( ARGS )
{
  return prepareAll ( resource, mode );
}
static bool isGood ( ARGS )
{
  return prepareAll ( resource, mode ) < 1;
}
static bool isFine ( ARGS )
{
  tpu_status_t s = prepareAll ( resource, mode );
  bool fine = ( s == SG_SUCCESS );
  fine = fine && go ( resource, input.addr, mode, non_blocking ) == SG_SUCCESS;
  return fine;
}
static bool isOkay ( ARGS )
{
  Buf buf;
  buf.last = prepareAll ( resource, mode );
  return buf.last; //! F03
}
static bool isAlright ( ARGS )
{
  auto s = prepareAll ( resource, mode );
  return s; //! F03
}
static bool isWell ( ARGS )
{
  bool ok = mode > 1;
  int n = 0;
  n = countOf ( mode );
  return ok && n;
}
static bool wasSet ( ARGS )
{
  Buf buf;
  return buf.go ( 2 );
}
static tpu_status_t sgdnnStatus005 ( ARGS )
{
  std::tuple < tpu_status_t, int > both { prepareAll ( resource, mode ), 2 };
  auto [ s, n ] = both;
  if ( n ) return s;
  tpu_status_t first, second;
  std::tie ( first, second ) = std::make_tuple ( prepareAll ( resource, 1 ), prepareAll ( resource, 2 ) );
  return first ? first : second;
}
tpu_status_t sgdnnStatus006 ( ARGS )
{
  tpu_status_t result = SG_SUCCESS;
  auto keep = [ &result ] ( tpu_status_t s ) { if ( result == SG_SUCCESS ) result = s; };
  keep ( prepareAll ( resource, 1 ) );
  auto logged = [ & ] ( tpu_status_t s ) { logStatus ( "x", s ); return s; };
  logged ( prepareAll ( resource, 1 ) );
  auto twice = [ & ] ( int m ) -> bool { return prepareAll ( resource, m ) == SG_SUCCESS; };
  twice ( 1 );
  auto flagged = [ & ] ( int m ) -> bool { return prepareAll ( resource, m ); };
  flagged ( 1 );
  return result;
}
tpu_status_t sgdnnStatus007 ( ARGS )
{
  sgdnnSync ( resource ); //! F04
  sgdnnMemcpyS2D ( resource, sgdnnMemFromDevice ( input.addr, 4 ), &mode, 4 ); //! F04
  sgdnnFreeDevice ( resource, sgdnnMemFromDevice ( input.addr, 4 ) );
#if defined BACKEND_SG2260
  tpuRtStreamSynchronize ( resource ); //! F04
  ( void ) tpuRtStreamSynchronize ( resource );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnStatus008 ( ARGS )
{
  int total = 0;
  for ( int i = 0; i < 3; ++i ) total += countOf ( i );
  int n [ 3 ];
  n[0] = countOf ( 0 );
  struct { int a; } s;
  s.a = countOf ( 1 );
  int * p = nullptr;
  int target = 0;
  p = &target;
  *p = countOf ( 2 );
  return total + n[0] + s.a + target ? SG_FAILURE : SG_SUCCESS;
}
tpu_status_t sgdnnStatus009 ( ARGS )
{
  tpu_status_t status = prepareAll ( resource, mode );
  return [ & ] { return status; } ();
}


bool sgdnnBoth001 ( tpu_resource_t resource, bool ok ) { return ok && sgdnnSync ( resource ); } //! F03
bool sgdnnBoth002 ( tpu_resource_t resource, bool ok ) { return ok && !sgdnnSync ( resource ); }
bool sgdnnBoth003 ( tpu_resource_t resource, bool ok ) { return ok && sgdnnSync ( resource ) == SG_SUCCESS; }
bool sgdnnBoth004 ( tpu_resource_t resource, int n )
{
  bool ok = n > 3 && sgdnnSync ( resource );
  return ok; //! F03
}
bool sgdnnBoth005 ( tpu_resource_t resource, int n )
{
  bool ok = n > 3;
  ok = ok && sgdnnSync ( resource ) == SG_SUCCESS;
  return ok && n < 8;
}
