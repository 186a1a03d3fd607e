#include "graph.h"

#include "device.h"
#include "log.h"
#include "status.h"
#include "stream.h"

namespace tpudnn
{

KeptMemory::~KeptMemory()
{
    if (addresses_.empty())
    {
        return;
    }
    try
    {
        device_.synchronize();
    }
    catch (const Error &error)
    {
        TPUDNN_LOG_ERROR("destroying a graph: %s", error.what());
    }
    for (void *address : addresses_)
    {
        try
        {
            device_.release(address, nullptr);
        }
        catch (const Error &error)
        {
            TPUDNN_LOG_ERROR("destroying a graph: %s", error.what());
        }
    }
}

} // namespace tpudnn

struct tpudnnGraph_st
{
    std::unique_ptr<tpudnn::Recording> recording;
};

struct tpudnnGraphExec_st
{
    tpudnn::Recording recording;
};

using tpudnn::Error;
using tpudnn::guarded;
using tpudnn::required;

extern "C" tpudnnStatus_t tpudnnStreamBeginCapture(tpudnnStream_t stream)
{
    return guarded("tpudnnStreamBeginCapture", [&] { required(stream, "stream")->beginCapture(); });
}

extern "C" tpudnnStatus_t tpudnnStreamEndCapture(tpudnnStream_t stream, tpudnnGraph_t *graph)
{
    return guarded("tpudnnStreamEndCapture", [&] {
        required(graph, "graph");
        *graph = new tpudnnGraph_st{required(stream, "stream")->endCapture()};
    });
}

extern "C" tpudnnStatus_t tpudnnGraphGetNodeCount(tpudnnGraph_t graph, int *count)
{
    return guarded("tpudnnGraphGetNodeCount",
                   [&] { *required(count, "count") = static_cast<int>(required(graph, "graph")->recording->nodes.size()); });
}

extern "C" tpudnnStatus_t tpudnnGraphInstantiate(tpudnnGraph_t graph, tpudnnGraphExec_t *exec)
{
    return guarded("tpudnnGraphInstantiate", [&] {
        required(exec, "exec");
        *exec = new tpudnnGraphExec_st{*required(graph, "graph")->recording};
    });
}

extern "C" tpudnnStatus_t tpudnnGraphLaunch(tpudnnGraphExec_t exec, tpudnnStream_t stream)
{
    return guarded("tpudnnGraphLaunch", [&] { required(stream, "stream")->replay(required(exec, "exec")->recording); });
}

extern "C" tpudnnStatus_t tpudnnGraphDestroy(tpudnnGraph_t graph)
{
    return guarded("tpudnnGraphDestroy", [&] { delete graph; });
}

extern "C" tpudnnStatus_t tpudnnGraphExecDestroy(tpudnnGraphExec_t exec)
{
    return guarded("tpudnnGraphExecDestroy", [&] {
        const std::unique_ptr<tpudnnGraphExec_st> owned(exec);
        if (owned)
        {
            owned->recording.device.synchronize(); // queued replays still read its argument and upload bytes
        }
    });
}
