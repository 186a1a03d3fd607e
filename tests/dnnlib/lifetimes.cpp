// Threads that use and destroy the same handles, streams, events and graphs, free memory and wait for the device meanwhile. Any status is right but
// a fault of the device; the run is for AddressSanitizer and ThreadSanitizer. Arguments: rounds, threads, device.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "tpuDNN.h"

namespace
{

std::atomic<int> unexpected{0};

// What other threads' destroying may make of a call; the sentence says which object it was.
void expect(tpudnnStatus_t status, const char *what)
{
    const bool known = status == TPUDNN_STATUS_SUCCESS || status == TPUDNN_STATUS_BAD_PARAM || status == TPUDNN_STATUS_NOT_SUPPORTED;
    const bool said = status == TPUDNN_STATUS_SUCCESS || std::strstr(tpudnnGetLastError(), what) == tpudnnGetLastError();
    if (!known || !said)
    {
        std::printf("%s: %s: %s\n", what, tpudnnGetStatusName(status), tpudnnGetLastError());
        ++unexpected;
    }
}
#define CALL(function, ...) expect(function(__VA_ARGS__), #function)

// Objects that all threads share; each slot is replaced while others use it.
struct Shared
{
    std::atomic<tpudnnStream_t> stream{nullptr};
    std::atomic<tpudnnHandle_t> handle{nullptr};
    std::atomic<tpudnnEvent_t> event{nullptr};
    std::atomic<tpudnnGraph_t> graph{nullptr};
    std::atomic<tpudnnGraphExec_t> exec{nullptr};
};

void renew(Shared &shared, int device)
{
    tpudnnStream_t stream = nullptr;
    tpudnnEvent_t event = nullptr;
    CALL(tpudnnStreamCreate, device, &stream);
    CALL(tpudnnEventCreate, device, &event);
    tpudnnHandle_t handle = tpudnnHandleFromStream(device, stream, nullptr);
    if (tpudnnHandle_t old = shared.handle.exchange(handle))
    {
        tpudnnDestroy(old);
    }
    CALL(tpudnnStreamDestroy, shared.stream.exchange(stream));
    CALL(tpudnnEventDestroy, shared.event.exchange(event));
}

void capture(Shared &shared)
{
    tpudnnGraph_t graph = nullptr;
    tpudnnGraphExec_t exec = nullptr;
    CALL(tpudnnStreamBeginCapture, shared.handle);
    CALL(tpudnnDummyAsync, shared.handle);
    CALL(tpudnnStreamEndCapture, shared.handle, &graph);
    if (graph)
    {
        CALL(tpudnnGraphInstantiate, &exec, graph, nullptr);
        CALL(tpudnnGraphExecDestroy, shared.exec.exchange(exec));
        CALL(tpudnnGraphDestroy, shared.graph.exchange(graph));
    }
    CALL(tpudnnGraphLaunch, shared.exec, shared.handle);
}

void use(Shared &shared, int device)
{
    // Copies go on a handle of the thread's own: a capture by another thread would keep a copy into memory that is free when the graph runs.
    tpudnnHandle_t own = tpudnnCreate(device);
    unsigned char host[256] = {};
    void *memory = nullptr;
    int done = 0;
    float ms = 0;
    CALL(tpudnnMallocAsync, own, &memory, sizeof host);
    CALL(tpudnnMemcpyH2D, own, memory, host, memory ? sizeof host : 0);
    CALL(tpudnnDummyAsync, shared.handle);
    CALL(tpudnnEventRecord, shared.event, shared.stream);
    CALL(tpudnnStreamWaitEvent, shared.stream, shared.event);
    CALL(tpudnnEventQuery, shared.event, &done);
    CALL(tpudnnEventSynchronize, shared.event);
    CALL(tpudnnEventElapsedTime, &ms, shared.event, shared.event);
    CALL(tpudnnStreamQuery, shared.stream, &done);
    CALL(tpudnnStreamSynchronize, shared.stream);
    CALL(tpudnnSync, shared.handle);
    CALL(tpudnnFree, memory);
    tpudnnDestroy(own);
}

void work(Shared &shared, int device, int index, int rounds)
{
    for (int round = 0; round < rounds; ++round)
    {
        switch ((index + round) % 5)
        {
        case 0:
            renew(shared, device);
            break;
        case 1:
            capture(shared);
            break;
        case 2:
            CALL(tpudnnDeviceSynchronize, device);
            break;
        default:
            use(shared, device);
        }
    }
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 4)
    {
        return 2;
    }
    const int rounds = std::atoi(arguments[1]);
    const int device = std::atoi(arguments[3]);
    Shared shared;
    renew(shared, device);
    tpudnnMemoryInfo_t before{};
    CALL(tpudnnGetMemoryInfo, device, &before);
    std::vector<std::thread> threads;
    for (int i = 0; i < std::atoi(arguments[2]); ++i)
    {
        threads.emplace_back(work, std::ref(shared), device, i, rounds);
    }
    for (std::thread &thread : threads)
    {
        thread.join();
    }
    CALL(tpudnnGraphExecDestroy, shared.exec);
    CALL(tpudnnGraphDestroy, shared.graph);
    tpudnnDestroy(shared.handle);
    CALL(tpudnnStreamDestroy, shared.stream);
    CALL(tpudnnEventDestroy, shared.event);
    tpudnnMemoryInfo_t after{};
    CALL(tpudnnGetMemoryInfo, device, &after);
    if (after.allocations != before.allocations)
    {
        std::printf("%llu allocations are left\n", static_cast<unsigned long long>(after.allocations - before.allocations));
        ++unexpected;
    }
    std::printf("%d unexpected\n", unexpected.load());
    return unexpected == 0 ? 0 : 1;
}
