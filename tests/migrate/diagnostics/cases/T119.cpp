// Its bytes are others in the unified library.
void f ( const Tensor & a, Tensor & b )
{
  SgdnnTensor_t t = tpu::TPUGenerateSgdnnTensor ( a );
  memcpy ( buffer, &t, sizeof ( t ) );
  sgdnnAlpha ( tpu::TPUGetDeviceResource(), t, tpu::TPUGenerateSgdnnTensor ( b ) );
}
