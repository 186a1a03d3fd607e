// wall: 3
// what: objects of two classes in one function, one of them made of the other
// expect: equal
#include "sgdnn_api.h"

struct Count
{
  int n;
  explicit Count ( int m ) : n ( m ) {}
  int next ( SgdnnTensor_t t ) { return t.dim + ++n; }
};
struct Mode
{
  int m;
  explicit Mode ( int given ) : m ( given ) {}
  void set ( sg_api_one_t & api ) { api.mode = m; }
};
tpu_status_t sgdnnClassesInOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Count count ( mode );
  sg_api_one_t api = {};
  api.dim = count.next ( input );
  Mode chosen ( count.n );
  chosen.set ( api );
  api.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_classes_in_one", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
