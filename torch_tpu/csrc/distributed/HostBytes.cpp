#include "distributed/HostBytes.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>

#include <vector>

namespace tpu::distributed
{

using at::Tensor;

Tensor emptyBytes(int64_t bytes) { return at::empty({bytes}, at::TensorOptions(at::kByte)); }

Tensor onHost(const Tensor &tensor)
{
    Tensor host = at::empty(tensor.sizes(), tensor.options().device(at::kCPU));
    host.copy_(tensor);
    return host.reshape({-1});
}

Tensor bytesOf(const Tensor &tensor) { return onHost(tensor).view(at::kByte); }

Tensor bytesOf(at::TensorList tensors)
{
    std::vector<Tensor> parts;
    for (const Tensor &tensor : tensors)
    {
        parts.push_back(bytesOf(tensor));
    }
    return at::cat(parts);
}

int64_t sizeInBytes(const Tensor &tensor) { return tensor.numel() * static_cast<int64_t>(tensor.itemsize()); }

void putBytes(const Tensor &tensor, const Tensor &host_bytes) { tensor.copy_(host_bytes.view(tensor.scalar_type()).view(tensor.sizes())); }

void putBytesInTurn(at::TensorList tensors, const Tensor &bytes)
{
    int64_t first = 0;
    for (const Tensor &tensor : tensors)
    {
        const int64_t size = sizeInBytes(tensor);
        putBytes(tensor, bytes.narrow(0, first, size));
        first += size;
    }
}

} // namespace tpu::distributed
