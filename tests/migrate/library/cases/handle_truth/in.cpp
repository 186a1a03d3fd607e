#define LANES 8
static const int kWidth = LANES * 4;

tpu_status_t sgdnnAsksHandle ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  if ( !resource )
  {
    return SG_SUCCESS;
  }
  SGDNN_CHECK ( resource );
  SGDNN_CHECK ( resource && input.dim < kWidth );
  return SG_SUCCESS;
}
