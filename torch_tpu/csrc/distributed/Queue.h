#pragma once

#include <sys/types.h>

#include <functional>
#include <thread>

namespace tpu::distributed
{

/// A thread that runs tasks one after the other in the order they come. Its destructor waits for those that are left.
class Queue
{
public:
    Queue();
    ~Queue();
    Queue(const Queue &) = delete;
    Queue &operator=(const Queue &) = delete;

    /// `task` raises nothing.
    void push(std::function<void()> task);

private:
    struct State;
    static void run(State &state);

    State *const state_;
    const pid_t owner_;
    std::thread thread_;
};

} // namespace tpu::distributed
