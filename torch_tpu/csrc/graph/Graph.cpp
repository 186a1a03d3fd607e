// Graphs of torch.accelerator: the work of a stream, captured into a graph of libtpudnn by whatever operators queue it, and run again.
//
// The hook at the device's kernels sees the operators while they are captured: it refuses those whose work would not be in the graph, keeps the memory
// that the graph uses, and notes which operator made which node.

#include <ATen/core/GraphImplInterface.h>
#include <c10/util/Exception.h>

#include <atomic>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/Capture.h"
#include "core/Device.h"
#include "core/Status.h"
#include "core/Stream.h"
#include "dispatch/Hook.h"
#include "tpuDNN.h"
#include "tpuDNN/Activity.h"

namespace tpu::graph
{
namespace
{

using at::Tensor;
using c10_tpu::TPUStream;

struct TensorUse
{
    std::string name; // of the argument, or "result 0"
    uint64_t memory;  // where its storage begins
    uint64_t bytes;   // of the storage
    bool own;         // of memory that was allocated while the graph was captured
    int64_t offset;   // elements
    std::vector<int64_t> sizes;
    std::vector<int64_t> strides;
    std::string dtype;
    bool read;
    bool written;
};

struct OperatorCall
{
    std::string name;
    std::vector<TensorUse> uses;
};

// --- what a call uses -----------------------------------------------------------------------------------------------------------------------

template <class Visit>
void visitTensors(const c10::IValue &value, const std::string &name, Visit &&visit)
{
    if (value.isTensor())
    {
        if (value.toTensor().defined())
        {
            visit(value.toTensor(), name);
        }
    }
    else if (value.isList())
    {
        const auto list = value.toListRef();
        for (size_t i = 0; i < list.size(); ++i)
        {
            visitTensors(list[i], name + "[" + std::to_string(i) + "]", visit);
        }
    }
}

bool onTpu(const Tensor &tensor) { return tensor.device().type() == c10_tpu::kTPU; }

// Its value is in the call: a number that Python or C++ made a tensor of.
bool isNumber(const Tensor &tensor) { return tensor.unsafeGetTensorImpl()->is_wrapped_number(); }

// _copy_from writes what its schema does not say.
bool isWritten(const c10::Argument &argument)
{
    const auto *const alias = argument.alias_info();
    return (alias != nullptr && alias->isWrite()) || argument.name() == "dst";
}

// --- the capture of a graph ---------------------------------------------------------------------------------------------------------------------

class Capture;

struct Captures
{
    std::mutex mutex;
    std::map<int64_t, std::shared_ptr<Capture>> byListener;
};

Captures &captures()
{
    static auto *const leaked = new Captures; // a listener may run while the process ends
    return *leaked;
}

dispatch::Answer answer(int64_t listener, int64_t call);

// Between its begin and end calls that reach the device are noted.
class Capture
{
public:
    explicit Capture(const c10::Stream &stream) : memory(std::make_shared<c10_tpu::GraphMemory>()), stream_(stream) {}

    const std::shared_ptr<c10_tpu::GraphMemory> memory;
    const c10::Stream &stream() const { return stream_; }
    const std::vector<OperatorCall> &calls() const { return calls_; }
    const std::string &refused() const { return refused_; }

    // True where the call goes on here; false where it is none of this capture's: inside of another, or of a thread that works elsewhere.
    bool wants(int64_t call) const
    {
        return dispatch::callDepth(call) == 0 && (std::this_thread::get_id() == thread_ || (currentHere() && worksHere(call)));
    }
    dispatch::Answer run(int64_t call);

private:
    void refuse(int64_t call, const std::string &name, const std::string &why);
    bool currentHere() const { return c10_tpu::getCurrentTPUStream(stream_.device_index()).unwrap() == stream_; }
    bool worksHere(int64_t call) const;
    std::string whyNot(int64_t call) const;
    void use(OperatorCall &noted, const c10::IValue &value, const std::string &name, bool read, bool written);
    void note(size_t index, int64_t call, const std::vector<c10::IValue> &results);

