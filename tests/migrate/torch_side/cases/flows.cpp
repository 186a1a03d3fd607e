namespace at
{
// the tensors are generated long before the call
void early ( const Tensor & self, const Tensor & other, Tensor & out )
{
  int n = self.dim();
  SgdnnTensor_t other_t;
  if ( self.dtype() != other.dtype() )
  {
    other_t = tpu::TPUGenerateSgdnnTensor ( other.to ( self.dtype() ) );
  }
  else
  {
    other_t = tpu::TPUGenerateSgdnnTensor ( other );
  }
  auto self_t = tpu::TPUGenerateSgdnnTensor ( self );
  auto & change_t = n > 2 ? other_t : self_t;
  change_t.dim = n;
  TIMING_START;
  auto status = sgdnnAlpha ( tpu::TPUGetDeviceResource(), self_t, other_t );
  TORCH_CHECK ( status == SG_SUCCESS );
}

void vectors ( const TensorList & tensors, Tensor & out )
{
  std::vector<SgdnnTensor_t> inputs;
  for ( const auto & t : tensors )
  {
    inputs.push_back ( tpu::TPUGenerateSgdnnTensor ( t ) ); }
  auto status = sgdnnGamma ( tpu::TPUGetDeviceResource(), inputs.data(), inputs.size(), tpu::TPUGenerateSgdnnTensor ( out ) );
  TORCH_CHECK ( status == SG_SUCCESS );
}

void twice_in_a_block ( const Tensor & a, Tensor & b )
{
  auto first = sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) );
  TORCH_CHECK ( first == SG_SUCCESS );
  auto second = sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( b ), tpu::TPUGenerateSgdnnTensor ( a ) );
  TORCH_CHECK ( second == SG_SUCCESS );
}

static SgdnnTensor_t flat ( const Tensor & t )
{
  auto r = tpu::TPUGenerateSgdnnTensor ( t );
  r.dim = 1;
  return r;
}

static tpu_status_t run ( tpu_resource_t resource, SgdnnTensor_t in, SgdnnTensor_t out )
{
  return sgdnnAlpha ( resource, in, out );
}

void through_helpers ( const Tensor & a, Tensor & b )
{
  TORCH_CHECK ( run ( tpu::TPUGetDeviceResource(), flat ( a ), tpu::TPUGenerateSgdnnTensor ( b ) ) == SG_SUCCESS );
}

void handle_variable ( const Tensor & a, Tensor & b )
{
  auto resource = tpu::TPUGetDeviceResource();
  auto status = sgdnnAlpha ( resource, tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) );
  TORCH_CHECK ( status == SG_SUCCESS );
}

void declared_already ( const Tensor & a, Tensor & b )
{
  auto s = c10_tpu::getCurrentTPUStream();
  auto done = tpudnnAlphaAsync ( s, tpu::TPUGenerateTpudnnTensor ( s, a ), tpu::TPUGenerateTpudnnTensor ( s, b ) );
  auto status = sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( b ), tpu::TPUGenerateSgdnnTensor ( a ) );
  TORCH_CHECK ( status == SG_SUCCESS && done == TPUDNN_STATUS_SUCCESS );
}

void name_taken ( const Tensor & stream, Tensor & b )
{
  auto status = sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( stream ), tpu::TPUGenerateSgdnnTensor ( b ) );
  TORCH_CHECK ( status == SG_SUCCESS );
}

void in_switch ( int kind, const Tensor & a, Tensor & b )
{
  tpu_status_t status;
  switch ( kind )
  {
  case 0:
    status = sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) );
    break;
  default:
    status = sgdnnDelta ( tpu::TPUGetDeviceResource(), true );
  }
  TORCH_CHECK ( status == SG_SUCCESS );
}

void in_lambda ( const Tensor & a, Tensor & b )
{
  auto t = tpu::TPUGenerateSgdnnTensor ( a );
  auto f = [&] ( Tensor & out )
  {
    auto status = sgdnnAlpha ( tpu::TPUGetDeviceResource(), t, tpu::TPUGenerateSgdnnTensor ( out ) );
    TORCH_CHECK ( status == SG_SUCCESS );
  };
  f ( b );
}

void without_braces ( const Tensor & a, Tensor & b )
{
  if ( a.dim() )
    sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) );
  else
    sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( b ), tpu::TPUGenerateSgdnnTensor ( a ) );
}
} // namespace at
