#include "graph.h"

#include "device.h"
#include "handle.h"
#include "log.h"
#include "objects.h"
#include "status.h"
#include "stream.h"

namespace tpudnn
{

void KeptMemory::keep(void *address)
{
    if (address)
    {
        addresses_.reserve(addresses_.size() + promised_ + 1);
        AddressWindow::instance().keep(address, device_.id());
        addresses_.push_back(address);
    }
}

void KeptMemory::keepPromised(void *address)
{
    AddressWindow::instance().keep(address, device_.id());
    addresses_.push_back(address);
    promised_ -= promised_ > 0 ? 1 : 0;
}

KeptMemory::~KeptMemory()
{
    if (addresses_.empty())
    {
        return;
    }
    // A fault of other work does not keep the memory.
    guarded("waiting before a graph's memory goes", [&] { device_.drain(); });
    for (void *address : addresses_)
    {
        guarded("returning a graph's memory", [&] { device_.releaseKept(address); });
    }
}

GraphExec::~GraphExec()
{
    guarded("waiting before an executable graph goes", [&] { recording.device.drain(); });
}

} // namespace tpudnn

using tpudnn::checked;
using tpudnn::Error;
using tpudnn::Graph;
using tpudnn::GraphExec;
using tpudnn::guarded;
using tpudnn::handleOf;
using tpudnn::hex;
using tpudnn::publish;
using tpudnn::required;
using tpudnn::retired;

extern "C" tpudnnStatus_t tpudnnStreamBeginCapture(tpudnnHandle_t handle)
{
    return guarded("tpudnnStreamBeginCapture", [&] { handleOf(handle)->stream().beginCapture(); });
}

extern "C" tpudnnStatus_t tpudnnStreamEndCapture(tpudnnHandle_t handle, tpudnnGraph_t *graph)
{
    return guarded("tpudnnStreamEndCapture", [&] {
        *required(graph, "graph") = nullptr;
        const auto captured = handleOf(handle);
        auto created = std::make_unique<Graph>(); // before the capture ends: nothing may be lost afterwards
        created->recording = captured->stream().endCapture();
        *graph = publish<Graph>(std::move(created));
    });
}

extern "C" tpudnnStatus_t tpudnnGraphGetNodeCount(tpudnnGraph_t graph, int *count)
{
    return guarded("tpudnnGraphGetNodeCount", [&] {
        required(count, "count");
        *count = static_cast<int>(checked<Graph>(graph, "graph")->recording->nodes.size());
    });
}

extern "C" tpudnnStatus_t tpudnnGraphInstantiate(tpudnnGraphExec_t *instance, tpudnnGraph_t graph, void *ext)
{
    return guarded("tpudnnGraphInstantiate", [&] {
        *required(instance, "instance") = nullptr;
        const auto recorded = checked<Graph>(graph, "graph");
        if (ext)
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM, "ext is " + hex(ext) + "; there is no extension, it is NULL");
        }
        *instance = publish<GraphExec>(std::make_unique<GraphExec>(*recorded->recording));
    });
}

extern "C" tpudnnStatus_t tpudnnGraphLaunch(tpudnnGraphExec_t instance, tpudnnHandle_t handle)
{
    return guarded("tpudnnGraphLaunch", [&] {
        const auto impl = handleOf(handle);
        impl->stream().replay(checked<GraphExec>(instance, "instance")->recording);
    });
}

extern "C" tpudnnStatus_t tpudnnGraphDestroy(tpudnnGraph_t graph)
{
    return guarded("tpudnnGraphDestroy", [&] {
        if (graph)
        {
            retired<Graph>(graph, "graph");
        }
    });
}

extern "C" tpudnnStatus_t tpudnnGraphExecDestroy(tpudnnGraphExec_t instance)
{
    return guarded("tpudnnGraphExecDestroy", [&] {
        if (instance)
        {
            retired<GraphExec>(instance, "instance")->recording.device.drain(); // reports a fault; the destructor could not
        }
    });
}
