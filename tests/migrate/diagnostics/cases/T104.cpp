// A receiver that no rule knows.
void f ( const Tensor & a, Tensor & b )
{
  auto status = sgdnnAlpha ( someHandle(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) );
  TORCH_CHECK ( status == SG_SUCCESS );
}
