// Threads that subscribe, end subscriptions and push correlations while others queue work, wait and replay a graph. No callback may come after its
// subscription ended, each begin has its end, and the run is for AddressSanitizer and ThreadSanitizer. Arguments: rounds, threads, device.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "tpuDNN.h"

namespace
{

std::atomic<int> wrong{0};
std::atomic<long> told{0};

void expect(bool right, const char *what)
{
    if (!right)
    {
        std::printf("%s: %s\n", what, tpudnnGetLastError());
        ++wrong;
    }
}
#define CALL(function, ...) expect(function(__VA_ARGS__) == TPUDNN_STATUS_SUCCESS, #function)

// What a callback reads is plain memory: it must be gone only once no callback reads it.
struct Listener
{
    int magic = 4711;
    std::atomic<int> open{0};
    tpudnnHandle_t handle = nullptr;
    bool waits = false;
};

void heard(const tpudnnActivity_t *activity, void *user)
{
    auto *listener = static_cast<Listener *>(user);
    expect(listener->magic == 4711, "a callback after its subscription");
    expect(activity->struct_size == sizeof *activity && activity->sequence > 0 && activity->chip[0], "a record");
    listener->open += activity->phase == TPUDNN_ACTIVITY_ENTER ? 1 : activity->phase == TPUDNN_ACTIVITY_EXIT ? -1 : 0;
    ++told;
    if (listener->waits && activity->kind == TPUDNN_ACTIVITY_LAUNCH && activity->phase == TPUDNN_ACTIVITY_ENTER)
    {
        tpudnnSync(listener->handle);
    }
}

void listen(int rounds, int device, int number)
{
    tpudnnHandle_t handle = tpudnnCreate(device);
    for (int round = 0; round < rounds; ++round)
    {
        auto listener = std::make_unique<Listener>();
        listener->handle = handle;
        listener->waits = number % 2 == 1;
        tpudnnActivitySubscriber_t subscriber = nullptr;
        const uint32_t flags = round % 2 ? TPUDNN_ACTIVITY_DEVICE_TIMES : 0;
        CALL(tpudnnActivitySubscribe, &subscriber, TPUDNN_ACTIVITY_ALL, flags, heard, listener.get());
        CALL(tpudnnDummyAsync, handle);
        CALL(tpudnnActivityFlush);
        CALL(tpudnnActivityUnsubscribe, subscriber);
        listener->magic = 0;
    }
    tpudnnDestroy(handle);
}

void work(int rounds, int device)
{
    tpudnnStream_t stream = nullptr;
    CALL(tpudnnStreamCreate, device, &stream);
    tpudnnHandle_t handle = tpudnnHandleFromStream(device, stream, nullptr);
    tpudnnGraph_t graph = nullptr;
    tpudnnGraphExec_t exec = nullptr;
    void *memory = nullptr;
    CALL(tpudnnMallocAsync, handle, &memory, 256);
    CALL(tpudnnStreamBeginCapture, handle);
    CALL(tpudnnDummyAsync, handle);
    CALL(tpudnnMemsetAsync, handle, memory, 1, 256);
    CALL(tpudnnStreamEndCapture, handle, &graph);
    CALL(tpudnnGraphInstantiate, &exec, graph, nullptr);
    for (int round = 0; round < rounds; ++round)
    {
        const uint64_t pushed = static_cast<uint64_t>(round) + 1;
        uint64_t popped = 0;
        CALL(tpudnnActivityPushCorrelation, pushed);
        CALL(tpudnnDummyAsync, handle);
        CALL(tpudnnGraphLaunch, exec, handle);
        CALL(tpudnnMemsetAsync, handle, memory, round, 256);
        CALL(tpudnnActivityPopCorrelation, &popped);
        expect(popped == pushed, "a correlation");
        if (round % 8 == 0)
        {
            CALL(tpudnnSync, handle);
        }
    }
    CALL(tpudnnFreeAsync, handle, memory);
    CALL(tpudnnGraphExecDestroy, exec);
    CALL(tpudnnGraphDestroy, graph);
    tpudnnDestroy(handle);
    CALL(tpudnnStreamDestroy, stream);
}

} // namespace

int main(int count, char **arguments)
{
    const int rounds = count > 1 ? std::atoi(arguments[1]) : 200;
    const int threads = count > 2 ? std::atoi(arguments[2]) : 4;
    const int device = count > 3 ? std::atoi(arguments[3]) : 0;
    // One that listens from the first to the last: all that begins must end.
    Listener all;
    tpudnnActivitySubscriber_t subscriber = nullptr;
    CALL(tpudnnActivitySubscribe, &subscriber, TPUDNN_ACTIVITY_ALL, TPUDNN_ACTIVITY_DEVICE_TIMES, heard, &all);
    std::vector<std::thread> running;
    for (int number = 0; number < threads; ++number)
    {
        running.emplace_back(work, rounds, device);
        running.emplace_back(listen, rounds / 4, device, number);
    }
    for (std::thread &thread : running)
    {
        thread.join();
    }
    expect(all.open == 0, "what has begun has ended");
    CALL(tpudnnActivityUnsubscribe, subscriber);
    std::printf("%ld told, %d wrong\n", told.load(), wrong.load());
    return wrong == 0 && told > rounds ? 0 : 1;
}
