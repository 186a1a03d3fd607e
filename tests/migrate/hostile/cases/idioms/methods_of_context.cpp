// wall: 2
// what: launches, buffers and tensors are asked through member functions of a context and of a tensor class
// expect: convert
// call: sgdnnMethods | +[]( tpu_resource_t r, SgdnnTensor_t a, SgdnnTensor_t b, int m ) { Context c { r }; return sgdnnMethods ( Tensor { a }, c, Tensor { b }, m ); } | tpudnnMethodsAsync
#include "context.h"

tpu_status_t sgdnnMethods ( Tensor input, Context & context, Tensor output, int mode )
{
  sg_api_one_t api;
  api.input_global_addr = input.where ();
  api.output_global_addr = ( &output )->where ();
  api.mode = mode + input.extent ( 0 );
  SAFE_CALL ( context.submit ( "tpu_kernel_api_methods", &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
//- rules.yaml
version: 1
library:
  types: {handle: ['Context &'], tensor: [Tensor]}
  names: {'Context &': tpudnnHandle_t, Tensor: tpudnnTensor_t}
  launch:
    Context::submit: {kernel: 0, arguments: 1, size: 2, cores: '1'}
  calls:
    Tensor::where: {to: '{this}.addr', kind: address}
    Tensor::extent: {to: '{this}.shape[{0}]', kind: helper}
//- src/context.h
#pragma once
#include "sgdnn_api.h"
struct Tensor
{
  SgdnnTensor_t raw;
  unsigned long long where () const { return raw.addr; }
  int extent ( int i ) const { return raw.shape[i]; }
};
struct Context
{
  tpu_resource_t resource;
  template <class Args> tpu_status_t run ( const char * name, const Args & args )
  {
#if defined BACKEND_1684X
    return sgdnnTPUKernelLaunch ( resource, name, &args, sizeof ( args ) );
#else
    return sgdnnTPUKernelLaunch ( resource, name, &args, sizeof ( args ), true );
#endif
  }
  tpu_status_t submit ( const char * name, const void * args, size_t size )
  {
#if defined BACKEND_1684X
    return sgdnnTPUKernelLaunch ( resource, name, args, size );
#else
    return sgdnnTPUKernelLaunch ( resource, name, args, size, true );
#endif
  }
};

