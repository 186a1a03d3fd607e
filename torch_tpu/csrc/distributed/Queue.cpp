#include "distributed/Queue.h"

#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace tpu::distributed
{

struct Queue::State
{
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> tasks;
    bool ending = false;
};

Queue::Queue() : state_(new State), owner_(getpid()), thread_([state = state_] { run(*state); }) {}

Queue::~Queue()
{
    if (getpid() != owner_) // a child of fork has not the thread; what that held or waited for cannot be destroyed
    {
        thread_.detach();
        return;
    }
    {
        const std::lock_guard<std::mutex> lock(state_->mutex);
        state_->ending = true;
    }
    state_->changed.notify_all();
    thread_.join();
    delete state_;
}

void Queue::push(std::function<void()> task)
{
    {
        const std::lock_guard<std::mutex> lock(state_->mutex);
        state_->tasks.push_back(std::move(task));
    }
    state_->changed.notify_all();
}

void Queue::run(State &state)
{
    for (;;)
    {
        std::unique_lock<std::mutex> lock(state.mutex);
        state.changed.wait(lock, [&] { return state.ending || !state.tasks.empty(); });
        if (state.tasks.empty())
        {
            return;
        }
        const auto task = std::move(state.tasks.front());
        state.tasks.pop_front();
        lock.unlock();
        task();
    }
}

} // namespace tpu::distributed