    const c10::Stream stream_;
    const std::thread::id thread_ = std::this_thread::get_id();
    mutable std::mutex mutex_; // of what follows
    std::vector<OperatorCall> calls_;
    std::string refused_;
};

void Capture::refuse(int64_t call, const std::string &name, const std::string &why)
{
    const std::string sentence = name + " cannot be captured into a graph: " + why;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        refused_ = refused_.empty() ? sentence : refused_;
    }
    dispatch::callFail(call, sentence);
}

// Whether the call has to do with the device that is captured: by its tensors, else by the device that it names, else by the current one.
bool Capture::worksHere(int64_t call) const
{
    bool tensors = false;
    bool named = false;
    bool here = false;
    for (const c10::IValue &argument : dispatch::callArguments(call))
    {
        visitTensors(argument, "", [&](const Tensor &tensor, const std::string &) {
            tensors = tensors || onTpu(tensor);
            here = here || tensor.device() == stream_.device();
        });
        if (argument.isDevice() && argument.toDevice().type() == c10_tpu::kTPU && argument.toDevice().has_index())
        {
            named = true;
            here = here || argument.toDevice() == stream_.device();
        }
    }
    return tensors || named ? here : c10_tpu::currentDevice() == stream_.device_index();
}

// Why the work of the call would not be in the graph, or not as it should; "" where nothing speaks against it.
std::string Capture::whyNot(int64_t call) const
{
    if (!currentHere())
    {
        return c10::str("the current stream is not the one that is captured, ", stream_.id(), " of ", stream_.device());
    }
    const auto &schema = dispatch::callSchema(call);
    const std::vector<c10::IValue> arguments = dispatch::callArguments(call);
    std::string found;
    for (size_t i = 0; i < arguments.size(); ++i)
    {
        visitTensors(arguments[i], schema.arguments()[i].name(), [&](const Tensor &tensor, const std::string &name) {
            if (!found.empty() || tensor.device() == stream_.device() || isNumber(tensor) || tensor.is_meta() ||
                (tensor.layout() == at::kStrided && tensor.numel() == 0))
            {
                return;
            }
            if (onTpu(tensor))
            {
                found =
                    c10::str("its argument '", name, "' lies on ", tensor.device(), ", and a stream of ", stream_.device(), " is captured");
                return;
            }
            found = "its argument '" + name + "' lies on the CPU, and a replay would " +
                    (isWritten(schema.arguments()[i])
                         ? "not write it again; read results after the replay"
                         : "use what it holds now; copy it to the device before, and into the same tensor before each replay");
        });
        if (found.empty() && arguments[i].isDevice() && arguments[i].toDevice().type() == c10_tpu::kTPU &&
            arguments[i].toDevice().has_index() && arguments[i].toDevice() != stream_.device())
        {
            found = c10::str("it works on ", arguments[i].toDevice(), ", and a stream of ", stream_.device(), " is captured");
        }
    }
    return found;
}

void Capture::use(OperatorCall &noted, const c10::IValue &value, const std::string &name, bool read, bool written)
{
    visitTensors(value, name, [&](const Tensor &tensor, const std::string &each) {
        if (!onTpu(tensor) || !tensor.has_storage())
        {
            return;
        }
        const c10::Storage &storage = tensor.storage();
        memory->keep(storage);
        noted.uses.push_back({each, reinterpret_cast<uint64_t>(storage.data()), storage.nbytes(),
                              c10_tpu::ownerOf(storage.data_ptr()) == memory, tensor.storage_offset(), tensor.sizes().vec(),
                              tensor.strides().vec(), c10::toString(tensor.scalar_type()), read, written});
    });
}

void Capture::note(size_t index, int64_t call, const std::vector<c10::IValue> &results)
{
    const auto &schema = dispatch::callSchema(call);
    const std::vector<c10::IValue> arguments = dispatch::callArguments(call);
    OperatorCall noted{c10::toString(dispatch::callOperator(call)), {}};
    for (size_t i = 0; i < arguments.size(); ++i)
    {
        const c10::Argument &argument = schema.arguments()[i];
        const bool written = isWritten(argument);
        use(noted, arguments[i], argument.name(), !written || (!argument.kwarg_only() && argument.name() != "dst"), written);
    }
    for (size_t i = 0; i < results.size(); ++i)
    {
        if (schema.returns()[i].alias_info() == nullptr) // else it is an argument, or a view of one
        {
            use(noted, results[i], "result " + std::to_string(i), false, true);
        }
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    calls_[index] = std::move(noted);
}

dispatch::Answer Capture::run(int64_t call)
{
    const std::string name = c10::toString(dispatch::callOperator(call));
    const std::string against = whyNot(call);
    if (!against.empty())
    {
        refuse(call, name, against);
        return dispatch::Answer::failed;
    }
    size_t index;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        index = calls_.size();
        calls_.push_back({name, {}});
    }
    tpudnnActivityPushCorrelation(index + 1);
    std::string failure;
    bool failed = false;
    try
    {
        note(index, call, dispatch::callProceed(call));
    }
    catch (const c10::Error &error)
    {
        failed = true;
        failure = error.what_without_backtrace();
    }
    catch (const std::exception &error)
    {
        failed = true;
        failure = error.what();
    }
    tpudnnActivityPopCorrelation(nullptr);
    // Anything else is the call's own error.
    constexpr std::string_view kCaptured = "while the stream is captured";
    const auto captured = failure.find(kCaptured);
    if (captured != std::string::npos)
    {
        const auto colon = failure.rfind(": ", captured);
        const auto begin = colon == std::string::npos ? 0 : colon + 2;
        refuse(call, name, failure.substr(begin, captured + kCaptured.size() - begin));
    }
    return failed ? dispatch::Answer::failed : dispatch::Answer::done;
}

dispatch::Answer answer(int64_t listener, int64_t call)
{
    std::shared_ptr<Capture> capture;
    {
        const std::lock_guard<std::mutex> lock(captures().mutex);
        const auto found = captures().byListener.find(listener);
        capture = found == captures().byListener.end() ? nullptr : found->second;
    }
    try
    {
        return capture && capture->wants(call) ? capture->run(call) : dispatch::Answer::done;
    }
    catch (const std::exception &error)
    {
        dispatch::callFail(call, error.what());
        return dispatch::Answer::failed;
    }
}

// --- JSON -----------------------------------------------------------------------------------------------------------------------------------------

std::string quoted(const std::string &text)
{
    std::ostringstream out;
    out << '"';
    for (const char letter : text)
    {
        if (letter == '"' || letter == '\\')
        {
            out << '\\' << letter;
        }
        else if (static_cast<unsigned char>(letter) < 0x20)
        {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned char>(letter));
            out << code;
        }
        else
        {
            out << letter;
        }
    }
    out << '"';
    return out.str();
}

