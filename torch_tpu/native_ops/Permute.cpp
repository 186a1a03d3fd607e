// A permutation is a view; nothing is left to do here.
//
// #include <ATen/core/Tensor.h>
//
// #include "TPUTorchUtils.h"
//
// namespace at
// {
//
// Tensor permute_tpu ( const Tensor & self, IntArrayRef dims )
// {
//   std::vector<int> dim_order ( dims.begin(), dims.end() );
//   auto out = empty_like ( self );
//   auto status = sgdnnPermute (
//                 tpu::TPUGetDeviceResource(),
//                 tpu::TPUGenerateSgdnnTensor ( self ),
//                 dim_order.data(),
//                 tpu::TPUGenerateSgdnnTensor ( out ) );
//   TORCH_CHECK ( status == SG_SUCCESS );
//   return out;
// }
//
// } // namespace at
