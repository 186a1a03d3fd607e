#pragma once

#include <ATen/core/Tensor.h>
#include <torch/csrc/distributed/c10d/Backend.hpp>

#include <chrono>
#include <memory>
#include <vector>

namespace tpu::distributed
{

/// Moves bytes between the ranks of a group; it computes nothing, so that results are the same with each. All ranks make the same calls in
/// the same order, with sizes that they have agreed on, from one thread each. Bytes are dense host tensors of one dimension.
class Engine
{
public:
    Engine(int rank, int ranks) : rank_(rank), ranks_(ranks) {}
    virtual ~Engine() = default;
    Engine(const Engine &) = delete;
    Engine &operator=(const Engine &) = delete;

    virtual const char *name() const = 0;
    /// The time that the calls which follow may take for one collective; negative: the group's.
    virtual void begin(std::chrono::milliseconds timeout) = 0;
    /// Every rank's `mine`, in the order of ranks.
    virtual at::Tensor allGather(const at::Tensor &mine) = 0;
    /// What each rank has for this one, in the order of ranks: rank f has `sizes[f * ranks + t]` bytes for rank t.
    virtual at::Tensor allToAll(const at::Tensor &mine, const std::vector<int64_t> &sizes) = 0;
    /// Overwrites `bytes` with those of `root`.
    virtual void broadcast(const at::Tensor &bytes, int root) = 0;
    /// At `root` every rank's `mine` in the order of ranks; nothing elsewhere.
    virtual at::Tensor gather(const at::Tensor &mine, int root) = 0;
    /// This rank's part of `whole` of `root`: each has `size` bytes.
    virtual at::Tensor scatter(const at::Tensor &whole, int64_t size, int root) = 0;
    /// Bytes of a rank that are best moved at once.
    virtual int64_t window() const = 0;
    /// This rank makes no more calls: the others' fail, with `reason`.
    virtual void leave(const std::string &reason) noexcept = 0;

protected:
    const int rank_;
    const int ranks_;
};

/// On a backend of torch that takes dense CPU tensors.
std::unique_ptr<Engine> makeSocketEngine(c10::intrusive_ptr<c10d::Backend> backend, int rank, int ranks);

} // namespace tpu::distributed
