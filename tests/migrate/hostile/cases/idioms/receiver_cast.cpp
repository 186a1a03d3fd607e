// wall: 2
// what: a launch is called on the handle that a cast makes
// expect: either
// call: sgdnnReceiverCast | +[]( tpu_resource_t r, SgdnnTensor_t a, SgdnnTensor_t b, int m ) { Context c { r }; tpu_status_t s = sgdnnReceiverCast ( &c, a, b, m ); return c.asked ? SG_SUCCESS : s; } | tpudnnReceiverCastAsync
#include "context.h"

tpu_status_t sgdnnReceiverCast ( Context * context, SgdnnTensor_t input, SgdnnTensor_t output, int mode )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  return static_cast<Context *> ( context )->submit ( "tpu_kernel_api_methods", &api, sizeof ( api ) );
}
//- rules.yaml
version: 1
library:
  types: {handle: ['Context *']}
  names: {'Context *': tpudnnHandle_t}
  launch:
    Context::submit: {kernel: 0, arguments: 1, size: 2, cores: '1'}
//- src/context.h
#pragma once
#include "sgdnn_api.h"
struct Context
{
  tpu_resource_t resource;
  int asked = 0;
  Context * other () { ++asked; return this; }
  tpu_status_t submit ( const char * name, const void * args, size_t size )
  {
#if defined BACKEND_1684X
    return sgdnnTPUKernelLaunch ( resource, name, args, size );
#else
    return sgdnnTPUKernelLaunch ( resource, name, args, size, true );
#endif
  }
};
