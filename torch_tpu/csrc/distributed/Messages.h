#pragma once

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include <memory>
#include <optional>

namespace tpu::distributed
{

using WorkPtr = c10::intrusive_ptr<c10d::Work>;

/// Messages of a rank to others, of dense device tensors. A message is announced through sockets: what it is, and where its bytes are. Few bytes
/// follow on the same way. Many lie in memory that the receiver may map, if it is a process of the same host, and answers whether it has taken them.
class Messages
{
public:
    /// `sockets` takes dense CPU tensors.
    Messages(c10::intrusive_ptr<c10d::Backend> sockets, int rank, bool shares_memory);

    WorkPtr send(const at::Tensor &tensor, int destination, int tag);
    /// From any rank where there is no source.
    WorkPtr receive(const at::Tensor &tensor, std::optional<int> source, int tag);

private:
    struct State; // threads of messages under way have it too

    const std::shared_ptr<State> state_;
    const int rank_;
};

} // namespace tpu::distributed
