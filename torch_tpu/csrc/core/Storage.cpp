#include "core/Storage.h"

#include <c10/core/DeviceGuard.h>

#include <algorithm>

#include "core/Status.h"
#include "core/Stream.h"

namespace c10_tpu
{

void resizeStorage(c10::StorageImpl *storage, size_t bytes)
{
    TORCH_CHECK(storage->resizable(), "this tensor's storage cannot be resized");
    const c10::DeviceGuard guard(storage->device());
    c10::DataPtr data = storage->allocator()->allocate(bytes);
    if (const size_t kept = std::min(bytes, storage->nbytes()); kept > 0)
    {
        TPU_CHECK_STATUS(tpudnnMemcpyD2DAsync(getCurrentTPUStream(), data.get(), storage->data(), kept));
    }
    storage->set_data_ptr_noswap(std::move(data));
    storage->set_nbytes(bytes);
}

} // namespace c10_tpu
