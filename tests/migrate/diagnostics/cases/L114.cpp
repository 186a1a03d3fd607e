// A legacy name that no rule and no pattern covers.
typedef int old_size_t;
// rules: library:
// rules:   legacy_names: '^_?(sgdnn|Sgdnn|SGDNN_)\w+$|^old_\w+$'
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  old_size_t n = input.dim;
  return n ? SG_SUCCESS : SG_SUCCESS;
}
