#include "sgdnn_api.h"
#include <algorithm>
#include <cstring>

#define ARGS tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking
#if defined BACKEND_1684X
#define LAUNCH( api ) sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_two", &api, sizeof ( api ) )
#else
#define LAUNCH( api ) sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_two_multi_core", &api, sizeof ( api ), non_blocking )
#endif
static void some ( sg_api_two_t * a, SgdnnTensor_t in ) { a->input_global_addr = in.addr; a->output_global_addr = in.addr; a->dtype = 1; }
static void someRef ( sg_api_two_t & a, SgdnnTensor_t in ) { a.input_global_addr = in.addr; a.output_global_addr = in.addr; a.dtype = 1; }
static void all ( sg_api_two_t * a, SgdnnTensor_t in ) { some ( a, in ); a->transposed = 0; }
static void cleared ( sg_api_two_t * a, SgdnnTensor_t in ) { memset ( a, 0, sizeof ( *a ) ); a->dtype = 2; }
static void clearedRef ( sg_api_two_t & a ) { a = sg_api_two_t (); a.dtype = 2; }
static void emptied ( sg_api_two_t & a ) { a = {}; a.dtype = 2; }
static void copied ( sg_api_two_t & a, const sg_api_two_t & b ) { a = b; a.dtype = 2; }
static void clearedOnOne ( sg_api_two_t * a )
{
#if defined BACKEND_1684X
  memset ( a, 0, sizeof ( sg_api_two_t ) );
#else
  *a = { 0 };
#endif
  a->dtype = 3;
}
static void whole ( sg_api_two_t * a, int n ) { for ( int i = 0; i < n; ++i ) ( ( char * ) a )[i] = 0; a->dtype = 3; }
extern void defaults ( sg_api_two_t * a );
static void byOther ( sg_api_two_t * a ) { defaults ( a ); a->dtype = 3; }
static void branches ( sg_api_two_t * a, int mode ) { if ( mode ) { a->transposed = 1; a->dtype = 2; } else { a->transposed = 2; a->dtype = 4; } a->input_global_addr = 0; a->output_global_addr = 0; }
static void viaPointer ( sg_api_two_t * a ) { sg_api_two_t * b = a; b->input_global_addr = b->output_global_addr = 0; b->transposed = b->dtype = 0; a->dtype = 4; }
static void fillZero ( sg_api_two_t * a ) { std::fill_n ( ( char * ) a, sizeof ( *a ), 0 ); a->dtype = 4; }
static sg_api_two_t * returned ( sg_api_two_t * a ) { static const sg_api_two_t zero = { 0 }; *a = zero; a->dtype = 1; return a; }
tpu_status_t sgdnnFilled001 ( ARGS )
{
  sg_api_two_t api;
  some ( &api, input ); //! F08
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled002 ( ARGS )
{
  sg_api_two_t api;
  someRef ( api, input ); //! F08
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled100 ( ARGS )
{
  sg_api_two_t api;
  all ( &api, input );
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled101 ( ARGS )
{
  sg_api_two_t api;
  cleared ( &api, input );
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled102 ( ARGS )
{
  sg_api_two_t api;
  clearedRef ( api );
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled103 ( ARGS )
{
  sg_api_two_t api;
  emptied ( api );
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled104 ( ARGS )
{
  sg_api_two_t api;
  sg_api_two_t b = { 0 }; copied ( api, b );
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled105 ( ARGS )
{
  sg_api_two_t api;
  clearedOnOne ( &api );
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled106 ( ARGS )
{
  sg_api_two_t api;
  whole ( &api, sizeof ( api ) );
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled107 ( ARGS )
{
  sg_api_two_t api;
  byOther ( &api );
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled108 ( ARGS )
{
  sg_api_two_t api;
  branches ( &api, mode );
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled109 ( ARGS )
{
  sg_api_two_t api;
  viaPointer ( &api );
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled110 ( ARGS )
{
  sg_api_two_t api;
  fillZero ( &api );
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled111 ( ARGS )
{
  sg_api_two_t api;
  returned ( &api )->dtype = 3;
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
tpu_status_t sgdnnFilled112 ( ARGS )
{
  sg_api_two_t api;
  auto f = [ & ] { cleared ( &api, input ); }; f ();
#if defined BACKEND_1684X
  api.transposed = 1;
#endif
  return LAUNCH ( api );
}
