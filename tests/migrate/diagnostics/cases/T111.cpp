// Every name that the stream could have is taken.
void f ( const Tensor & a, Tensor & b, int stream, int tpu_stream, int dnn_stream )
{
  auto status = sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) );
  TORCH_CHECK ( status == SG_SUCCESS );
}
