#include <memory>

struct Parity
{
  int n;
  bool operator== ( int k ) { return n % 2 == k; }
};

int twice ( int n );

tpu_status_t sgdnnPlain ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  SGDNN_CHECK ( input.dim > 1 && input.dim < 4 );
  SGDNN_CHECK ( input.shape[0] & 1 );
  SGDNN_CHECK ( twice ( input.dim ) == 4 );
  return SG_SUCCESS;
}

tpu_status_t sgdnnOdd ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  bool ok = true;
  std::unique_ptr<int> size ( new int ( input.dim ) );
  Parity parity = { input.dim };
  SGDNN_CHECK ( 0 < input.dim < 3 );
  SGDNN_CHECK ( input.dim > 1 & input.shape[0] > 1 );
  SGDNN_CHECK ( ok &= input.dim > 1 );
  SGDNN_CHECK ( size != NULL );
  SGDNN_CHECK ( parity == 1 );
  SGDNN_CHECK ( twice ( 1 ) != twice ( input.dim ) );
  return SG_SUCCESS;
}
