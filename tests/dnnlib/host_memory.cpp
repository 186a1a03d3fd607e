// Lets each allocation of the host fail in turn, in a representative set of calls: the k-th malloc, for each k, until a call meets none. The status is
// OUT_OF_MEMORY with a sentence (or SUCCESS, where the library can do without); then nothing is left behind and the same call succeeds.
// Arguments: device, and "calls", or "open" for the first use of the device in a process of its own for each k.
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "tpuDNN.h"

// --- the allocator: counts, and fails once -----------------------------------------------------------------------------------------------------

extern "C" void *__libc_malloc(size_t);
extern "C" void *__libc_calloc(size_t, size_t);
extern "C" void *__libc_realloc(void *, size_t);
extern "C" void *__libc_memalign(size_t, size_t);
extern "C" void __libc_free(void *);

namespace
{

thread_local bool armed = false; // in the program's own static block
thread_local long left = 0;
thread_local long seen = 0;
long live = 0; // blocks

bool fails()
{
    if (!armed)
    {
        return false;
    }
    ++seen;
    if (--left != 0)
    {
        return false;
    }
    errno = ENOMEM;
    return true;
}

void *counted(void *block)
{
    __atomic_add_fetch(&live, block ? 1 : 0, __ATOMIC_RELAXED);
    return block;
}

} // namespace

extern "C" void *malloc(size_t bytes) { return fails() ? nullptr : counted(__libc_malloc(bytes)); }
extern "C" void *calloc(size_t count, size_t bytes) { return fails() ? nullptr : counted(__libc_calloc(count, bytes)); }
extern "C" void *aligned_alloc(size_t alignment, size_t bytes) { return fails() ? nullptr : counted(__libc_memalign(alignment, bytes)); }
extern "C" void *memalign(size_t alignment, size_t bytes) { return aligned_alloc(alignment, bytes); }
extern "C" int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    *block = aligned_alloc(alignment, bytes);
    return *block ? 0 : ENOMEM;
}
extern "C" void *realloc(void *old, size_t bytes)
{
    if (fails())
    {
        return nullptr;
    }
    void *block = __libc_realloc(old, bytes);
    return old ? block : counted(block);
}
extern "C" void free(void *block)
{
    __atomic_sub_fetch(&live, block ? 1 : 0, __ATOMIC_RELAXED);
    __libc_free(block);
}

// --- what is called ------------------------------------------------------------------------------------------------------------------------

