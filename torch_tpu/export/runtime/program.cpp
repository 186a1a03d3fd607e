#include "program.h"

#include <cstring>
#include <limits>

namespace tpu_export
{
namespace
{

std::string chipsThere()
{
    int count = 0;
    std::string names;
    if (tpudnnGetDeviceCount(&count) == TPUDNN_STATUS_SUCCESS)
    {
        for (int i = 0; i < count; ++i)
        {
            tpudnnDeviceProperties_t properties;
            if (tpudnnGetDeviceProperties(i, &properties) == TPUDNN_STATUS_SUCCESS)
            {
                names += std::string(names.empty() ? "" : ", ") + properties.chip;
            }
        }
    }
    return names;
}

std::string describe(const Operator &about) { return std::string(about.name) + " (" + about.aten + ", " + about.place + ")"; }

} // namespace

Op::Op(Run &run, const Operator &about, Dtype precision, Shape shape)
    : run_(run), about_(about), precision_(isFp8(precision) ? f32 : precision), fp8_(isFp8(precision) ? precision : TPUDNN_DTYPE_UNKNOWN),
      result_dtype_(isFloat(about.result) ? precision_ : about.result), shape_(std::move(shape))
{
}

Op::operator tpudnnHandle_t() const { return run_.handle(); }

Tensor Op::held(Tensor tensor)
{
    held_.push_back(tensor);
    return tensor;
}

Tensor Op::cast(const Tensor &tensor)
{
    if (!tensor.defined() || tensor.dtype() == precision_)
    {
        return tensor;
    }
    return held(tensor.buffer()->weight ? run_.convertedWeight(tensor, precision_) : tensor.to(precision_));
}

Tensor Op::matrix(const Tensor &tensor)
{
    const Tensor made = cast(tensor);
    return held(made.transposed() ? made : made.rowMajor());
}

Tensor &Op::result()
{
    if (!result_.defined())
    {
        result_ = Tensor(*this, result_dtype_, shape_);
    }
    return result_;
}

bool Op::has(const char *kernel) const
{
    int supported = 0;
    check(tpudnnHasKernel(*this, kernel, &supported), kernel);
    return supported != 0;
}

Run::Run(const std::string &chip, const std::string &weights, const Configuration &configuration)
{
    int device = 0;
    if (chip.empty())
    {
        check(tpudnnGetDeviceProperties(device, &chip_), "no chip");
    }
    else if (tpudnnGetDeviceByName(chip.c_str(), &device) != TPUDNN_STATUS_SUCCESS)
    {
        throw Error(std::string(tpudnnGetLastError()) + " (chips here: " + chipsThere() + ")");
    }
    check(tpudnnGetDeviceProperties(device, &chip_), "chip " + chip);
    handle_ = tpudnnCreate(device);
    if (handle_ == nullptr)
    {
        throw Error(std::string("chip ") + chip_.chip + ": " + tpudnnGetLastError());
    }
    for (const Operator &each : program.operators)
    {
        numbers_[each.name] = precisions_.size();
        precisions_.push_back(each.compute);
    }
    for (const Configuration::Rule &rule : configuration.rules)
    {
        bool exact = false, any = false;
        for (size_t i = 0; i < precisions_.size(); ++i)
        {
            const Operator &about = program.operators[i];
            if (!fits(rule.pattern, about.name))
            {
                continue;
            }
            exact = rule.pattern == about.name;
            const bool takes = isFloat(about.compute) && (!isFp8(rule.precision) || about.fp8);
            if (exact && !takes)
            {
                throw Error(rule.place + ": " + describe(about) + " cannot compute in " + nameOf(rule.precision));
            }
            any = true;
            if (takes)
            {
                precisions_[i] = rule.precision;
            }
        }
        if (!any)
        {
            throw Error(rule.place + ": no operator is called '" + rule.pattern + "'; `operators` as command lists them");
        }
        int fp8_kernel = 1;
        if (isFp8(rule.precision))
        {
            check(tpudnnHasKernel(handle_, "matmul_fp8", &fp8_kernel), "matmul_fp8");
        }
        if (((chip_.dtypes >> rule.precision) & 1U) == 0 || fp8_kernel == 0)
        {
            throw Error(rule.place + ": chip " + chip_.chip + " does not compute in " + nameOf(rule.precision));
        }
    }
    for (size_t i = 0; i < precisions_.size(); ++i)
    {
        if (isFloat(precisions_[i]) && ((chip_.dtypes >> precisions_[i]) & 1U) == 0)
        {
            throw Error(describe(program.operators[i]) + ": chip " + chip_.chip + " does not compute in " + nameOf(precisions_[i]));
        }
    }
    host_ = readWeights(weights);
}

Run::~Run()
{
    weights_.clear();
    made_.clear();
    tpudnnSync(handle_);
    tpudnnDestroy(handle_);
}

size_t Run::numberOf(const std::string &name) const { return numbers_.at(name); }

Tensor Run::upload(const HostTensor &tensor, bool weight)
{
    const Dtype dtype = tensor.dtype == i64 ? i32 : tensor.dtype;
    const Tensor made(handle_, dtype, tensor.shape, weight);
    std::vector<char> narrow;
    if (tensor.dtype == i64)
    {
        for (size_t at = 0; at < tensor.bytes.size(); at += sizeof(int64_t))
        {
            int64_t number;
            std::memcpy(&number, tensor.bytes.data() + at, sizeof number);
            if (number < INT32_MIN || number > INT32_MAX)
            {
                throw Error("the number " + std::to_string(number) + " does not fit into 32 bits, which the device computes with");
            }
            const auto small = static_cast<int32_t>(number);
            narrow.insert(narrow.end(), reinterpret_cast<const char *>(&small), reinterpret_cast<const char *>(&small) + sizeof small);
        }
    }
    const std::vector<char> &bytes = tensor.dtype == i64 ? narrow : tensor.bytes;
    check(tpudnnMemcpyH2D(handle_, made.address(), bytes.data(), bytes.size()), "copy to the device");
    return made;
}

std::vector<char> Run::download(const Tensor &tensor, Dtype dtype)
{
    const Dtype there = dtype == i64 ? i32 : dtype;
    const Tensor dense = (isFloat(there) ? tensor.to(there) : tensor).rowMajor();
    std::vector<char> bytes(dense.bytes());
    check(tpudnnMemcpyD2H(handle_, bytes.data(), dense.address(), bytes.size()), "copy from the device");
    if (dtype != i64)
    {
        return bytes;
    }
    std::vector<char> wide;
    for (double number : numbers(bytes, i32))
    {
        const auto large = static_cast<int64_t>(number);
        wide.insert(wide.end(), reinterpret_cast<const char *>(&large), reinterpret_cast<const char *>(&large) + sizeof large);
    }
    return wide;
}

void Run::synchronize() { check(tpudnnSync(handle_), std::string("on chip ") + chip_.chip); }

Tensor Run::weight(const std::string &name)
{
    const auto known = weights_.find(name);
    if (known != weights_.end())
    {
        return known->second;
    }
    const auto found = host_.find(name);
    if (found == host_.end())
    {
        throw Error("the weights file has no " + name);
    }
    const Tensor made = upload(found->second, true);
    names_[made.buffer()] = name;
    return weights_[name] = made;
}

const HostTensor *Run::hostWeight(const Tensor &weight) const
{
    const auto found = names_.find(weight.buffer());
    return found == names_.end() ? nullptr : &host_.at(found->second);
}

Tensor Run::convertedWeight(const Tensor &weight, Dtype dtype)
{
    const std::string key = std::string(nameOf(dtype)) + " " + std::to_string(reinterpret_cast<uintptr_t>(weight.buffer())) + " " +
                            std::to_string(weight.offset()) + text(weight.shape()) + text(weight.strides());
    const auto known = made_.find(key);
    return known != made_.end() ? known->second : made_[key] = weight.to(dtype);
}

Tensor Run::madeWeight(const std::string &key, const std::function<HostTensor()> &make)
{
    const auto known = made_.find(key);
    return known != made_.end() ? known->second : made_[key] = upload(make(), true);
}

int64_t Run::extent(const Tensor &input, int64_t dim, int64_t low, int64_t high, const char *name) const
{
    const int64_t found = input.size(dim);
    if (found < low || found > high)
    {
        throw Error("dimension " + std::to_string(dim) + " of input " + name + " is " + std::to_string(found) +
                    "; the model was exported for extents from " + std::to_string(low) + " to " + std::to_string(high));
    }
    return found;
}

Tensor Run::op(const char *name, const Shape &shape, const std::function<tpudnnStatus_t(Op &)> &call)
{
    const size_t number = numberOf(name);
    const Operator &about = program.operators[number];
    Op op(*this, about, precisions_[number], shape);
    const auto failed = [&](const std::string &why) { return Error(describe(about) + " on chip " + chip_.chip + ": " + why); };
    if (product(shape) == 0)
    {
        return op.result();
    }
    tpudnnClearLastError();
    tpudnnStatus_t status = TPUDNN_STATUS_SUCCESS;
    try
    {
        status = call(op);
    }
    catch (const Error &error)
    {
        throw failed(error.what());
    }
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        throw failed(tpudnnGetLastError());
    }
    return op.result();
}

} // namespace tpu_export