std::string quoted(const char *text) { return text == nullptr ? "null" : quoted(std::string(text)); }

std::string list(const std::vector<int64_t> &numbers)
{
    std::ostringstream out;
    for (size_t i = 0; i < numbers.size(); ++i)
    {
        out << (i > 0 ? ", " : "") << numbers[i];
    }
    return "[" + out.str() + "]";
}

std::string hexadecimal(const void *bytes, uint64_t size)
{
    constexpr char kDigits[] = "0123456789abcdef";
    const auto *const data = static_cast<const unsigned char *>(bytes);
    std::string text;
    for (uint64_t i = 0; i < size; ++i)
    {
        text += {kDigits[data[i] >> 4], kDigits[data[i] & 15]};
    }
    return text;
}

void writeUse(std::ostream &out, const TensorUse &use)
{
    out << "{\"name\": " << quoted(use.name) << ", \"memory\": " << use.memory << ", \"bytes\": " << use.bytes
        << ", \"own\": " << (use.own ? "true" : "false") << ", \"offset\": " << use.offset << ", \"sizes\": " << list(use.sizes)
        << ", \"strides\": " << list(use.strides) << ", \"dtype\": " << quoted(use.dtype) << ", \"read\": " << (use.read ? "true" : "false")
        << ", \"written\": " << (use.written ? "true" : "false") << "}";
}

