#include "graph.h"

#include <algorithm>
#include <new>

#include "device.h"
#include "handle.h"
#include "kernel_table.h"
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
        given(address);
    }
}

void KeptMemory::keepPromised(void *address)
{
    AddressWindow::instance().keep(address, device_.id());
    given(address);
    promised_ -= promised_ > 0 ? 1 : 0;
}

void KeptMemory::own(void *address, uint64_t bytes) noexcept
{
    try
    {
        own_.push_back({address, bytes});
    }
    catch (const std::bad_alloc &)
    {
        return;
    }
}

void KeptMemory::given(void *address) noexcept
{
    addresses_.push_back(address); // there is room
    const auto owned = std::find_if(own_.rbegin(), own_.rend(), [&](const Owned &each) { return each.address == address; });
    if (owned != own_.rend())
    {
        owned->free = true;
    }
}

void *KeptMemory::take(uint64_t bytes)
{
    const auto found = std::find_if(own_.rbegin(), own_.rend(), [&](const Owned &each) { return each.free && each.bytes == bytes; });
    if (found == own_.rend())
    {
        return nullptr;
    }
    AddressWindow::instance().unkeep(found->address, device_.id());
    found->free = false;
    addresses_.erase(std::find(addresses_.begin(), addresses_.end(), found->address));
    return found->address;
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

namespace
{

void describe(const tpudnn::Node &node, tpudnnGraphNode_t &described)
{
    described.function = node.function;
    described.correlation = node.correlation;
    if (const auto *launch = std::get_if<tpudnn::LaunchNode>(&node.work))
    {
        described.kind = TPUDNN_GRAPH_NODE_LAUNCH;
        described.key = launch->row->key.c_str();
        described.symbol = launch->row->symbol.c_str();
        described.args_name = launch->row->args.c_str();
        described.args = launch->args.data();
        described.args_size = launch->args.size();
        described.cores = launch->cores;
    }
    else if (const auto *upload = std::get_if<tpudnn::UploadNode>(&node.work))
    {
        described.kind = TPUDNN_GRAPH_NODE_UPLOAD;
        described.dst = upload->dst;
        described.data = upload->bytes->data();
        described.bytes = upload->bytes->size();
    }
    else if (const auto *copy = std::get_if<tpudnn::CopyNode>(&node.work))
    {
        described.kind = TPUDNN_GRAPH_NODE_COPY;
        described.dst = copy->dst;
        described.src = copy->src;
        described.bytes = copy->bytes;
    }
    else if (const auto *fill = std::get_if<tpudnn::FillNode>(&node.work))
    {
        described.kind = TPUDNN_GRAPH_NODE_FILL;
        described.dst = fill->dst;
        described.value = fill->value;
        described.bytes = fill->bytes;
    }
}

} // namespace

extern "C" tpudnnStatus_t tpudnnGraphGetNode(tpudnnGraph_t graph, int index, tpudnnGraphNode_t *node)
{
    return guarded("tpudnnGraphGetNode", [&] {
        required(node, "node");
        const auto recorded = checked<Graph>(graph, "graph");
        const auto &nodes = recorded->recording->nodes;
        if (index < 0 || static_cast<size_t>(index) >= nodes.size())
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM,
                        "index is " + std::to_string(index) + "; the graph has " + std::to_string(nodes.size()) + " nodes, from 0 on");
        }
        const uint32_t size = node->struct_size;
        if (size < sizeof(tpudnnGraphNode_t))
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM, "node->struct_size is " + std::to_string(size) + ", below the " +
                                                     std::to_string(sizeof(tpudnnGraphNode_t)) + " bytes of a tpudnnGraphNode_t");
        }
        tpudnnGraphNode_t described{};
        described.struct_size = sizeof described;
        describe(nodes[static_cast<size_t>(index)], described);
        *node = described;
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
