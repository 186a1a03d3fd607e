// An object of the file registers something when the library is loaded.
extern "C" int registered ( const char * name );
struct Registration
{
  explicit Registration ( const char * name ) { registered ( name ); }
};
static Registration of_foo ( "foo" );
tpu_status_t sgdnnFoo ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  return SG_SUCCESS;
}