void writeNode(std::ostream &out, const tpudnnGraphNode_t &node)
{
    constexpr const char *kKinds[] = {"launch", "upload", "copy", "fill"};
    out << "{\"kind\": \"" << kKinds[node.kind] << "\", \"function\": " << quoted(node.function) << ", \"call\": ";
    node.correlation == 0 ? out << "null" : out << node.correlation - 1;
    switch (node.kind)
    {
    case TPUDNN_GRAPH_NODE_LAUNCH:
        out << ", \"launch\": " << quoted(node.key) << ", \"kernel\": " << quoted(node.symbol) << ", \"struct\": " << quoted(node.args_name)
            << ", \"cores\": " << node.cores << ", \"args\": \"" << hexadecimal(node.args, node.args_size) << "\"";
        break;
    case TPUDNN_GRAPH_NODE_UPLOAD:
        out << ", \"dst\": " << node.dst << ", \"bytes\": " << node.bytes;
        break;
    case TPUDNN_GRAPH_NODE_COPY:
        out << ", \"dst\": " << node.dst << ", \"src\": " << node.src << ", \"bytes\": " << node.bytes;
        break;
    case TPUDNN_GRAPH_NODE_FILL:
        out << ", \"dst\": " << node.dst << ", \"value\": " << node.value << ", \"bytes\": " << node.bytes;
        break;
    }
    out << "}";
}

// --- the graph --------------------------------------------------------------------------------------------------------------------------------------

std::atomic<uint64_t> lastGraph{0};

class Graph final : public at::GraphImplInterface
{
public:
    explicit Graph(const at::GraphImplArgs &args) : keep_graph_(args.keep_graph), number_(++lastGraph) {}
    ~Graph() override
    {
        try
        {
            reset();
        }
        catch (const std::exception &error)
        {
            TORCH_WARN("a graph was not ended: ", error.what());
        }
    }
    Graph(const Graph &) = delete;
    Graph &operator=(const Graph &) = delete;

    void capture_begin(at::MempoolId_t pool, at::GraphCaptureMode mode) override;
    void capture_end() override;
    void instantiate() override;
    void replay() override;
    void reset() override;
    at::MempoolId_t pool() const override { return {0, number_}; }
    void enable_debug_mode() override {} // what debug_dump writes is there anyhow
    void debug_dump(const std::string &path) override;

private:
    tpudnnGraph_t endRecording();
    void requireGraph() const { TORCH_CHECK(graph_ != nullptr, "nothing was captured; capture_begin() and capture_end() first"); }

    const bool keep_graph_;
    const uint64_t number_;
    std::shared_ptr<Capture> capture_; // until reset()
    int64_t listener_ = 0;             // while it is captured
    tpudnnGraph_t graph_ = nullptr;
    tpudnnGraphExec_t instance_ = nullptr;
    std::mutex replaying_;                // threads replay one behind another: numbers are drawn for the work that is queued behind them
    std::optional<c10::Stream> replayed_; // where it was replayed last
};

void Graph::capture_begin(at::MempoolId_t /*pool*/, at::GraphCaptureMode mode)
{
    TORCH_CHECK(listener_ == 0, "the graph is captured already");
    TORCH_CHECK(graph_ == nullptr, "the graph was captured; reset() comes before another capture");
    if (mode == at::GraphCaptureMode::Global)
    {
        TORCH_WARN_ONCE("capture of a tpu stream does not look at what other threads do on other streams");
    }
    const TPUStream stream = c10_tpu::getCurrentTPUStream();
    auto capture = std::make_shared<Capture>(stream.unwrap());
    c10_tpu::beginCapture(stream.unwrap(), capture->memory);
    tpudnnStatus_t status = tpudnnSync(stream); // what was queued before may still use memory that the graph gets
    if (status == TPUDNN_STATUS_SUCCESS)
    {
        status = tpudnnStreamBeginCapture(stream);
    }
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        c10_tpu::endCapture(stream.unwrap());
        c10_tpu::raiseFailedCall(status, "tpudnnStreamBeginCapture");
    }
    capture_ = std::move(capture);
    const std::lock_guard<std::mutex> lock(captures().mutex); // no call may come before the listener is known
    listener_ = dispatch::addListener(&answer, {});
    captures().byListener.emplace(listener_, capture_);
}

tpudnnGraph_t Graph::endRecording()
{
    dispatch::removeListener(listener_);
    {
        const std::lock_guard<std::mutex> lock(captures().mutex);
        captures().byListener.erase(listener_);
    }
    listener_ = 0;
    tpudnnGraph_t recorded = nullptr;
    const tpudnnStatus_t status = tpudnnStreamEndCapture(TPUStream(capture_->stream()), &recorded);
    c10_tpu::endCapture(capture_->stream());
    capture_->memory->endCapture();
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        c10_tpu::raiseFailedCall(status, "tpudnnStreamEndCapture");
    }
    return recorded;
}

