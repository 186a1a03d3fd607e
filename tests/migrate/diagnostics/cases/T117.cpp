// The macro is called, not the library.
#define sgdnnAlpha(resource, in, out) traced ( resource, in, out )
void f ( const Tensor & a, Tensor & b )
{
  sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) );
}
