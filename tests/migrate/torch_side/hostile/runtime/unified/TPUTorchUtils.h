#pragma once

// What the torch side of the unified tree offers.

class TPUDNNInterface;
namespace hostile
{
using Handle = TPUDNNInterface *;
}

#include "tpuDNNTensor.h"

namespace tpu
{
tpudnnDataType_t TPUConvertDType(at::ScalarType type);
tpudnnTensor_t TPUGenerateTpudnnTensor(const c10_tpu::TPUStream &stream, const at::Tensor &tensor);
bool TPUIsChip(const c10::Device &device, const char *chip);
}
