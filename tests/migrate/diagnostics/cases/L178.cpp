// A member function.
struct Operators
{
  tpu_status_t run ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
  {
    return SG_SUCCESS;
  }
};
