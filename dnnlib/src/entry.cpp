#include "entry.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "device.h"
#include "dtype.h"
#include "log.h"
#include "observed.h" // for those of tpudnnActivitySubscribe
#include "overlap.h"
#include "thread_text.h"

namespace tpudnn
{

namespace
{

// In the order of declaration. Operators are static objects of the generated entries: registering them must need no memory.
struct OperatorList
{
    Operator *first = nullptr;
    Operator **end = &first;
};

OperatorList &operatorList()
{
    static OperatorList list;
    return list;
}

std::string tensorName(const TensorArgument &argument, int index)
{
    return argument.list ? std::string(argument.name) + "[" + std::to_string(index) + "]" : argument.name;
}

[[noreturn]] void refuse(tpudnnStatus_t status, const std::string &sentence) { throw Error(status, sentence); }

bool isEmpty(const tpudnnTensor_t &tensor)
{
    return tensor.dim > 0 && std::any_of(tensor.shape, tensor.shape + tensor.dim, [](int extent) { return extent == 0; });
}

void checkShape(const tpudnnTensor_t &tensor, const std::string &name)
{
    if (tensor.dim < 0 || tensor.dim > TPUDNN_MAX_DIMS)
    {
        refuse(TPUDNN_STATUS_BAD_PARAM, "tensor '" + name + "' has dim " + std::to_string(tensor.dim) + "; it takes 0 to " +
                                            std::to_string(TPUDNN_MAX_DIMS) + " dimensions");
    }
    for (int i = 0; i < tensor.dim; ++i)
    {
        if (tensor.shape[i] < 0)
        {
            refuse(TPUDNN_STATUS_BAD_PARAM, "tensor '" + name + "' has shape[" + std::to_string(i) +
                                                "] = " + std::to_string(tensor.shape[i]) + "; extents are >= 0");
        }
        if (tensor.shape[i] > 1 && tensor.stride[i] < 0)
        {
            refuse(TPUDNN_STATUS_BAD_PARAM, "tensor '" + name + "' has stride[" + std::to_string(i) +
                                                "] = " + std::to_string(tensor.stride[i]) + "; strides are >= 0");
        }
    }
}

// Kernels multiply extents, also those of a tensor without elements; what has elements is bounded by its memory.
constexpr uint64_t kMostElements = uint64_t{1} << 40;

void checkEmpty(const tpudnnTensor_t &tensor, const std::string &name)
{
    uint64_t others = 1;
    for (int i = 0; i < tensor.dim && others <= kMostElements; ++i)
    {
        others *= tensor.shape[i] > 0 ? static_cast<uint64_t>(tensor.shape[i]) : 1; // below 2^40 * 2^31
    }
    if (others > kMostElements)
    {
        refuse(TPUDNN_STATUS_BAD_PARAM, "tensor '" + name + "' has shape " + shapeText(tensor) +
                                            ": it has no elements, and its other extents multiply to more than the 2^40 that are taken");
    }
}

// From its address on, the tensor's last byte must lie in the allocation of the first.
void checkMemory(const tpudnnTensor_t &tensor, const Device &device)
{
    device.toPhysical(tensor.addr);
    const size_t size = tpudnnTensorDataSize(tensor.dtype);
    if (reinterpret_cast<uint64_t>(tensor.addr) % (size == 3 ? 1 : size) != 0) // FP20 is packed
    {
        refuse(TPUDNN_STATUS_BAD_PARAM,
               hex(tensor.addr) + " is not aligned to the " + std::to_string(size) + " bytes of " + dtypeName(tensor.dtype));
    }
    uint64_t bytes = 0;
    const bool known = spanBytes(tensor, &bytes);
    const uint64_t left = AddressWindow::instance().bytesFrom(device.id(), tensor.addr);
    if (!known || bytes > left)
    {
        std::string strides;
        for (int i = 0; i < tensor.dim; ++i)
        {
            strides += (i ? ", " : "") + std::to_string(tensor.stride[i]);
        }
        refuse(TPUDNN_STATUS_BAD_PARAM, dtypeName(tensor.dtype) + " of shape " + shapeText(tensor) + " with strides [" + strides +
                                            "] reaches " + (known ? std::to_string(bytes) + " bytes" : "more bytes than can be addressed") +
                                            " from " + hex(tensor.addr) + " on, where its allocation has " + std::to_string(left));
    }
}

void checkTensor(const tpudnnTensor_t &tensor, const std::string &name, bool optional, const TPUDNNImpl &impl)
{
    checkShape(tensor, name);
    if (!tensor.addr && optional)
    {
        return;
    }
    if (!tensor.addr && !isEmpty(tensor))
    {
        refuse(TPUDNN_STATUS_BAD_PARAM, "tensor '" + name + "' is required, and its address is null");
    }
    if (isEmpty(tensor))
    {
        checkEmpty(tensor, name);
    }
    if (!dtypeIsKnown(rawValue(tensor.dtype)))
    {
        refuse(TPUDNN_STATUS_BAD_PARAM, "tensor '" + name + "' has no valid data type: " + dtypeName(rawValue(tensor.dtype)));
    }
    const Device &device = impl.device();
    if (!(device.driverProperties().dtypes & dtypeBit(tensor.dtype)))
    {
        refuse(TPUDNN_STATUS_NOT_SUPPORTED, "tensor '" + name + "' is " + dtypeName(tensor.dtype) + ", a type that " + device.name() +
                                                " does not have; it has " + dtypeSetNames(device.driverProperties().dtypes));
    }
    if (!tensor.addr)
    {
        return;
    }
    if (rawValue(tensor.format_casted) != TPUDNN_NO_FORMATED)
    {
        refuse(TPUDNN_STATUS_NOT_SUPPORTED, "tensor '" + name + "' has format_casted " + std::to_string(rawValue(tensor.format_casted)) +
                                                "; this library takes tensors as they are, TPUDNN_NO_FORMATED (0)");
    }
    try
    {
        checkMemory(tensor, device);
    }
    catch (const Error &error)
    {
        refuse(error.status(), "tensor '" + name + "': " + error.what());
    }
}

// The set of types that the operator's row allows a parameter; all where it says nothing.
uint64_t allowedDtypes(const KernelRow &row, const TensorArgument &argument, bool first)
{
    for (const auto &[parameter, set] : row.dtypes)
    {
        if (parameter == argument.name || (parameter.empty() && first))
        {
            return set;
        }
    }
    return ~uint64_t{0};
}

void checkRowDtypes(const KernelRow &row, TensorArguments tensors, const TPUDNNImpl &impl)
{
    bool first = true;
    for (const TensorArgument &argument : tensors)
    {
        const uint64_t allowed = allowedDtypes(row, argument, first);
        first = false;
        for (int i = 0; i < argument.count; ++i)
        {
            const tpudnnTensor_t &tensor = argument.tensors[i];
            if ((tensor.addr || !argument.optional) && !(allowed & dtypeBit(tensor.dtype)))
            {
                refuse(TPUDNN_STATUS_NOT_SUPPORTED, "tensor '" + tensorName(argument, i) + "' is " + dtypeName(tensor.dtype) + "; on " +
                                                        impl.deviceName() + " this operator takes " + dtypeSetNames(allowed));
            }
        }
    }
}

void checkList(const TensorArgument &argument)
{
    const std::string list = "the list '" + std::string(argument.name) + "' ";
    if (argument.count < 0)
    {
        badParam(list + "is of length " + std::to_string(argument.count));
    }
    if (argument.list && argument.most >= 0 && argument.count > argument.most)
    {
        badParam(list + "is of length " + std::to_string(argument.count) + "; it takes up to " + std::to_string(argument.most) +
                 " tensors");
    }
    if (argument.count > 0 && !argument.tensors)
    {
        badParam(list + "is null");
    }
    requireHost(argument.tensors, ("the list '" + std::string(argument.name) + "'").c_str());
}

void checkLayout(const TensorArgument &argument, int index)
{
    const tpudnnTensor_t &tensor = argument.tensors[index];
    if (!tensor.addr || argument.layout == Layout::strided || tpudnnIsTensorContiguous(&tensor) ||
        (argument.layout == Layout::transposed && tpudnnIsTensorTransposed(&tensor)))
    {
        return;
    }
    tpudnnTensor_t strides = tensor;
    std::copy(tensor.stride, tensor.stride + tensor.dim, strides.shape);
    badParam("tensor '" + tensorName(argument, index) + "' has shape " + shapeText(tensor) + " and strides " + shapeText(strides) +
             "; it must be " +
             (argument.layout == Layout::transposed ? "contiguous, or transposed in its last two dimensions" : "contiguous"));
}

// Throws where tensor `index` of an output shares memory with another tensor. Of two outputs the pair is looked at once.
void checkApart(const Operator &op, const TensorArgument &written, int index, TensorArguments tensors)
{
    bool behind = false;
    for (const TensorArgument &other : tensors)
    {
        for (int i = 0; i < other.count; ++i)
        {
            if (&other == &written && i == index)
            {
                behind = true;
                continue;
            }
            if ((other.use != Use::in && !behind) || !other.tensors[i].addr || !written.tensors[index].addr)
            {
                continue;
            }
            const Overlap overlap = overlapOf(written.tensors[index], other.tensors[i]);
            const bool mayBeSame = op.inplace() && other.use == Use::in;
            if (overlap == Overlap::none || (overlap == Overlap::same && mayBeSame))
            {
                continue;
            }
            badParam("tensor '" + tensorName(written, index) + "' is written and shares memory with tensor '" + tensorName(other, i) +
                     (mayBeSame ? "': they must be the same tensor (address, shape, strides) or lie apart" : "': they must lie apart"));
        }
    }
}

std::string describeTensor(const tpudnnTensor_t &tensor)
{
    if (!tensor.addr && !isEmpty(tensor))
    {
        return "-";
    }
    std::string text = dtypeName(rawValue(tensor.dtype)) + "[";
    for (int i = 0; i < std::min(tensor.dim, TPUDNN_MAX_DIMS); ++i)
    {
        text += (i ? "x" : "") + std::to_string(tensor.shape[i]);
    }
    return text + "]";
}

std::string verboseLine(const Operator &op, const TPUDNNImpl *impl, TensorArguments tensors, tpudnnStatus_t status, uint64_t nanoseconds)
{
    std::string line = op.key();
    line += " " + (impl ? impl->device().chip() + ":" + std::to_string(impl->device().id()) : std::string("no device"));
    for (const TensorArgument &argument : tensors)
    {
        for (int i = 0; argument.tensors && i < argument.count; ++i)
        {
            line += " " + tensorName(argument, i) + "=" + describeTensor(argument.tensors[i]);
        }
    }
    char time[48];
    std::snprintf(time, sizeof time, " %.3f us", static_cast<double>(nanoseconds) / 1000);
    return line + time + (status == TPUDNN_STATUS_SUCCESS ? "" : " " + std::string(tpudnnGetStatusName(status)));
}

} // namespace

namespace
{
TPUDNN_THREAD_TEXT const char *running = nullptr;
} // namespace

const char *runningOperator() noexcept { return running; }

RunningOperator::RunningOperator(const Operator &op) noexcept : outer_(std::exchange(running, op.function())) {}

RunningOperator::~RunningOperator() { running = outer_; }

Operator::Operator(const char *function, const char *key, bool inplace) : function_(function), key_(key), inplace_(inplace)
{
    *operatorList().end = this;
    operatorList().end = &next_;
}

std::vector<tpudnnTensor_t> tensorList(const tpudnnTensor_t *tensors, int count, const char *name)
{
    checkList({name, tensors, count, false, true, Use::in, Layout::strided, -1});
    return {tensors, tensors + count};
}

void requireNumbers(const void *numbers, int count, const char *name)
{
    if (count < 0 || (!numbers && count > 0))
    {
        badParam("the list '" + std::string(name) + "'" + (numbers ? "" : " is null and") + " has " + std::to_string(count) + " numbers");
    }
    requireHost(numbers, name);
}

const KernelRow *checkArguments(const Operator &op, const TPUDNNImpl &impl, TensorArguments tensors)
{
    for (const TensorArgument &argument : tensors)
    {
        checkList(argument);
        for (int i = 0; i < argument.count; ++i)
        {
            checkTensor(argument.tensors[i], tensorName(argument, i), argument.optional, impl);
        }
    }
    const KernelRow *row = impl.row(op.key());
    if (row)
    {
        checkRowDtypes(*row, tensors, impl);
    }
    return row;
}

void checkModes(const KernelRow *row, const TPUDNNImpl &impl, TensorArguments tensors, const Contract &contract)
{
    if (!row || row->lacks.empty())
    {
        return;
    }
    const TensorArgument &first = *tensors.begin();
    for (const auto &[mode, types] : row->lacks)
    {
        const bool asked =
            std::any_of(contract.modes().begin(), contract.modes().end(), [&](const char *known) { return known && mode == known; });
        if (asked && first.count > 0 && (types & dtypeBit(first.tensors[0].dtype)))
        {
            refuse(TPUDNN_STATUS_NOT_SUPPORTED, "tensor '" + tensorName(first, 0) + "' is " + dtypeName(first.tensors[0].dtype) + "; " +
                                                    impl.deviceName() + " does not have '" + mode + "' of " + dtypeSetNames(types));
        }
    }
}

void checkPlacement(const Operator &op, TensorArguments tensors)
{
    for (const TensorArgument &argument : tensors)
    {
        for (int i = 0; i < argument.count; ++i)
        {
            checkLayout(argument, i);
        }
    }
    for (const TensorArgument &written : tensors)
    {
        for (int i = 0; written.use != Use::in && i < written.count; ++i)
        {
            if (written.layout == Layout::strided && overlapsItself(written.tensors[i]))
            {
                badParam("tensor '" + tensorName(written, i) +
                         "' is written, and several of its elements are the same memory: its strides repeat");
            }
            checkApart(op, written, i, tensors);
        }
    }
}

struct OperatorActivity::Told
{
    std::vector<tpudnnActivityTensor_t> tensors;
    Activity activity;
};

void OperatorActivity::tell(const Operator &op, const TPUDNNImpl &impl, TensorArguments tensors)
{
    static_assert(kind == TPUDNN_ACTIVITY_OPERATOR);
    told_ = new Told{{}, {TPUDNN_ACTIVITY_OPERATOR, impl.device(), &impl.stream()}};
    for (const TensorArgument &argument : tensors)
    {
        told_->tensors.push_back({argument.name, argument.tensors, argument.count, static_cast<int>(argument.use)});
    }
    tpudnnActivity_t &record = told_->activity.record;
    record.key = op.key();
    record.symbol = op.function();
    record.tensors = told_->tensors.data();
    record.tensor_count = static_cast<int>(told_->tensors.size());
    record.captured = impl.stream().capturing() ? 1 : 0;
    told_->activity.enter();
}

void OperatorActivity::tellEnd(tpudnnStatus_t status) const { told_->activity.leave(status); }

void OperatorActivity::forget() noexcept { delete told_; }

void finish(Operator &op, const TPUDNNImpl *impl, TensorArguments tensors, tpudnnStatus_t status, uint64_t nanoseconds) noexcept
{
    op.calls.fetch_add(1, std::memory_order_relaxed);
    op.hostNanoseconds.fetch_add(nanoseconds, std::memory_order_relaxed);
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        op.failures.fetch_add(1, std::memory_order_relaxed);
    }
    if (logEnabled(TPUDNN_LOG_LEVEL_VERBOSE))
    {
        try
        {
            logMessage(TPUDNN_LOG_LEVEL_VERBOSE, verboseLine(op, impl, tensors, status, nanoseconds).c_str());
        }
        catch (const std::bad_alloc &)
        {
            // a line that finds no memory is left out
        }
    }
}