namespace
{

int failures = 0;

#define MUST(call)                                                \
    do                                                            \
    {                                                             \
        if ((call) != TPUDNN_STATUS_SUCCESS)                      \
        {                                                         \
            std::printf("%s: %s\n", #call, tpudnnGetLastError()); \
            std::exit(1);                                         \
        }                                                         \
    } while (false)

#define TRY(call)                                                            \
    if (const tpudnnStatus_t tried = (call); tried != TPUDNN_STATUS_SUCCESS) \
    {                                                                        \
        return tried;                                                        \
    }

struct Setting
{
    int device = 0;
    tpudnnHandle_t handle = nullptr;
    tpudnnStream_t stream = nullptr;
    tpudnnEvent_t event = nullptr;
    tpudnnTensor_t left{}, right{}, output{}, negated{};
    bool inThread = false;
    void *elsewhere = nullptr; // on the other device
    std::vector<float> host = std::vector<float>(64);

    // What a call made; teardown gives it back.
    void *memory = nullptr;
    tpudnnStream_t madeStream = nullptr;
    tpudnnEvent_t madeEvent = nullptr;
    tpudnnHandle_t madeHandle = nullptr;
    tpudnnGraph_t graph = nullptr;
    tpudnnGraphExec_t exec = nullptr;
};

tpudnnTensor_t matrix(tpudnnHandle_t handle, int rows, int columns)
{
    tpudnnTensor_t tensor = tpudnnUndefinedTensor();
    tensor.dim = 2;
    tensor.shape[0] = rows;
    tensor.shape[1] = columns;
    tpudnnContiguousStride(tensor.shape, 2, tensor.stride);
    tensor.dtype = TPUDNN_DTYPE_FP32;
    const uint64_t bytes = 4ull * static_cast<uint64_t>(rows) * static_cast<uint64_t>(columns);
    MUST(tpudnnMallocAsync(handle, &tensor.addr, bytes));
    const std::vector<float> ones(static_cast<size_t>(rows * columns), 1.0f);
    MUST(tpudnnMemcpyH2D(handle, tensor.addr, ones.data(), bytes));
    return tensor;
}

Setting set(int device)
{
    Setting s;
    s.device = device;
    MUST(tpudnnStreamCreate(device, &s.stream));
    s.handle = tpudnnHandleFromStream(device, s.stream, nullptr);
    MUST(tpudnnEventCreate(device, &s.event));
    s.left = matrix(s.handle, 6, 4);
    std::swap(s.left.shape[0], s.left.shape[1]); // transposed: bm_a makes a copy first
    std::swap(s.left.stride[0], s.left.stride[1]);
    s.right = matrix(s.handle, 6, 5);
    s.output = matrix(s.handle, 4, 5);
    s.negated = matrix(s.handle, 6, 5);
    MUST(tpudnnMalloc(1 - device, &s.elsewhere, 64));
    return s;
}

// The matrix product of the firmware calls OpenBLAS, whose own thread-local data ends the process where a new thread finds no memory for it.
tpudnnStatus_t launched(Setting &s)
{
    return s.inThread ? tpudnnNegAsync(s.handle, s.right, s.negated)
                      : tpudnnMatmulAsync(s.handle, s.left, s.right, tpudnnUndefinedTensor(), s.output);
}

tpudnnStatus_t createdHandle(Setting &s, void *stream)
{
    s.madeHandle = tpudnnHandleFromStream(s.device, stream, nullptr);
    return s.madeHandle ? TPUDNN_STATUS_SUCCESS : tpudnnGetLastStatus();
}

struct Case
{
    const char *name;
    tpudnnStatus_t (*call)(Setting &);
    tpudnnStatus_t otherwise = TPUDNN_STATUS_OUT_OF_MEMORY; // the status where memory was there for more than the sentence
};

const Case kCases[] = {
    {"malloc", [](Setting &s) { return tpudnnMalloc(s.device, &s.memory, 300); }},
    {"malloc and free in order",
     [](Setting &s) {
         TRY(tpudnnMallocAsync(s.handle, &s.memory, 300));
         void *memory = s.memory;
         s.memory = nullptr;
         const tpudnnStatus_t freed = tpudnnFreeAsync(s.handle, memory);
         s.memory = freed == TPUDNN_STATUS_SUCCESS ? nullptr : memory;
         return freed;
     }},
    {"free",
     [](Setting &s) {
         TRY(tpudnnMalloc(s.device, &s.memory, 300));
         const tpudnnStatus_t freed = tpudnnFree(s.memory);
         tpudnnMemoryInfo_t info{};
         MUST(tpudnnGetMemoryInfo(s.device, &info));
         int device = 0;
         s.memory =
             tpudnnGetPointerDevice(s.memory, &device) == TPUDNN_STATUS_SUCCESS ? s.memory : nullptr; // waiting failed, the memory went
         return freed;
     }},
    {"stream", [](Setting &s) { return tpudnnStreamCreate(s.device, &s.madeStream); }},
    {"event", [](Setting &s) { return tpudnnEventCreate(s.device, &s.madeEvent); }},
    {"handle", [](Setting &s) { return createdHandle(s, nullptr); }},
    {"handle of a stream", [](Setting &s) { return createdHandle(s, s.stream); }},
    {"copies",
     [](Setting &s) {
         const size_t bytes = 80;
         TRY(tpudnnMemcpyH2DAsync(s.handle, s.output.addr, s.host.data(), bytes));
         TRY(tpudnnMemcpyD2HAsync(s.handle, s.host.data(), s.output.addr, bytes));
         TRY(tpudnnMemcpyD2DAsync(s.handle, s.output.addr, s.right.addr, bytes));
         TRY(tpudnnMemsetAsync(s.handle, s.output.addr, 0, bytes));
         TRY(tpudnnMemcpyH2D(s.handle, s.output.addr, s.host.data(), bytes));
         TRY(tpudnnMemcpyD2H(s.handle, s.host.data(), s.output.addr, bytes));
         TRY(tpudnnMemcpyD2D(s.handle, s.output.addr, s.right.addr, bytes));
         return tpudnnMemset(s.handle, s.output.addr, 0, bytes);
     }},
    {"copy between devices", [](Setting &s) { return tpudnnMemcpyD2D(s.handle, s.output.addr, s.elsewhere, 64); }},
    {"operator",
     [](Setting &s) {
         TRY(launched(s));
         return tpudnnSync(s.handle);
     }},
    {"events",
     [](Setting &s) {
         int done = 0;
         float ms = 0;
         TRY(tpudnnEventRecord(s.event, s.stream));
         TRY(tpudnnStreamWaitEvent(s.stream, s.event));
         TRY(tpudnnStreamQuery(s.stream, &done));
         TRY(tpudnnEventQuery(s.event, &done));
         TRY(tpudnnEventSynchronize(s.event));
         return tpudnnEventElapsedTime(&ms, s.event, s.event);
     }},
    {"graph",
     [](Setting &s) {
         TRY(tpudnnStreamBeginCapture(s.handle));
         const tpudnnStatus_t recorded = launched(s);
         const tpudnnStatus_t ended = tpudnnStreamEndCapture(s.handle, &s.graph);
         if (ended != TPUDNN_STATUS_SUCCESS)
         {
             armed = false; // the capture goes on; it is ended with memory
             MUST(tpudnnStreamEndCapture(s.handle, &s.graph));
         }
         TRY(recorded);
         TRY(ended);
         TRY(tpudnnGraphInstantiate(&s.exec, s.graph, nullptr));
         TRY(tpudnnGraphLaunch(s.exec, s.handle));
         return tpudnnStreamSynchronize(s.stream);
     }},
    {"questions",
     [](Setting &s) {
         int number = 0;
         tpudnnDeviceProperties_t properties{};
         tpudnnOperatorStatistics_t statistics[4];
         TRY(tpudnnDeviceSynchronize(s.device));
         TRY(tpudnnGetDeviceProperties(s.device, &properties));
         TRY(tpudnnGetDeviceByName(properties.chip, &number));
         TRY(tpudnnHasKernel(s.handle, "matmul", &number));
         number = 4;
         return tpudnnGetOperatorStatistics(statistics, &number);
     }},
    {"refusal of a shape", [](Setting &s) { return tpudnnMatmulAsync(s.handle, s.right, s.right, tpudnnUndefinedTensor(), s.output); },
     TPUDNN_STATUS_BAD_PARAM},
    {"refusal of an address", [](Setting &s) { return tpudnnMemset(s.handle, &s, 0, 8); }, TPUDNN_STATUS_BAD_PARAM},
    {"refusal of a handle", [](Setting &) { return tpudnnSync(reinterpret_cast<tpudnnHandle_t>(0x1234)); }, TPUDNN_STATUS_BAD_PARAM},
};

void teardown(Setting &s)
{
    MUST(tpudnnGraphExecDestroy(s.exec));
    MUST(tpudnnGraphDestroy(s.graph));
    tpudnnDestroy(s.madeHandle);
    MUST(tpudnnStreamDestroy(s.madeStream));
    MUST(tpudnnEventDestroy(s.madeEvent));
    if (s.memory)
    {
        MUST(tpudnnFree(s.memory));
    }
    // What a queued task met without memory is told once, by the next call that waits.
    (void)tpudnnStreamSynchronize(s.stream);
    (void)tpudnnDeviceSynchronize(s.device);
    s.memory = nullptr;
    s.madeStream = nullptr;
    s.madeEvent = nullptr;
    s.madeHandle = nullptr;
    s.graph = nullptr;
    s.exec = nullptr;
}

struct Use
{
    uint64_t allocations;
    uint64_t bytes;
    long blocks;
};

Use inUse(const Setting &s)
{
    tpudnnMemoryInfo_t info{};
    MUST(tpudnnGetMemoryInfo(s.device, &info));
    return {info.allocations, info.allocated_bytes, __atomic_load_n(&live, __ATOMIC_RELAXED)};
}

tpudnnStatus_t armedCall(const Case &one, Setting &s, long k, bool inThread)
{
    tpudnnStatus_t status = TPUDNN_STATUS_SUCCESS;
    std::string sentence;
    long met = 0;
    s.inThread = inThread;
    const auto call = [&] {
        left = k;
        seen = 0;
        armed = true;
        status = one.call(s);
        armed = false;
        met = seen;
        sentence = status == TPUDNN_STATUS_SUCCESS ? "" : tpudnnGetLastError();
    };
    if (inThread)
    {
        std::thread(call).join();
    }
    else
    {
        call();
    }
    left = 0;
    seen = met;
    const bool known = status == TPUDNN_STATUS_OUT_OF_MEMORY || status == one.otherwise || status == TPUDNN_STATUS_SUCCESS;
    if (!known || (status != TPUDNN_STATUS_SUCCESS && sentence.compare(0, 6, "tpudnn") != 0))
    {
        std::printf("%s, allocation %ld%s: %s: '%s'\n", one.name, k, inThread ? " of a thread" : "", tpudnnGetStatusName(status),
                    sentence.c_str());
        ++failures;
    }
    return status;
}

void leftover(const Case &one, const Use &before, const Use &after, long k, bool inThread)
{
    if (after.allocations != before.allocations || after.bytes != before.bytes || after.blocks > before.blocks)
    {
        std::printf("%s, allocation %ld%s: %lld device allocations and %ld host blocks are left\n", one.name, k,
                    inThread ? " of a thread" : "", static_cast<long long>(after.allocations - before.allocations),
                    after.blocks - before.blocks);
        ++failures;
    }
}

// Returns the number of allocations that the call makes.
long failEach(const Case &one, Setting &s, bool inThread, const Use *before, int &refused)
{
    const tpudnnStatus_t wanted = one.otherwise == TPUDNN_STATUS_OUT_OF_MEMORY ? TPUDNN_STATUS_SUCCESS : one.otherwise;
    for (long k = 1; k < 10000; ++k)
    {
        refused += armedCall(one, s, k, inThread) == TPUDNN_STATUS_OUT_OF_MEMORY ? 1 : 0;
        const bool last = seen < k;
        teardown(s);
        if (before)
        {
            leftover(one, *before, inUse(s), k, inThread);
        }
        if (armedCall(one, s, 0, inThread) != wanted)
        {
            std::printf("%s, after the failure of allocation %ld: %s\n", one.name, k, tpudnnGetLastError());
            ++failures;
        }
        teardown(s);
        if (last)
        {
            return k - 1;
        }
    }
    ++failures;
    return 0;
}

void check(const Case &one, Setting &s, bool inThread)
{
    int refused = 0;
    for (int warm = 0; warm < 40; ++warm)
    {
        armedCall(one, s, 0, inThread);
        teardown(s);
    }
    failEach(one, s, inThread, nullptr, refused); // each thread keeps room for its last sentence
    refused = 0;
    const Use before = inUse(s);
    const long count = failEach(one, s, inThread, &before, refused);
    std::printf("%s%s: %ld allocations, %d refused\n", one.name, inThread ? " in a new thread" : "", count, refused);
}

// The library keeps addresses of freed memory for a while, and the simulators what was freed where, to name it in sentences. Both are bounded: filled
// to the bound they take no more blocks.
void fillHistories(int device)
{
    for (int i = 0; i < 6000; ++i)
    {
        void *memory = nullptr;
        MUST(tpudnnMalloc(device, &memory, 300));
        MUST(tpudnnFree(memory));
    }
}

int calls(int device)
{
    setenv("TPUSIM_MEMORY", "256K", 1); // few places for an allocation: the simulators' history is soon full
    Setting s = set(device);
    fillHistories(device);
    for (const Case &one : kCases)
    {
        check(one, s, false);
        check(one, s, true);
    }
    return failures == 0 ? 0 : 1;
}

// In a child of its own for each k, as a device is opened once in a process.
int openWithout(int device, long k)
{
    left = k;
    armed = true;
    const tpudnnHandle_t handle = tpudnnCreate(device);
    armed = false;
    if (seen < k)
    {
        return handle ? 3 : 1; // it met none: the last
    }
    const std::string sentence = tpudnnGetLastError();
    if (!handle && (tpudnnGetLastStatus() != TPUDNN_STATUS_OUT_OF_MEMORY || sentence.compare(0, 12, "tpudnnCreate") != 0))
    {
        std::printf("opening, allocation %ld: %s: '%s'\n", k, tpudnnGetStatusName(tpudnnGetLastStatus()), sentence.c_str());
        return 1;
    }
    Setting s = set(device);
    MUST(launched(s));
    MUST(tpudnnSync(s.handle));
    return 0;
}

int openings(int device, long step)
{
    for (long k = 1; k < 100000; k += step)
    {
        std::fflush(stdout);
        const pid_t child = fork();
        if (child == 0)
        {
            const int result = openWithout(device, k);
            std::fflush(stdout);
            _exit(result);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 3)
        {
            std::printf("opening: %ld allocations\n", k - 1);
            return failures == 0 ? 0 : 1;
        }
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        {
            std::printf("opening, allocation %ld: the process ended with %d\n", k, status);
            ++failures;
        }
    }
    return 1;
}

} // namespace

int main(int count, char **arguments)
{
    if (count < 3)
    {
        return 2;
    }
    const int device = std::atoi(arguments[1]);
    return std::strcmp(arguments[2], "open") == 0 ? openings(device, count > 3 ? std::atol(arguments[3]) : 1) : calls(device);
}
