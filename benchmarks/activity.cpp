// Nanoseconds of a queued operator with nobody who listens and with subscribers, and of one look whether somebody does: bench.py compiles and runs it.
// Arguments: device. Prints "what: ns" lines; the first is the baseline. Works with a library that has no activities too: for a comparison of builds.
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "tpuDNN.h"

namespace
{

void require(tpudnnStatus_t status)
{
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        std::fprintf(stderr, "%s\n", tpudnnGetLastError());
        std::exit(1);
    }
}

// The median of many short rounds: a round that another process disturbs does not count.
template <class Body, class Between>
double nanoseconds(int calls, Body body, Between between)
{
    std::vector<double> times;
    for (int round = 0; round < 101; ++round)
    {
        const auto start = std::chrono::steady_clock::now();
        for (int call = 0; call < calls; ++call)
        {
            body();
        }
        times.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / calls);
        between();
    }
    std::nth_element(times.begin(), times.begin() + 50, times.end());
    return times[50];
}

std::atomic<uint32_t> kinds{0};
std::atomic<long> told{0};

void heard(const tpudnnActivity_t *, void *) { told.fetch_add(1, std::memory_order_relaxed); }

} // namespace

int main(int count, char **arguments)
{
    tpudnnHandle_t handle = tpudnnHandleFromStream(count > 1 ? std::atoi(arguments[1]) : 0, nullptr, nullptr);
    if (!handle)
    {
        std::fprintf(stderr, "%s\n", tpudnnGetLastError());
        return 1;
    }
    const auto report = [&](const char *what) {
        std::printf("%s: %.1f\n", what,
                    nanoseconds(200, [&] { require(tpudnnDummyAsync(handle)); }, [&] { require(tpudnnSync(handle)); }));
    };
    report("an operator with one launch, nobody listens");
    std::printf("one look whether somebody listens: %.1f\n", nanoseconds(
                                                                 100000,
                                                                 [] {
                                                                     if (kinds.load(std::memory_order_relaxed) & 4u)
                                                                     {
                                                                         told.fetch_add(1);
                                                                     }
                                                                 },
                                                                 [] {}));
    using Subscribe = decltype(&tpudnnActivitySubscribe);
    using Unsubscribe = decltype(&tpudnnActivityUnsubscribe);
    const auto subscribe = reinterpret_cast<Subscribe>(dlsym(RTLD_DEFAULT, "tpudnnActivitySubscribe"));
    const auto unsubscribe = reinterpret_cast<Unsubscribe>(dlsym(RTLD_DEFAULT, "tpudnnActivityUnsubscribe"));
    struct
    {
        const char *what;
        uint32_t of, flags;
    } const cases[] = {{"a subscriber of graphs, which there are none", 1u << TPUDNN_ACTIVITY_GRAPH, 0},
                       {"a subscriber of launches", 1u << TPUDNN_ACTIVITY_LAUNCH, 0},
                       {"a subscriber of operators and launches", 1u << TPUDNN_ACTIVITY_OPERATOR | 1u << TPUDNN_ACTIVITY_LAUNCH, 0},
                       {"a subscriber of launches with device times", 1u << TPUDNN_ACTIVITY_LAUNCH, TPUDNN_ACTIVITY_DEVICE_TIMES}};
    for (const auto &one : cases)
    {
        tpudnnActivitySubscriber_t subscriber = nullptr;
        if (!subscribe)
        {
            break;
        }
        require(subscribe(&subscriber, one.of, one.flags, heard, nullptr));
        report(one.what);
        require(unsubscribe(subscriber));
    }
    report("nobody listens again");
    tpudnnDestroy(handle);
    return 0;
}
