// wall: 1
// what: macros that an option defines in another way, together with functions and includes
// expect: convert
#include "sgdnn_api.h"
#include <cstring>
#include <vector>
#include <string>
#include <map>
#include <stdlib.h>
#include <stdio.h>

#ifdef MY_PROF
#include <chrono>
#define BEGIN( n ) auto n##_t = std::chrono::steady_clock::now ()
#define END( n ) printf ( #n )
#define LEVEL 3
#define WRAP( e ) do { foo (); e; } while ( 0 )
static void foo () { }
#else
#define BEGIN( n ) (void) 0
#define END( n )
#define LEVEL 1
#define WRAP( e ) e
#endif

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  switch ( mode ) { case LEVEL: api.mode = 9; 
#ifdef MY_PROF
foo ();
#endif
break; default: END ( x ); } 
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
