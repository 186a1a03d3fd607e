// A rule leaves out an argument that changes something.
int trim ( int a, int b );
// rules: library:
// rules:   calls:
// rules:     trim: {to: 'tpudnnTrim({0})'}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  int n = 0;
  int m = trim ( input.dim, n++ );
  return m + n ? SG_SUCCESS : SG_SUCCESS;
}
