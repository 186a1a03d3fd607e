#include <limits>
#include <utility>

#include "distributed/Engine.h"
#include "distributed/HostBytes.h"

namespace tpu::distributed
{
namespace
{

using at::Tensor;

class SocketEngine : public Engine
{
public:
    SocketEngine(c10::intrusive_ptr<c10d::Backend> backend, int rank, int ranks) : Engine(rank, ranks), backend_(std::move(backend)) {}

    const char *name() const override { return "gloo"; }
    void begin(std::chrono::milliseconds timeout) override { timeout_ = timeout; }
    int64_t window() const override { return std::numeric_limits<int64_t>::max(); }
    void leave(const std::string &) noexcept override {}

    Tensor allGather(const Tensor &mine) override
    {
        Tensor all = emptyBytes(mine.numel() * ranks_);
        Tensor own = mine;
        backend_->_allgather_base(all, own, in<c10d::AllgatherOptions>())->wait();
        return all;
    }

    Tensor allToAll(const Tensor &mine, const std::vector<int64_t> &sizes) override
    {
        std::vector<int64_t> sent;
        std::vector<int64_t> received;
        int64_t total = 0;
        for (size_t other = 0; other < static_cast<size_t>(ranks_); ++other)
        {
            sent.push_back(sizes[static_cast<size_t>(rank_ * ranks_) + other]);
            received.push_back(sizes[other * static_cast<size_t>(ranks_) + static_cast<size_t>(rank_)]);
            total += received.back();
        }
        Tensor theirs = emptyBytes(total);
        Tensor own = mine;
        backend_->alltoall_base(theirs, own, received, sent, in<c10d::AllToAllOptions>())->wait();
        return theirs;
    }

    void broadcast(const Tensor &bytes, int root) override
    {
        auto options = in<c10d::BroadcastOptions>();
        options.rootRank = root;
        std::vector<Tensor> tensors{bytes};
        backend_->broadcast(tensors, options)->wait();
    }

    Tensor gather(const Tensor &mine, int root) override
    {
        auto options = in<c10d::GatherOptions>();
        options.rootRank = root;
        std::vector<Tensor> own{mine};
        std::vector<std::vector<Tensor>> parts;
        Tensor whole;
        if (rank_ == root)
        {
            whole = emptyBytes(mine.numel() * ranks_);
            parts.push_back(split(whole, mine.numel()));
        }
        backend_->gather(parts, own, options)->wait();
        return whole;
    }

    Tensor scatter(const Tensor &whole, int64_t size, int root) override
    {
        auto options = in<c10d::ScatterOptions>();
        options.rootRank = root;
        std::vector<Tensor> own{emptyBytes(size)};
        std::vector<std::vector<Tensor>> parts;
        if (rank_ == root)
        {
            parts.push_back(split(whole, size));
        }
        backend_->scatter(own, parts, options)->wait();
        return own.front();
    }

private:
    template <class Options>
    Options in() const
    {
        Options options;
        options.timeout = timeout_;
        return options;
    }

    std::vector<Tensor> split(const Tensor &whole, int64_t size) const
    {
        std::vector<Tensor> parts;
        for (int64_t rank = 0; rank < ranks_; ++rank)
        {
            parts.push_back(whole.narrow(0, rank * size, size));
        }
        return parts;
    }

    const c10::intrusive_ptr<c10d::Backend> backend_;
    std::chrono::milliseconds timeout_ = c10d::kUnsetTimeout;
};

} // namespace

std::unique_ptr<Engine> makeSocketEngine(c10::intrusive_ptr<c10d::Backend> backend, int rank, int ranks)
{
    return std::make_unique<SocketEngine>(std::move(backend), rank, ranks);
}

} // namespace tpu::distributed
