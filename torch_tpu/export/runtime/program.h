// What a generated program and the runtime know of each other: the tables that model.cpp defines, and how its operators are called.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "config.h"
#include "files.h"
#include "tensor.h"

namespace tpu_export
{

/// An operator as it was traced.
struct Operator
{
    const char *name;  // module path and operator: "layer1.conv1.convolution"
    const char *aten;  // overload
    const char *place; // in the module and its source
    Dtype result;      // data type of what it gives
    Dtype compute;     // data type that it computes in; the configuration may say another one where that is a floating type
    bool fp8;          // may compute in FP8
    double largest_left, largest_right; // of FP8: the largest numbers seen in its operands
};

struct Value
{
    const char *name;
    Dtype dtype;
    Shape shape; // of a sample, without the dimension of the batch; -1: any extent
};

struct Program
{
    const char *name;
    const char *data; // where the export lies, seen from the binary's folder
    int64_t batch;    // samples at a time
    bool fixed_batch; // it takes no other number
    std::vector<Value> inputs, outputs;
    std::vector<Operator> operators;
};

/// Of model.cpp.
extern const Program program;
class Run;
std::vector<Tensor> forward(Run &run, const std::vector<Tensor> &inputs);

/// One call of an operator: its operands in the operator's precision, its result, and what has to live until it is queued.
class Op
{
public:
    Op(Run &run, const Operator &about, Dtype precision, Shape shape);

    operator tpudnnHandle_t() const; // the first argument of a C API call
    tpudnnTensor_t operator()(const Tensor &tensor) { return in(tensor).view(); }
    tpudnnTensor_t out() { return result().view(); }
    /// A tensor's elements as they are: indices, masks.
    tpudnnTensor_t raw(const Tensor &tensor) { return held(tensor.rowMajor()).view(); }
    /// Of an operator that only moves elements: in its precision where it gives floating numbers, else as they are.
    Tensor moved(const Tensor &tensor) { return isFloat(about_.result) ? in(tensor) : held(tensor.rowMajor()); }
    /// A number as a tensor's data type has it.
    float number(double value) const { return rounded(value, precision_); }

    Tensor in(const Tensor &tensor) { return held(cast(tensor).rowMajor()); }
    /// As it lies where that is row-major or transposed: what matrix products take.
    Tensor matrix(const Tensor &tensor);
    Tensor &result();
    Tensor temporary(Dtype dtype, Shape shape) { return held(Tensor(*this, dtype, std::move(shape))); }
    Tensor cast(const Tensor &tensor);
    Tensor held(Tensor tensor);
    /// The result is of `dtype`, whatever the precision says.
    void gives(Dtype dtype) { result_dtype_ = dtype; }

    Run &run() { return run_; }
    Dtype precision() const { return precision_; }
    /// Whether its products are in FP8; the rest of it is in f32 then.
    bool narrows() const { return fp8_ != TPUDNN_DTYPE_UNKNOWN; }
    Dtype fp8() const { return fp8_; }
    const Operator &about() const { return about_; }
    const Shape &shape() const { return shape_; }
    bool has(const char *kernel) const;

private:
    Run &run_;
    const Operator &about_;
    Dtype precision_, fp8_ = TPUDNN_DTYPE_UNKNOWN, result_dtype_;
    Shape shape_;
    Tensor result_;
    std::vector<Tensor> held_;
};

/// A chip, the weights on it and the precision of each operator.
class Run
{
public:
    Run(const std::string &chip, const std::string &weights, const Configuration &configuration);
    ~Run();
    Run(const Run &) = delete;
    Run &operator=(const Run &) = delete;

    tpudnnHandle_t handle() const { return handle_; }
    const tpudnnDeviceProperties_t &chip() const { return chip_; }
    Dtype precisionOf(size_t number) const { return precisions_[number]; }

    Tensor weight(const std::string &name);
    /// A weight in another data type, converted once.
    Tensor convertedWeight(const Tensor &weight, Dtype dtype);
    /// A weight that the host made, once per `key`.
    Tensor madeWeight(const std::string &key, const std::function<HostTensor()> &make);
    const HostTensor *hostWeight(const Tensor &weight) const;

    Tensor upload(const HostTensor &tensor, bool weight = false);
    std::vector<char> download(const Tensor &tensor, Dtype dtype);
    void synchronize();

    /// The extent of dimension `dim` of input `name`, which has to lie between `low` and `high`: the graph was traced for these.
    int64_t extent(const Tensor &input, int64_t dim, int64_t low, int64_t high, const char *name) const;

    /// Runs operator `name`: `call` gives the status of the C API calls that it made.
    Tensor op(const char *name, const Shape &shape, const std::function<tpudnnStatus_t(Op &)> &call);

private:
    size_t numberOf(const std::string &name) const;

    tpudnnHandle_t handle_ = nullptr;
    tpudnnDeviceProperties_t chip_{};
    std::map<std::string, size_t> numbers_;
    std::vector<Dtype> precisions_;
    std::map<std::string, HostTensor> host_;
    std::map<std::string, Tensor> weights_, made_;
    std::map<const Buffer *, std::string> names_;
};

} // namespace tpu_export
