// Nanoseconds of single calls of the C API, from a C program: bench.py compiles and runs it. Arguments: device. Prints "what: ns" lines.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "tpuDNN.h"
#include "tpuDNNTensor.h"

namespace
{

constexpr int kRounds = 15;

template <class Body>
double median(Body body)
{
    std::vector<double> times;
    for (int round = 0; round < kRounds; ++round)
    {
        times.push_back(body());
    }
    std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
    return times[kRounds / 2];
}

template <class Body>
double nanoseconds(int calls, Body body)
{
    const auto start = std::chrono::steady_clock::now();
    for (int call = 0; call < calls; ++call)
    {
        body(call);
    }
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / calls;
}

void require(tpudnnStatus_t status)
{
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        std::fprintf(stderr, "%s\n", tpudnnGetLastError());
        std::exit(1);
    }
}

} // namespace

int main(int count, char **arguments)
{
    const int device = count > 1 ? std::atoi(arguments[1]) : 0;
    tpudnnHandle_t handle = tpudnnHandleFromStream(device, nullptr, nullptr);
    if (!handle)
    {
        std::fprintf(stderr, "%s\n", tpudnnGetLastError());
        return 1;
    }
    void *volatile host = nullptr;
    std::printf("host malloc and free: %.0f\n", median([&] {
                    return nanoseconds(10000, [&](int) {
                        host = std::malloc(4096);
                        std::free(host);
                    });
                }));
    constexpr int kLive = 64;
    void *blocks[kLive] = {};
    double freeing = 0;
    const double allocating = median([&] {
        const double time = nanoseconds(kLive, [&](int at) { require(tpudnnMallocAsync(handle, &blocks[at], 4096)); });
        freeing = nanoseconds(kLive, [&](int at) { require(tpudnnFreeAsync(handle, blocks[at])); });
        return time;
    });
    std::printf("allocation: %.0f\nfree: %.0f\n", allocating, freeing);
    for (const int queued : {10, 100, 1000, 10000})
    {
        std::printf("enqueue of an empty kernel, %d queued: %.0f\n", queued, median([&] {
                        require(tpudnnSync(handle));
                        return nanoseconds(queued, [&](int) { require(tpudnnDummyAsync(handle)); });
                    }));
    }
    require(tpudnnSync(handle));
    tpudnnDestroy(handle);
    return 0;
}
