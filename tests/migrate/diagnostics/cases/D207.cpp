// A helper that the library has as well, and that has another answer for the data type of an undefined tensor alone.
enum SgdnnMore_t { SGDNN_DTYPE_UNKNOWN = 77 };
static inline size_t sgdnnDataSize ( SgdnnDataType_t dtype )
{
  if ( dtype == SGDNN_DTYPE_FP32 || dtype == SGDNN_DTYPE_INT32 )
  {
    return 4;
  }
  return dtype == SGDNN_DTYPE_INT64 ? 8 : 2;
}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  return sgdnnDataSize ( input.dtype ) == 8 ? SG_SUCCESS : SG_SUCCESS;
}
