#pragma once

#include "core/Export.h"

namespace c10_tpu
{

/// Notes that this process uses a device from now on: its forks must not. Raises RuntimeError in such a fork.
TPU_API void useDevices();

/// True in a process forked from one that used a device: threads, locks and queues of drivers and runtimes are not in it, so whatever
/// touched them could wait for ever. Memory is not given back there.
bool inBadFork() noexcept;

} // namespace c10_tpu
