#pragma once

// What the torch side of the legacy tree offers.

struct tpuResource;
namespace hostile
{
using Handle = tpuResource *;
}

#include "sgdnn_api.h"

#define SAFE_CALL(call) TORCH_CHECK ( ( call ) == SG_SUCCESS )

namespace tpu
{
tpu_resource_t TPUGetDeviceResource();
SgdnnDataType_t TPUConvertDType ( at::ScalarType type );
SgdnnTensor_t TPUGenerateSgdnnTensor ( const at::Tensor & tensor );
}
