#include "graph.h"

#include "device.h"
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
using tpudnn::Graph;
using tpudnn::GraphExec;
using tpudnn::guarded;
using tpudnn::publish;
using tpudnn::required;
using tpudnn::retired;
using tpudnn::Stream;

extern "C" tpudnnStatus_t tpudnnStreamBeginCapture(tpudnnStream_t stream)
{
    return guarded("tpudnnStreamBeginCapture", [&] { checked<Stream>(stream, "stream")->beginCapture(); });
}

extern "C" tpudnnStatus_t tpudnnStreamEndCapture(tpudnnStream_t stream, tpudnnGraph_t *graph)
{
    return guarded("tpudnnStreamEndCapture", [&] {
        *required(graph, "graph") = nullptr;
        const auto captured = checked<Stream>(stream, "stream");
        auto created = std::make_unique<Graph>(); // before the capture ends: nothing may be lost afterwards
        created->recording = captured->endCapture();
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

extern "C" tpudnnStatus_t tpudnnGraphInstantiate(tpudnnGraph_t graph, tpudnnGraphExec_t *exec)
{
    return guarded("tpudnnGraphInstantiate", [&] {
        *required(exec, "exec") = nullptr;
        *exec = publish<GraphExec>(std::make_unique<GraphExec>(*checked<Graph>(graph, "graph")->recording));
    });
}

extern "C" tpudnnStatus_t tpudnnGraphLaunch(tpudnnGraphExec_t exec, tpudnnStream_t stream)
{
    return guarded("tpudnnGraphLaunch", [&] {
        const auto queue = checked<Stream>(stream, "stream");
        queue->replay(checked<GraphExec>(exec, "exec")->recording);
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

extern "C" tpudnnStatus_t tpudnnGraphExecDestroy(tpudnnGraphExec_t exec)
{
    return guarded("tpudnnGraphExecDestroy", [&] {
        if (exec)
        {
            retired<GraphExec>(exec, "exec")->recording.device.drain(); // reports a fault; the destructor could not
        }
    });
}
