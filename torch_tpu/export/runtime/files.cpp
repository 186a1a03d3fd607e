#include "files.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

namespace tpu_export
{
namespace
{

constexpr uint32_t kMaxDims = 16;
constexpr uint64_t kMaxName = 4096;

class Reader
{
public:
    explicit Reader(const std::string &path) : path_(path), in_(path, std::ios::binary)
    {
        if (!in_)
        {
            throw Error(path + ": cannot be read");
        }
        in_.seekg(0, std::ios::end);
        size_ = static_cast<uint64_t>(in_.tellg());
        in_.seekg(0);
    }

    void magic(const char *expected)
    {
        char found[8] = {};
        if (size_ < sizeof found || !in_.read(found, sizeof found) || std::memcmp(found, expected, sizeof found) != 0)
        {
            throw Error(path_ + ": not a file of this kind: it does not begin with " + std::string(expected, 8));
        }
    }

    template <class Number>
    Number number()
    {
        Number value{};
        bytes(reinterpret_cast<char *>(&value), sizeof value);
        return value;
    }

    void bytes(char *to, uint64_t count)
    {
        if (!in_.read(to, static_cast<std::streamsize>(count)))
        {
            throw Error(path_ + ": truncated: " + std::to_string(size_) + " bytes are too few");
        }
    }

    Dtype dtype()
    {
        const auto code = number<uint32_t>();
        const auto dtype = static_cast<Dtype>(code);
        if (code > TPUDNN_DTYPE_BOOL || std::string(nameOf(dtype)) == "unknown")
        {
            throw Error(path_ + ": data type " + std::to_string(code) + " is none of this format");
        }
        return dtype;
    }

    Shape shape()
    {
        const auto dims = number<uint32_t>();
        if (dims > kMaxDims)
        {
            throw Error(path_ + ": " + std::to_string(dims) + " dimensions; at most " + std::to_string(kMaxDims));
        }
        Shape shape(dims);
        double elements = 1;
        for (int64_t &extent : shape)
        {
            extent = number<int64_t>();
            elements *= static_cast<double>(extent);
            if (extent < 0 || elements > 1e15)
            {
                throw Error(path_ + ": an extent of " + std::to_string(extent) + " is impossible");
            }
        }
        return shape;
    }

