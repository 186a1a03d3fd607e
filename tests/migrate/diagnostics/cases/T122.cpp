// The compiler reads one name.
void f ( const Tensor & a, Tensor & b )
{
  auto status = sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnn\
Tensor ( b ) );
  TORCH_CHECK ( status == SG_SUCCESS );
}
