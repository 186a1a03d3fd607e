// The argument that the rules move holds a call that is converted too.
// rules: torch:
// rules:   calls:
// rules:     special:
// rules:       sgdnnBeta: {arguments: [1, 2, 4, 3, 5]}
void f ( const Tensor & a, Tensor & b )
{
  auto status = sgdnnBeta ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( a ), 1.f,
                            sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) ) == SG_SUCCESS,
                            tpu::TPUGenerateSgdnnTensor ( b ) );
  TORCH_CHECK ( status == SG_SUCCESS );
}
