// The number of a failure is another one in the unified library.
int f ( const Tensor & a, Tensor & b )
{
  return sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) );
}
