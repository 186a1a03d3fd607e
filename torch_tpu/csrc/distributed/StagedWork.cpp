#include "distributed/StagedWork.h"

#include <ATen/core/jit_type.h>

#include <algorithm>
#include <utility>

namespace tpu::distributed
{

StagedWork::StagedWork(int rank, c10d::OpType type, const char *title, const std::vector<at::Tensor> &inputs,
                       std::vector<at::Tensor> outputs)
    : Work(rank, type, title, inputs), outputs_(std::move(outputs)),
      future_(c10::make_intrusive<c10::ivalue::Future>(c10::ListType::create(c10::TensorType::get())))
{
}

void StagedWork::complete(std::exception_ptr failure)
{
    finish(failure);
    if (failure != nullptr)
    {
        future_->setError(failure);
    }
    else
    {
        future_->markCompleted(c10::IValue(outputs_));
    }
}

std::vector<at::Tensor> StagedWork::result()
{
    TORCH_CHECK(isCompleted(), "Work needs to be completed before calling result(). Should call wait() before result().");
    return outputs_;
}

bool CoalescedWork::wait(std::chrono::milliseconds timeout)
{
    for (const auto &part : parts_)
    {
        part->wait(timeout);
    }
    return true;
}

bool CoalescedWork::isCompleted()
{
    return std::all_of(parts_.begin(), parts_.end(), [](const auto &part) { return part->isCompleted(); });
}

bool CoalescedWork::isSuccess() const
{
    return std::all_of(parts_.begin(), parts_.end(), [](const auto &part) { return part->isSuccess(); });
}

std::exception_ptr CoalescedWork::exception() const
{
    for (const auto &part : parts_)
    {
        if (auto failure = part->exception())
        {
            return failure;
        }
    }
    return nullptr;
}

std::vector<at::Tensor> CoalescedWork::result()
{
    std::vector<at::Tensor> all;
    for (const auto &part : parts_)
    {
        const auto some = part->result();
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

c10::intrusive_ptr<c10::ivalue::Future> CoalescedWork::getFuture()
{
    c10::List<c10::intrusive_ptr<c10::ivalue::Future>> futures(c10::FutureType::create(c10::ListType::create(c10::TensorType::get())));
    for (const auto &part : parts_)
    {
        futures.push_back(part->getFuture());
    }
    return c10::collectAll(futures);
}

} // namespace tpu::distributed
