#include <ATen/core/IListRef.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/cat.h>

#include <vector>

#include "TPUTorchUtils.h"

namespace at
{

Tensor & cat_out_tpu ( const ITensorListRef & tensors, int64_t dim, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( out.scalar_type() != kLong && out.scalar_type() != kDouble && !out.is_complex(), "data type ", out.scalar_type() );
  if ( out.numel() == 0 )
  {
    return out;
  }
  // tensors without elements add nothing, whatever their shape
  std::vector<Tensor> parts;
  for ( const Tensor & tensor : tensors )
  {
    CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( tensor );
    if ( tensor.numel() > 0 )
    {
      parts.push_back ( tensor.to ( out.dtype() ).contiguous() );
    }
  }
  // one launch takes so many tensors: join the first ones until few enough are left
  while ( parts.size() > FW_MAX_CONCAT_NUM )
  {
    std::vector<Tensor> rest ( parts.begin() + FW_MAX_CONCAT_NUM, parts.end() );
    parts.resize ( FW_MAX_CONCAT_NUM );
    rest.insert ( rest.begin(), at::cat ( parts, dim ).contiguous() );
    parts = rest;
  }
  std::vector<tpudnnTensor_t> inputs;
  auto stream = c10_tpu::getCurrentTPUStream();
  for ( const auto & part : parts )
  {
    inputs.push_back ( tpu::TPUGenerateTpudnnTensor ( stream, part ) );
  }
  TIMING_START;
  auto status = tpudnnConcatAsync (
                stream,
                inputs.data(),
                inputs.size(),
                dim,
                tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::CONCAT );
  SHOW_TENSOR_OP ( out );
  return out;
}

} // namespace at
