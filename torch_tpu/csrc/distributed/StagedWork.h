#pragma once

#include <ATen/core/ivalue.h>
#include <torch/csrc/distributed/c10d/Work.hpp>

#include <vector>

namespace tpu::distributed
{

/// A collective or a message under way. Its outputs are on the device when it is completed.
class StagedWork : public c10d::Work
{
public:
    StagedWork(int rank, c10d::OpType type, const char *title, const std::vector<at::Tensor> &inputs, std::vector<at::Tensor> outputs);

    /// Once, from any thread: with what was raised, or with nothing.
    void complete(std::exception_ptr failure);

    std::vector<at::Tensor> result() override;
    c10::intrusive_ptr<c10::ivalue::Future> getFuture() override { return future_; }
    int sourceRank() const override { return source_; }
    void setSourceRank(int source) { source_ = source; }

private:
    std::vector<at::Tensor> outputs_;
    c10::intrusive_ptr<c10::ivalue::Future> future_;
    int source_ = -1;
};

/// Several, between startCoalescing and endCoalescing.
class CoalescedWork : public c10d::Work
{
public:
    CoalescedWork(int rank, std::vector<c10::intrusive_ptr<c10d::Work>> parts)
        : Work(rank, c10d::OpType::COALESCED), parts_(std::move(parts))
    {
    }

    bool wait(std::chrono::milliseconds timeout) override;
    bool isCompleted() override;
    bool isSuccess() const override;
    std::exception_ptr exception() const override;
    std::vector<at::Tensor> result() override;
    c10::intrusive_ptr<c10::ivalue::Future> getFuture() override;

private:
    std::vector<c10::intrusive_ptr<c10d::Work>> parts_;
};

} // namespace tpu::distributed
