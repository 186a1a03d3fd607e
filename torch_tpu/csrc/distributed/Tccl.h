#pragma once

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "distributed/Engine.h"
#include "distributed/Messages.h"
#include "distributed/Queue.h"
#include "distributed/Reduction.h"

namespace tpu::distributed
{

using Tensors = std::vector<at::Tensor>;
using TensorLists = std::vector<Tensors>;

/// What all ranks of a group must say alike before data moves.
struct Call
{
    c10d::OpType type;
    const char *name;
    at::ScalarType dtype = at::kByte;
    int64_t elements = 0;
    int64_t detail = 0;              // root, or operation of a reduction
    std::vector<int64_t> sent{};     // elements to each rank, where they may differ
    std::vector<int64_t> received{}; // elements from each rank
};

/// torch.distributed's backend "tccl": collectives of device tensors, staged through the host. The ranks of one host move the bytes through
/// memory that they share, other groups through sockets.
///
/// A collective waits for the stream that was current at its call. Collectives of a group run one after the other in a thread of the group;
/// messages have no order among them and collectives.
class Tccl : public c10d::Backend
{
public:
    /// `sockets` takes dense CPU tensors.
    Tccl(c10::intrusive_ptr<c10d::Backend> sockets, int rank, int size, std::chrono::milliseconds timeout, bool shares_memory);
    ~Tccl() override;

    const std::string getBackendName() const override { return "tccl"; }
    bool supportsCoalescing() const override { return true; }
    void startCoalescing() override;
    WorkPtr endCoalescing() override;
    void setTimeout(std::chrono::milliseconds timeout) override;
    void setSequenceNumberForGroup() override {}
    uint64_t getSequenceNumberForGroup() override;
    void abort() override;
    void shutdown() override { sockets_->shutdown(); }

    WorkPtr broadcast(Tensors &tensors, const c10d::BroadcastOptions &options) override;
    WorkPtr allreduce(Tensors &tensors, const c10d::AllreduceOptions &options) override;
    WorkPtr allreduce_coalesced(Tensors &tensors, const c10d::AllreduceCoalescedOptions &options) override;
    WorkPtr reduce(Tensors &tensors, const c10d::ReduceOptions &options) override;
    WorkPtr allgather(TensorLists &outputs, Tensors &inputs, const c10d::AllgatherOptions &options) override;
    WorkPtr _allgather_base(at::Tensor &output, at::Tensor &input, const c10d::AllgatherOptions &options) override;
    WorkPtr allgather_coalesced(TensorLists &outputs, Tensors &inputs, const c10d::AllgatherOptions &options) override;
    WorkPtr allgather_into_tensor_coalesced(Tensors &outputs, Tensors &inputs, const c10d::AllgatherOptions &options) override;
    WorkPtr gather(TensorLists &outputs, Tensors &inputs, const c10d::GatherOptions &options) override;
    WorkPtr scatter(Tensors &outputs, TensorLists &inputs, const c10d::ScatterOptions &options) override;
    WorkPtr reduce_scatter(Tensors &outputs, TensorLists &inputs, const c10d::ReduceScatterOptions &options) override;
    WorkPtr _reduce_scatter_base(at::Tensor &output, at::Tensor &input, const c10d::ReduceScatterOptions &options) override;
    WorkPtr reduce_scatter_tensor_coalesced(Tensors &outputs, Tensors &inputs, const c10d::ReduceScatterOptions &options) override;
    WorkPtr alltoall_base(at::Tensor &output, at::Tensor &input, std::vector<int64_t> &output_splits, std::vector<int64_t> &input_splits,
                          const c10d::AllToAllOptions &options) override;
    WorkPtr alltoall(Tensors &outputs, Tensors &inputs, const c10d::AllToAllOptions &options) override;
    WorkPtr send(Tensors &tensors, int destination, int tag) override;
    WorkPtr recv(Tensors &tensors, int source, int tag) override;
    WorkPtr recvAnysource(Tensors &tensors, int tag) override;
    WorkPtr barrier(const c10d::BarrierOptions &options) override;

private:
    using Sizes = std::vector<int64_t>;
    // `sent[f * ranks + t]`: elements from rank f to rank t, where a call says so.
    using Body = std::function<void(Engine &, const Sizes &sent)>;

    // Runs `body` in the group's thread when the device has done what was queued before and all ranks have made the same call.
    WorkPtr collective(Call call, const Tensors &inputs, const Tensors &outputs, std::chrono::milliseconds timeout, Body body);
    Engine &engine(); // in the group's thread
    // Several equal calls, in one work: of `inputs[i]` into `outputs[i]`.
    WorkPtr gatherAll(Call call, const Tensors &inputs, const TensorLists &outputs, std::chrono::milliseconds timeout);
    WorkPtr reduceAll(Call call, const Tensors &tensors, const c10d::AllreduceOptions &options);
    WorkPtr reduceSparse(const at::Tensor &tensor, const c10d::AllreduceOptions &options);
    WorkPtr reduceScatter(Call call, const TensorLists &inputs, const Tensors &outputs, const c10d::ReduceScatterOptions &options);
    WorkPtr exchange(Call call, const Tensors &inputs, const Tensors &outputs, const c10d::AllToAllOptions &options);
    WorkPtr receive(const Tensors &tensors, std::optional<int> source, int tag);
    WorkPtr keep(WorkPtr work);
    void checkProcess(const char *name) const;

    const c10::intrusive_ptr<c10d::Backend> sockets_;
    const pid_t owner_;
    const bool shares_memory_;
    std::atomic<std::chrono::milliseconds> timeout_;
    std::unique_ptr<Engine> socket_engine_;
    std::unique_ptr<Engine> engine_; // made by the first collective
    std::atomic<Engine *> made_{nullptr};
    Messages messages_;
    std::mutex mutex_;
    uint64_t calls_ = 0;
    std::optional<std::vector<WorkPtr>> coalesced_;
    Queue queue_; // last: its tasks end before the rest goes
};

} // namespace tpu::distributed
