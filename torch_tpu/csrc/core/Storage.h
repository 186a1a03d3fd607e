#pragma once

#include <c10/core/StorageImpl.h>

namespace c10_tpu
{

/// Gives the storage `bytes` bytes, keeping the leading ones.
void resizeStorage(c10::StorageImpl *storage, size_t bytes);

} // namespace c10_tpu