    uint64_t place() { return static_cast<uint64_t>(in_.tellg()); }
    uint64_t size() const { return size_; }
    void seek(uint64_t place) { in_.seekg(static_cast<std::streamoff>(place)); }

private:
    std::string path_;
    std::ifstream in_;
    uint64_t size_ = 0;
};

uint64_t bytesOf(Dtype dtype, const Shape &shape) { return static_cast<uint64_t>(product(shape)) * tpudnnTensorDataSize(dtype); }

float power(int exponent) { return std::ldexp(1.0F, exponent); }

struct Format
{
    int exponent_bits;
    int mantissa_bits;
    bool infinities;
};

Format formatOf(Dtype dtype)
{
    switch (dtype)
    {
    case f16:
        return {5, 10, true};
    case bf16:
        return {8, 7, true};
    case f8e5m2:
        return {5, 2, true};
    default:
        return {4, 3, false}; // f8e4m3: one pattern is NaN, none infinity
    }
}

float fromBits(uint32_t bits, Dtype dtype)
{
    const Format format = formatOf(dtype);
    const uint32_t mantissa = bits & ((1U << format.mantissa_bits) - 1);
    const uint32_t exponent = (bits >> format.mantissa_bits) & ((1U << format.exponent_bits) - 1);
    const bool negative = ((bits >> (format.mantissa_bits + format.exponent_bits)) & 1U) != 0;
    const int bias = (1 << (format.exponent_bits - 1)) - 1;
    const uint32_t top = (1U << format.exponent_bits) - 1;
    float value = 0;
    if (exponent == top && (format.infinities || mantissa == (1U << format.mantissa_bits) - 1))
    {
        value = format.infinities && mantissa == 0 ? INFINITY : NAN;
    }
    else if (exponent == 0)
    {
        value = static_cast<float>(mantissa) * power(1 - bias - format.mantissa_bits);
    }
    else
    {
        value =
            static_cast<float>(mantissa + (1U << format.mantissa_bits)) * power(static_cast<int>(exponent) - bias - format.mantissa_bits);
    }
    return negative ? -value : value;
}

template <class Number>
void append(std::vector<double> &to, const std::vector<char> &bytes)
{
    for (size_t at = 0; at + sizeof(Number) <= bytes.size(); at += sizeof(Number))
    {
        Number value;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        to.push_back(static_cast<double>(value));
    }
}

} // namespace

TensorFile::TensorFile(std::string path) : path_(std::move(path))
{
    Reader reader(path_);
    reader.magic("TPUDATA1");
    dtype_ = reader.dtype();
    shape_ = reader.shape();
    data_ = reader.place();
    if (shape_.empty())
    {
        throw Error(path_ + ": a number; a dataset has a dimension of samples");
    }
    const uint64_t expected = data_ + bytesOf(dtype_, shape_);
    if (reader.size() != expected)
    {
        throw Error(path_ + ": " + std::to_string(reader.size()) + " bytes, where shape " + text(shape_) + " of " + nameOf(dtype_) +
                    " makes " + std::to_string(expected) + (reader.size() < expected ? ": truncated" : ""));
    }
}

std::vector<char> TensorFile::read(int64_t first, int64_t count) const
{
    Shape row = shape_;
    row.front() = 1;
    const uint64_t bytes = bytesOf(dtype_, row);
    std::vector<char> data(bytes * static_cast<uint64_t>(count));
    Reader reader(path_);
    reader.seek(data_ + bytes * static_cast<uint64_t>(first));
    reader.bytes(data.data(), data.size());
    return data;
}

std::map<std::string, HostTensor> readWeights(const std::string &path)
{
    Reader reader(path);
    reader.magic("TPUWGHT1");
    const auto count = reader.number<uint64_t>();
    struct Entry
    {
        std::string name;
        uint64_t place;
    };
    std::map<std::string, HostTensor> tensors;
    std::vector<Entry> entries;
    for (uint64_t i = 0; i < count; ++i)
    {
        const auto length = reader.number<uint64_t>();
        if (length > kMaxName)
        {
            throw Error(path + ": a name of " + std::to_string(length) + " bytes");
        }
        std::string name(length, '\0');
        reader.bytes(name.data(), length);
        HostTensor tensor;
        tensor.dtype = reader.dtype();
        tensor.shape = reader.shape();
        entries.push_back({name, reader.number<uint64_t>()});
        tensors[name] = tensor;
    }
    for (const Entry &entry : entries)
    {
        HostTensor &tensor = tensors[entry.name];
        const uint64_t bytes = bytesOf(tensor.dtype, tensor.shape);
        if (entry.place > reader.size() || bytes > reader.size() - entry.place)
        {
            throw Error(path + ": truncated: no bytes for " + entry.name);
        }
        tensor.bytes.resize(bytes);
        reader.seek(entry.place);
        reader.bytes(tensor.bytes.data(), bytes);
    }
    return tensors;
}

std::vector<double> numbers(const std::vector<char> &bytes, Dtype dtype)
{
    std::vector<double> made;
    made.reserve(bytes.size() / tpudnnTensorDataSize(dtype));
    switch (dtype)
    {
    case f32:
        append<float>(made, bytes);
        break;
    case i64:
        append<int64_t>(made, bytes);
        break;
    case i32:
        append<int32_t>(made, bytes);
        break;
    case i16:
        append<int16_t>(made, bytes);
        break;
    case i8:
        append<int8_t>(made, bytes);
        break;
    case u8:
    case boolean:
        append<uint8_t>(made, bytes);
        break;
    default: // patterns of bits
        tpudnnTensorDataSize(dtype) == 1 ? append<uint8_t>(made, bytes) : append<uint16_t>(made, bytes);
        for (double &each : made)
        {
            each = fromBits(static_cast<uint32_t>(each), dtype);
        }
    }
    return made;
}

float largest(Dtype dtype) { return dtype == f8e5m2 ? 57344.0F : 448.0F; }

float rounded(double value, Dtype dtype)
{
    if (dtype == f32 || !isFloat(dtype) || value == 0 || !std::isfinite(value))
    {
        return static_cast<float>(value);
    }
    const float number = static_cast<float>(value); // PyTorch goes through float too
    const Format format = formatOf(dtype);
    const int bias = (1 << (format.exponent_bits - 1)) - 1;
    int exponent = 0;
    std::frexp(number, &exponent);
    const int lowest = std::max(exponent - 1, 1 - bias) - format.mantissa_bits;
    const float made = std::ldexp(std::nearbyint(std::ldexp(number, -lowest)), lowest);
    const float limit = std::ldexp(2.0F - std::ldexp(1.0F, -format.mantissa_bits), bias);
    return format.infinities && std::fabs(made) > limit ? std::copysign(INFINITY, made) : made;
}

uint8_t toFp8(float value, Dtype dtype)
{
    const Format format = formatOf(dtype);
    if (std::isnan(value))
    {
        return 0x7F;
    }
    const float limit = largest(dtype);
    const float bounded = std::fabs(value) > limit ? limit : std::fabs(rounded(value, dtype));
    const uint8_t sign = std::signbit(value) ? 0x80 : 0;
    const int bias = (1 << (format.exponent_bits - 1)) - 1;
    int exponent = 0;
    std::frexp(bounded, &exponent);
    exponent += bias - 1;
    if (bounded == 0)
    {
        return sign;
    }
    if (exponent <= 0)
    {
        return static_cast<uint8_t>(sign | static_cast<uint8_t>(std::ldexp(bounded, bias - 1 + format.mantissa_bits)));
    }
    const auto mantissa =
        static_cast<uint32_t>(std::ldexp(bounded, bias - exponent + format.mantissa_bits)) & ((1U << format.mantissa_bits) - 1);
    return static_cast<uint8_t>(sign | (static_cast<uint32_t>(exponent) << format.mantissa_bits) | mantissa);
}

} // namespace tpu_export
