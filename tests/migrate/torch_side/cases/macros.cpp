#define IMPL(OP, TYPE)                                                         \
  Tensor & OP##_out_tpu ( const Tensor & self, Tensor & out )                  \
  {                                                                            \
    if ( IS_TPU_TENSOR ( self ) )                                              \
    {                                                                          \
      auto status = sgdnnMode ( tpu::TPUGetDeviceResource(),                   \
                                tpu::TPUGenerateSgdnnTensor ( self ),          \
                                tpu::TPUGenerateSgdnnTensor ( out ), TYPE );   \
      TORCH_CHECK ( status == SG_SUCCESS );                                    \
    }                                                                          \
    return out;                                                                \
  }

IMPL ( tanh, ACTIVE_TANH )
IMPL ( sigmoid, ACTIVE_SIGMOID )

#define COPY(a, b) sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b ) )

void other_things ( const Tensor & x, SgdnnTensor_t t, sg_active_type_t type )
{
  auto name = tpu::ACTIVE_TANH;   // an enumerator of another enumeration
  auto member = x.ACTIVE_TANH;
  TORCH_CHECK ( t.dtype == SGDNN_DTYPE_FP32 && type != ACTIVE_SQRT );
}
