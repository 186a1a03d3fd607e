#include <iostream>

tpu_status_t sgdnnTalk ( tpu_resource_t resource, SgdnnTensor_t input, int count, bool non_blocking )
{
  if ( count < 0 ) {
    printf ( "count is %d\r\n", count );
    return SG_SUCCESS;
  }
  std::cout << "dim " << input.dim << ", 100% of " << count << std::endl;
  std::cerr << "done\n";
  return SG_SUCCESS;
}

tpu_status_t sgdnnTalkOfUnknown ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  std::cout << "shape " << std::hex << input.shape[0] << std::endl;
  return SG_SUCCESS;
}

tpu_status_t sgdnnTalkAndCount ( tpu_resource_t resource, SgdnnTensor_t input, int count, bool non_blocking )
{
  printf ( "%d\n", count++ );
  SGDNN_CHECK ( count > 0 );
  return SG_SUCCESS;
}

tpu_status_t sgdnnTalkAndAdd ( tpu_resource_t resource, SgdnnTensor_t input, int count, bool non_blocking )
{
  count += printf ( "%d\n", count );
  SGDNN_CHECK ( count > 0 );
  return SG_SUCCESS;
}

tpu_status_t sgdnnTalkOfPlace ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  if ( input.dim > 4 ) {
    printf ( "%s:%d in %s: too many dimensions\n", __FILE__, __LINE__, __func__ );
  }
  return SG_SUCCESS;
}