tpudnnStatus_t statusOfException(const Operator &op) noexcept
{
    try
    {
        throw;
    }
    catch (const StatusPassed &passed)
    {
        return passLastError(passed.status(), op.function());
    }
    catch (...)
    {
        return setLastErrorFromException(op.function());
    }
}

tpudnnStatus_t notImplemented(const Operator &op)
{
    throw Error(TPUDNN_STATUS_NOT_SUPPORTED,
                "tpuDNNTensor.h declares it, and no source of this library implements " + std::string(op.key()));
}

} // namespace tpudnn

extern "C" tpudnnStatus_t tpudnnGetOperatorStatistics(tpudnnOperatorStatistics_t *statistics, int *count)
{
    return tpudnn::guarded("tpudnnGetOperatorStatistics", [&] {
        tpudnn::requireHost(statistics, "statistics");
        if (statistics && *tpudnn::required(count, "count") < 0)
        {
            throw tpudnn::Error(TPUDNN_STATUS_BAD_PARAM, "count is " + std::to_string(*count) + "; there is room for >= 0 operators");
        }
        tpudnn::required(count, "count");
        int used = 0;
        for (const tpudnn::Operator *op = tpudnn::operatorList().first; op; op = op->next())
        {
            if (op->calls == 0)
            {
                continue;
            }
            if (statistics && used < *count)
            {
                tpudnnOperatorStatistics_t &row = statistics[used];
                std::snprintf(row.name, sizeof row.name, "%s", op->key());
                row.calls = op->calls;
                row.failures = op->failures;
                row.host_ns = op->hostNanoseconds;
            }
            ++used;
        }
        *count = used;
    });
}

extern "C" tpudnnStatus_t tpudnnResetOperatorStatistics(void)
{
    return tpudnn::guarded("tpudnnResetOperatorStatistics", [&] {
        for (tpudnn::Operator *op = tpudnn::operatorList().first; op; op = op->next())
        {
            op->calls = 0;
            op->failures = 0;
            op->hostNanoseconds = 0;
        }
    });
}
