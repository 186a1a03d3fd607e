#include "TPUTorchUtils.h"
#include <sgdnn_api.h>

namespace at
{
Tensor & plain ( const Tensor & self, Tensor & out )
{
  TIMING_START;
  auto status = sgdnnAlpha (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( self ),
                tpu:: TPUGenerateSgdnnTensor ( out ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::ACTIVE_TANH );
  return out;
}

void conditional ( const Tensor & x, const c10::optional<Tensor> & bias, std::array<bool, 3> mask, Tensor & out )
{
  tpuRtStatus_t status = sgdnnBeta ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( x.to ( out.dtype() ) ),
      bias.has_value() ? tpu::TPUGenerateSgdnnTensor ( bias.value() ) : sgdnnUndefinedTensor(), /* scale */ 1.f,
      0, // the axis, not the rank
      mask[0] ? tpu::TPUGenerateSgdnnTensorforComplex64 ( out ) : sgdnnUndefinedTensor() );
  TORCH_CHECK ( tpuRtSuccess == status, "beta failed" );
}

void ignored ( const Tensor & a, Tensor & b )
{
  sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) );
}

void wrapped()
{
  SAFE_CALL ( sgdnnDelta ( tpu::TPUGetDeviceResource(), true ) );
}

void blocking ( const Tensor & a, Tensor & b, bool later )
{
  tpu_status_t status = sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ), false );
  TORCH_CHECK ( status == SG_SUCCESS );
  status = sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( b ), tpu::TPUGenerateSgdnnTensor ( a ), later );
  TORCH_CHECK ( status == SG_SUCCESS );
}

bool direct ( const Tensor & a, Tensor & b )
{
  if ( a.dim() == 0 )
    return true;
  else if ( sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) ) != SG_SUCCESS )
    return false;
  return SG_SUCCESS == sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) );
}

tpu_status_t same_line ( const Tensor & a ) { return sgdnnDelta ( tpu::TPUGetDeviceResource(), true ); }
} // namespace at
