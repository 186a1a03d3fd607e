#pragma once

#include <chrono>
#include <memory>

#include "distributed/Engine.h"

namespace tpu::distributed
{

/// An engine through memory that the ranks share, where all of them are processes of one host that see each other; else null, on every rank.
/// They find out over `sockets`: same boot of the kernel, same namespace of processes, none has `allowed` false, all could map the segment.
std::unique_ptr<Engine> shareMemory(Engine &sockets, int rank, int ranks, std::chrono::milliseconds timeout, bool allowed);

} // namespace tpu::distributed
