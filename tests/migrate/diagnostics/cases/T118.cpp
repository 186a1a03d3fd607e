// The tensor belongs to one device, the call to another.
void f ( const Tensor & a, Tensor & b )
{
  auto t = tpu::TPUGenerateSgdnnTensor ( a );
  c10_tpu::TPUGuard guard ( 1 );
  sgdnnAlpha ( tpu::TPUGetDeviceResource(), t, tpu::TPUGenerateSgdnnTensor ( b ) );
}
