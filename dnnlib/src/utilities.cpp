// C API: tensors, profiles and timers from the host's side.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>

#include "device.h"
#include "dtype.h"
#include "entry.h"
#include "float16.h"
#include "handle.h"
#include "profile.h"
#include "stream.h"

using tpudnn::AddressWindow;
using tpudnn::Error;
using tpudnn::guarded;
using tpudnn::handleOf;
using tpudnn::rawValue;
using tpudnn::required;

namespace
{

void refuse(const std::string &sentence) { throw Error(TPUDNN_STATUS_BAD_PARAM, sentence); }

void requireDims(const char *name, const tpudnnTensor_t &tensor)
{
    if (tensor.dim < 0 || tensor.dim > TPUDNN_MAX_DIMS)
    {
        refuse(std::string(name) + " has dim " + std::to_string(tensor.dim) + "; it takes 0 to 8 dimensions");
    }
}

void requireWhole(const char *name, const tpudnnTensor_t &tensor)
{
    requireDims(name, tensor);
    for (int i = 0; i < tensor.dim; ++i)
    {
        if (tensor.shape[i] < 0 || tensor.stride[i] < 0)
        {
            refuse(std::string(name) + " has extent " + std::to_string(tensor.shape[i]) + " and stride " +
                   std::to_string(tensor.stride[i]) + " in dimension " + std::to_string(i) + "; neither may be negative");
        }
    }
    const int type = rawValue(tensor.dtype);
    if (!tpudnn::dtypeIsKnown(type) || tpudnnTensorDataBits(tensor.dtype) % 8 != 0)
    {
        refuse(std::string(name) + " is of " + tpudnn::dtypeName(type) + ", which has no whole number of bytes");
    }
}

// Bytes from the first element to the last.
uint64_t spanOf(const char *name, const tpudnnTensor_t &tensor)
{
    const uint64_t size = tpudnnTensorDataSize(tensor.dtype);
    uint64_t last = 0;
    for (int i = 0; i < tensor.dim; ++i)
    {
        if (tensor.shape[i] == 0)
        {
            return 0;
        }
        const uint64_t step = static_cast<uint64_t>(tensor.shape[i] - 1) * static_cast<uint64_t>(tensor.stride[i]);
        if (step > (uint64_t{1} << 56) - last)
        {
            throw Error(TPUDNN_STATUS_OUT_OF_MEMORY, std::string(name) + " reaches over more than 2^56 elements");
        }
        last += step;
    }
    return (last + 1) * size;
}

bool onDevice(const void *address) { return address && AddressWindow::instance().deviceOf(address) >= 0; }

// Offsets of the elements in bytes, in row-major order.
void forEach(const tpudnnTensor_t &tensor, const std::function<void(uint64_t)> &visit)
{
    const uint64_t size = tpudnnTensorDataSize(tensor.dtype);
    const size_t elements = tpudnnTensorElements(&tensor);
    int position[TPUDNN_MAX_DIMS] = {};
    for (size_t n = 0; n < elements; ++n)
    {
        uint64_t offset = 0;
        for (int i = 0; i < tensor.dim; ++i)
        {
            offset += static_cast<uint64_t>(position[i]) * static_cast<uint64_t>(tensor.stride[i]);
        }
        visit(offset * size);
        for (int i = tensor.dim - 1; i >= 0 && ++position[i] == tensor.shape[i]; --i)
        {
            position[i] = 0;
        }
    }
}

// A tensor's bytes from the first element to the last, on the host.
std::vector<unsigned char> storageOf(TPUDNNImpl &impl, const char *name, const tpudnnTensor_t &tensor)
{
    const uint64_t span = spanOf(name, tensor);
    if (span == 0)
    {
        return {};
    }
    if (!onDevice(tensor.addr))
    {
        const auto *bytes = static_cast<const unsigned char *>(required(tensor.addr, name));
        return {bytes, bytes + span};
    }
    const uint64_t physical = impl.device().toPhysical(tensor.addr, span, name); // before the host takes memory for it
    std::vector<unsigned char> bytes(span);
    impl.stream().copyD2H(bytes.data(), physical, span);
    impl.stream().synchronize();
    return bytes;
}

void store(TPUDNNImpl &impl, const char *name, const tpudnnTensor_t &tensor, const std::vector<unsigned char> &bytes)
{
    if (bytes.empty())
    {
        return;
    }
    if (onDevice(tensor.addr))
    {
        impl.stream().copyH2D(impl.device().toPhysical(tensor.addr, bytes.size(), name), bytes.data(), bytes.size());
        impl.stream().synchronize();
    }
    else
    {
        std::memcpy(required(tensor.addr, name), bytes.data(), bytes.size());
    }
}

void copyElements(TPUDNNImpl &impl, const tpudnnTensor_t &src, const tpudnnTensor_t &dst)
{
    const std::vector<unsigned char> from = storageOf(impl, "src", src);
    if (from.empty())
    {
        return;
    }
    if (!onDevice(dst.addr))
    {
        impl.stream().synchronize(); // what is queued may still read or write the host's memory
    }
    std::vector<unsigned char> to = storageOf(impl, "dst", dst);
    const uint64_t size = tpudnnTensorDataSize(src.dtype);
    std::vector<uint64_t> offsets;
    offsets.reserve(tpudnnTensorElements(&src));
    forEach(src, [&](uint64_t offset) { offsets.push_back(offset); });
    auto next = offsets.begin();
    forEach(dst, [&](uint64_t offset) { std::memcpy(&to[offset], &from[*next++], size); });
    store(impl, "dst", dst, to);
}

tpudnnTensor_t create(TPUDNNImpl &impl, const tpudnnTensor_t &layout)
{
    requireWhole("the tensor", layout);
    tpudnnTensor_t made = layout;
    made.addr = impl.stream().allocate(spanOf("the tensor", layout));
    return made;
}

// --- printing ---------------------------------------------------------------------------------------------------------------------------------

// FP8: `mantissa` bits of fraction; E4M3 has no infinities, and NaN where all other bits are 1.
double f8ToDouble(uint8_t bits, int mantissa)
{
    const int exponentBits = 7 - mantissa, bias = (1 << (exponentBits - 1)) - 1;
    const int exponent = bits >> mantissa & ((1 << exponentBits) - 1), fraction = bits & ((1 << mantissa) - 1);
    const bool top = exponent == (1 << exponentBits) - 1;
    double size = exponent == 0 ? __builtin_ldexp(fraction, 1 - bias - mantissa)
                                : __builtin_ldexp((1 << mantissa) + fraction, exponent - bias - mantissa);
    if (top && mantissa == 2)
    {
        size = fraction ? __builtin_nan("") : __builtin_inf();
    }
    else if (top && fraction == 7)
    {
        size = __builtin_nan("");
    }
    return bits >> 7 ? -size : size;
}

template <class T>
T read(const unsigned char *bytes)
{
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

std::string element(tpudnnDataType_t dtype, const unsigned char *bytes)
{
    const auto number = [](double value) {
        char text[32];
        std::snprintf(text, sizeof text, "%.6g", value);
        return std::string(text);
    };
    switch (dtype)
    {
    case TPUDNN_DTYPE_INT8:
        return std::to_string(read<int8_t>(bytes));
    case TPUDNN_DTYPE_UINT8:
    case TPUDNN_DTYPE_BOOL:
        return std::to_string(*bytes);
    case TPUDNN_DTYPE_INT16:
        return std::to_string(read<int16_t>(bytes));
    case TPUDNN_DTYPE_UINT16:
        return std::to_string(read<uint16_t>(bytes));
    case TPUDNN_DTYPE_INT32:
        return std::to_string(read<int32_t>(bytes));
    case TPUDNN_DTYPE_UINT32:
        return std::to_string(read<uint32_t>(bytes));
    case TPUDNN_DTYPE_INT64:
        return std::to_string(read<int64_t>(bytes));
    case TPUDNN_DTYPE_FP16:
        return number(tpudnn::halfToDouble(read<uint16_t>(bytes)));
    case TPUDNN_DTYPE_BF16:
    {
        const unsigned char wide[4] = {0, 0, bytes[0], bytes[1]};
        return number(read<float>(wide));
    }
    case TPUDNN_DTYPE_FP8E5M2:
        return number(f8ToDouble(*bytes, 2));
    case TPUDNN_DTYPE_FP8E4M3:
        return number(f8ToDouble(*bytes, 3));
    default: // FP32, TF32: the others have no whole number of bytes
        return number(read<float>(bytes));
    }
}

constexpr size_t kPrintedWhole = 1000;
constexpr int kPrintedEnds = 3;

void printInto(std::string &text, const tpudnnTensor_t &tensor, const std::vector<unsigned char> &bytes, int dim, uint64_t at, bool whole)
{
    if (dim == tensor.dim)
    {
        text += element(tensor.dtype, &bytes[at * tpudnnTensorDataSize(tensor.dtype)]);
        return;
    }
    const bool last = dim == tensor.dim - 1;
    const int extent = tensor.shape[dim];
    text += "[";
    for (int i = 0; i < extent; ++i)
    {
        text += i == 0 ? "" : last ? ", " : ",\n" + std::string(static_cast<size_t>(dim) + 1, ' ');
        if (!whole && extent > 2 * kPrintedEnds && i == kPrintedEnds)
        {
            text += last ? "..., " : "...,\n" + std::string(static_cast<size_t>(dim) + 1, ' ');
            i = extent - kPrintedEnds;
        }
        printInto(text, tensor, bytes, dim + 1, at + static_cast<uint64_t>(i) * static_cast<uint64_t>(tensor.stride[dim]), whole);
    }
    text += "]";
}

std::string list(const int *numbers, int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
    {
        text += (i ? ", " : "") + std::to_string(numbers[i]);
    }
    return "(" + text + ")";
}

// --- profiles ---------------------------------------------------------------------------------------------------------------------------------

std::string profileFile()
{
    static std::atomic<int> number{0};
    const char *given = std::getenv("TPUDNN_PROFILE");
    return given && *given ? given : "tpudnn_profile." + std::to_string(getpid()) + "." + std::to_string(++number) + ".json";
}

void writeFile(const std::string &path, const std::string &text)
{
    std::FILE *file = std::fopen(path.c_str(), "w");
    const bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if ((file && std::fclose(file) != 0) || !written)
    {
        throw Error(TPUDNN_STATUS_FAILED, "the profile cannot be written to " + path + ": " + std::strerror(errno));
    }
}

} // namespace

extern "C" tpudnnTensor_t tpudnnCreateDeviceTensor(tpudnnHandle_t handle, const void *data, const int dim, const int *shape,
                                                   const int *stride, tpudnnDataType_t dtype)
{
    tpudnnTensor_t made = tpudnnUndefinedTensor();
    guarded("tpudnnCreateDeviceTensor", [&] {
        const auto impl = handleOf(handle);
        tpudnnTensor_t host = tpudnnUndefinedTensor();
        host.dim = dim;
        std::memcpy(&host.dtype, &dtype, sizeof dtype); // any number may come
        if (dim > 0 && dim <= TPUDNN_MAX_DIMS)
        {
            std::copy_n(required(shape, "shape"), dim, host.shape);
            tpudnnContiguousStride(host.shape, dim, host.stride);
            if (stride)
            {
                std::copy_n(required(stride, "stride"), dim, host.stride);
            }
        }
        const tpudnnTensor_t created = create(*impl, host);
        host.addr = const_cast<void *>(data);
        const tpudnnStatus_t copied =
            guarded("copying the data", [&] { data ? store(*impl, "data", created, storageOf(*impl, "data", host)) : void(); });
        if (copied != TPUDNN_STATUS_SUCCESS)
        {
            impl->stream().release(created.addr);
            throw Error(copied, tpudnn::lastError());
        }
        made = created;
    });
    return made;
}

extern "C" tpudnnTensor_t tpudnnCreateDeviceTensorLike(tpudnnHandle_t handle, const tpudnnTensor_t tensor, int copyData)
{
    tpudnnTensor_t made = tpudnnUndefinedTensor();
    guarded("tpudnnCreateDeviceTensorLike", [&] {
        const auto impl = handleOf(handle);
        if (copyData != 0 && copyData != 1)
        {
            refuse("copyData is " + std::to_string(copyData) + "; it is 0 or 1");
        }
        const tpudnnTensor_t created = create(*impl, tensor);
        const tpudnnStatus_t copied =
            guarded("copying the data", [&] { copyData ? store(*impl, "tensor", created, storageOf(*impl, "tensor", tensor)) : void(); });
        if (copied != TPUDNN_STATUS_SUCCESS)
        {
            impl->stream().release(created.addr);
            throw Error(copied, tpudnn::lastError());
        }
        made = created;
    });
    return made;
}

extern "C" void tpudnnDestroyDeviceTensor(tpudnnHandle_t handle, tpudnnTensor_t tensor)
{
    guarded("tpudnnDestroyDeviceTensor", [&] {
        const auto impl = handleOf(handle);
        requireDims("tensor", tensor);
        impl->stream().release(tensor.addr);
    });
}

extern "C" tpudnnStatus_t tpudnnCopyTensorData(tpudnnHandle_t handle, const tpudnnTensor_t src, tpudnnTensor_t dst)
{
    return guarded("tpudnnCopyTensorData", [&] {
        const auto impl = handleOf(handle);
        requireWhole("src", src);
        requireWhole("dst", dst);
        if (!tpudnnIsSameShape(&src, &dst) || rawValue(src.dtype) != rawValue(dst.dtype))
        {
            refuse("src is " + tpudnn::dtypeName(rawValue(src.dtype)) + list(src.shape, src.dim) + ", dst " +
                   tpudnn::dtypeName(rawValue(dst.dtype)) + list(dst.shape, dst.dim) + "; they must agree");
        }
        copyElements(*impl, src, dst);
    });
}

extern "C" void tpudnnPrintTensor(tpudnnHandle_t handle, tpudnnTensor_t tensor)
{
    guarded("tpudnnPrintTensor", [&] {
        const auto impl = handleOf(handle);
        requireWhole("tensor", tensor);
        std::string text = tpudnn::dtypeName(rawValue(tensor.dtype)) + " shape " + list(tensor.shape, tensor.dim) + " stride " +
                           list(tensor.stride, tensor.dim) + "\n";
        const std::vector<unsigned char> bytes = storageOf(*impl, "tensor", tensor);
        if (bytes.empty())
        {
            text += "[]";
        }
        else
        {
            printInto(text, tensor, bytes, 0, 0, tpudnnTensorElements(&tensor) <= kPrintedWhole);
        }
        text += "\n";
        std::fputs(text.c_str(), stdout);
        std::fflush(stdout);
    });
}

extern "C" tpudnnStatus_t tpudnnEnableProfile(tpudnnHandle_t handle, int max_record_num, int mode)
{
    return guarded("tpudnnEnableProfile", [&] {
        const auto impl = handleOf(handle);
        if (max_record_num < 1)
        {
            refuse("max_record_num is " + std::to_string(max_record_num) + "; it counts from 1");
        }
        if (mode != 0 && mode != 1)
        {
            refuse("mode is " + std::to_string(mode) + "; there are 0, launches with their times, and 1, with their arguments too");
        }
        impl->stream().beginProfile(static_cast<size_t>(max_record_num), mode == 1);
    });
}

extern "C" tpudnnStatus_t tpudnnDisableProfile(tpudnnHandle_t handle)
{
    return guarded("tpudnnDisableProfile", [&] {
        const auto impl = handleOf(handle);
        const std::shared_ptr<tpudnn::Profile> profile = impl->stream().endProfile();
        const tpudnnStatus_t waited = guarded("waiting for the stream", [&] { impl->stream().drain(); });
        const std::string sentence = tpudnn::lastError();
        writeFile(profileFile(), profile->json());
        if (waited != TPUDNN_STATUS_SUCCESS)
        {
            throw Error(waited, sentence);
        }
    });
}

extern "C" tpudnnStatus_t tpudnnResetOpTimer(void)
{
    const tpudnnStatus_t status = tpudnnResetOperatorStatistics();
    return status == TPUDNN_STATUS_SUCCESS ? status : tpudnn::passLastError(status, "tpudnnResetOpTimer");
}

extern "C" tpudnnStatus_t tpudnnDumpOpTimer(void)
{
    return guarded("tpudnnDumpOpTimer", [&] {
        int count = 0;
        tpudnnGetOperatorStatistics(nullptr, &count);
        std::vector<tpudnnOperatorStatistics_t> rows(static_cast<size_t>(count));
        int found = count;
        tpudnnGetOperatorStatistics(rows.data(), &found);
        rows.resize(static_cast<size_t>(std::min(found, count)));
        std::stable_sort(rows.begin(), rows.end(), [](const auto &one, const auto &other) { return one.host_ns > other.host_ns; });
        const double all = std::accumulate(rows.begin(), rows.end(), 0.0,
                                           [](double sum, const auto &row) { return sum + static_cast<double>(row.host_ns); });
        std::string text;
        for (const tpudnnOperatorStatistics_t &row : rows)
        {
            char line[160];
            const auto time = static_cast<double>(row.host_ns);
            std::snprintf(line, sizeof line, "%-40s %10llu calls %14.1f us %6.2f %%\n", row.name,
                          static_cast<unsigned long long>(row.calls), time / 1e3, all > 0 ? 100 * time / all : 0.0);
            text += line;
        }
        std::fputs(text.c_str(), stdout);
        std::fflush(stdout);
    });
}