void Graph::capture_end()
{
    TORCH_CHECK(listener_ != 0, "the graph is not captured; capture_begin() comes first");
    graph_ = endRecording();
    const std::string refused = capture_->refused().empty() ? capture_->memory->refused() : capture_->refused();
    if (!refused.empty())
    {
        reset();
        TORCH_CHECK_NOT_IMPLEMENTED(false, refused, "; the graph was dropped");
    }
    if (!keep_graph_)
    {
        instantiate();
    }
}

void Graph::instantiate()
{
    requireGraph();
    TORCH_CHECK(instance_ == nullptr, "the graph is instantiated already");
    TPU_CHECK_STATUS(tpudnnGraphInstantiate(&instance_, graph_, nullptr));
}

void Graph::replay()
{
    const std::lock_guard<std::mutex> lock(replaying_);
    requireGraph();
    if (instance_ == nullptr)
    {
        instantiate();
    }
    const TPUStream stream = c10_tpu::getCurrentTPUStream(capture_->stream().device_index());
    if (replayed_.has_value() && *replayed_ != stream.unwrap() && c10_tpu::memoryOfCapture(*replayed_) == nullptr)
    {
        TPUStream(*replayed_).synchronize(); // two replays at once would write the same memory
    }
    if (const auto outer = c10_tpu::memoryOfCapture(stream.unwrap()))
    {
        outer->keep(capture_->memory);
        capture_->memory->draws->replayInto(*outer->draws, stream);
    }
    else
    {
        capture_->memory->draws->replay(stream);
    }
    TPU_CHECK_STATUS(tpudnnGraphLaunch(instance_, stream));
    replayed_ = stream.unwrap();
}

void Graph::reset()
{
    if (c10_tpu::inBadFork())
    {
        return; // the parent's
    }
    if (listener_ != 0)
    {
        graph_ = endRecording();
    }
    const auto instance = std::exchange(instance_, nullptr);
    const auto graph = std::exchange(graph_, nullptr);
    const auto capture = std::exchange(capture_, nullptr); // its memory goes last
    replayed_.reset();
    TPU_CHECK_STATUS(tpudnnGraphDestroy(graph));
    TPU_CHECK_STATUS(tpudnnGraphExecDestroy(instance));
}

// {"device", "chip", "stream", "calls": operators in their order, each with the tensors that it uses, "nodes": each with the index of its call}
void Graph::debug_dump(const std::string &path)
{
    requireGraph();
    std::ofstream out(path);
    TORCH_CHECK(out.is_open(), "cannot write ", path);
    const auto device = capture_->stream().device_index();
    out << "{\"device\": " << static_cast<int>(device) << ", \"chip\": " << quoted(c10_tpu::chipName(device))
        << ", \"stream\": " << capture_->stream().id() << ",\n \"calls\": [";
    const char *before = "";
    for (const OperatorCall &call : capture_->calls())
    {
        out << std::exchange(before, ",") << "\n  {\"operator\": " << quoted(call.name) << ", \"tensors\": [";
        const char *comma = "";
        for (const TensorUse &use : call.uses)
        {
            out << std::exchange(comma, ", ");
            writeUse(out, use);
        }
        out << "]}";
    }
    out << "],\n \"nodes\": [";
    int count = 0;
    TPU_CHECK_STATUS(tpudnnGraphGetNodeCount(graph_, &count));
    before = "";
    for (int i = 0; i < count; ++i)
    {
        tpudnnGraphNode_t node{};
        node.struct_size = sizeof node;
        TPU_CHECK_STATUS(tpudnnGraphGetNode(graph_, i, &node));
        out << std::exchange(before, ",") << "\n  ";
        writeNode(out, node);
    }
    out << "]}\n";
    out.close();
    TORCH_CHECK(out.good(), "cannot write ", path);
}

} // namespace
} // namespace tpu::graph

using TpuGraph = tpu::graph::Graph;
namespace at
{
REGISTER_GRAPH_IMPL(TPU, TpuGraph)
} // namespace at
