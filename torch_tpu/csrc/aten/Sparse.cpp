// Sparse tensors: indices and values lie on the device, what is computed with them is computed on the CPU.

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/_coalesced_native.h>
#include <ATen/ops/_indices_native.h>
#include <ATen/ops/_nnz_native.h>
#include <ATen/ops/_sparse_coo_tensor_with_dims_and_tensors_native.h>
#include <ATen/ops/_sparse_coo_tensor_with_dims_native.h>
#include <ATen/ops/_values_native.h>
#include <ATen/ops/ccol_indices_native.h>
#include <ATen/ops/clone_native.h>
#include <ATen/ops/col_indices_native.h>
#include <ATen/ops/copy_native.h>
#include <ATen/ops/copy_sparse_to_sparse_native.h>
#include <ATen/ops/crow_indices_native.h>
#include <ATen/ops/dense_dim_native.h>
#include <ATen/ops/empty_native.h>
#include <ATen/ops/indices_native.h>
#include <ATen/ops/is_coalesced_native.h>
#include <ATen/ops/resize_as_sparse_native.h>
#include <ATen/ops/row_indices_native.h>
#include <ATen/ops/sparse_dim_native.h>
#include <ATen/ops/sparse_resize_and_clear_native.h>
#include <ATen/ops/sparse_resize_native.h>
#include <ATen/ops/values_native.h>
#include <c10/core/DeviceGuard.h>
#include <torch/library.h>

#include <optional>

#include "core/Device.h"
#include "core/Registration.h"
#include "dispatch/HostCall.h"
#include "dispatch/Operator.h"

namespace tpu
{
namespace
{

using at::Tensor;

void onHost(const c10::OperatorHandle &op, torch::jit::Stack *stack)
{
    dispatch::Operator::of(c10::toString(op.operator_name())).countFallback("sparse tensors are computed on the CPU");
    dispatch::callOnHost(op, stack, dispatch::HostKernel::dispatched);
}

// The parts of a new tensor are made on the current device.
Tensor empty(at::IntArrayRef size, std::optional<at::ScalarType> dtype, std::optional<at::Layout> layout, std::optional<at::Device> device,
             std::optional<bool> pin_memory, std::optional<at::MemoryFormat> format)
{
    const c10::OptionalDeviceGuard guard(device);
    return at::native::empty_sparse(size, dtype, layout, device, pin_memory, format);
}

Tensor withDims(int64_t sparse_dim, int64_t dense_dim, at::IntArrayRef size, std::optional<at::ScalarType> dtype,
                std::optional<at::Layout> layout, std::optional<at::Device> device, std::optional<bool> pin_memory)
{
    const c10::OptionalDeviceGuard guard(device);
    return at::native::new_with_dims_sparse(sparse_dim, dense_dim, size, dtype, layout, device, pin_memory);
}

Tensor withTensors(int64_t sparse_dim, int64_t dense_dim, c10::SymIntArrayRef size, const Tensor &indices, const Tensor &values,
                   std::optional<at::ScalarType> dtype, std::optional<at::Layout> layout, std::optional<at::Device> device,
                   std::optional<bool> pin_memory, std::optional<bool> is_coalesced)
{
    const c10::DeviceGuard guard(values.device());
    return at::native::new_with_dims_and_tensor_sparse_symint(sparse_dim, dense_dim, size, indices, values, dtype, layout, device,
                                                              pin_memory, is_coalesced);
}

Tensor clone(const Tensor &self, std::optional<at::MemoryFormat> format)
{
    const c10::DeviceGuard guard(self.device());
    return at::native::clone_sparse(self, format);
}

Tensor &zero_(Tensor &self)
{
    return const_cast<Tensor &>(at::native::sparse_resize_and_clear_(self, self.sizes(), self.sparse_dim(), self.dense_dim()));
}

// How a result of the CPU reaches a tensor that the operator wrote.
Tensor copy_from_and_resize(const Tensor &src, const Tensor &dst)
{
    Tensor written = dst;
    return at::native::copy_sparse_(written, src, false);
}

Tensor copy_compressed_and_resize(const Tensor &src, const Tensor &dst)
{
    Tensor written = at::native::resize_as_sparse_compressed_(dst, src);
    return at::native::copy_sparse_compressed_(written, src, false);
}

// The rest of what the CPU has a sparse kernel for. (PyTorch's kernels for all backends would win over a fallback; they are for strided
// tensors.)
void implementRest(c10_tpu::Registration &library, c10::DispatchKey cpu, c10::DispatchKey tpu)
{
    c10::Dispatcher &dispatcher = c10::Dispatcher::singleton();
    for (const c10::OperatorName &name : dispatcher.getAllOpNames())
    {
        const auto op = dispatcher.findOp(name);
        if (name.name.rfind("aten::", 0) == 0 && op.has_value() && op->hasKernelForDispatchKey(cpu) && !op->hasKernelForDispatchKey(tpu))
        {
            library.impl(c10::toString(name).c_str(), torch::CppFunction::makeFromBoxedFunction<&onHost>());
        }
    }
}

TPU_REGISTRATION(aten, SparsePrivateUse1, m)
{
    m.impl("empty.memory_format", TORCH_FN(empty));
    m.impl("_sparse_coo_tensor_with_dims", TORCH_FN(withDims));
    m.impl("_sparse_coo_tensor_with_dims_and_tensors", TORCH_FN(withTensors));
    m.impl("sparse_dim", TORCH_FN(at::native::sparse_dim_sparse));
    m.impl("_dimI", TORCH_FN(at::native::sparse_dim_sparse));
    m.impl("dense_dim", TORCH_FN(at::native::dense_dim_sparse));
    m.impl("_dimV", TORCH_FN(at::native::dense_dim_sparse));
    m.impl("_nnz", TORCH_FN(at::native::_nnz_sparse));
    m.impl("is_coalesced", TORCH_FN(at::native::is_coalesced_sparse));
    m.impl("_coalesced_", TORCH_FN(at::native::_coalesced_sparse_));
    m.impl("_indices", TORCH_FN(at::native::_indices_sparse));
    m.impl("_values", TORCH_FN(at::native::_values_sparse));
    m.impl("indices", TORCH_FN(at::native::indices_sparse));
    m.impl("values", TORCH_FN(at::native::values_sparse));
    m.impl("clone", TORCH_FN(clone));
    m.impl("zero_", TORCH_FN(zero_));
    m.impl("copy_", TORCH_FN(at::native::copy_sparse_wrapper_));
    m.impl("copy_sparse_to_sparse_", TORCH_FN(at::native::copy_sparse_));
    m.impl("sparse_resize_", TORCH_FN(at::native::sparse_resize_));
    m.impl("sparse_resize_and_clear_", TORCH_FN(at::native::sparse_resize_and_clear_));
    m.impl("resize_as_sparse_", TORCH_FN(at::native::resize_as_sparse_));
    m.impl("_copy_from_and_resize", TORCH_FN(copy_from_and_resize));
    implementRest(m, c10::DispatchKey::SparseCPU, c10::DispatchKey::SparsePrivateUse1);
}

TPU_REGISTRATION(aten, SparseCsrPrivateUse1, m)
{
    m.impl("empty.memory_format", TORCH_FN(at::native::empty_sparse_compressed));
    m.impl("sparse_dim", TORCH_FN(at::native::sparse_dim_sparse_csr));
    m.impl("dense_dim", TORCH_FN(at::native::dense_dim_sparse_csr));
    m.impl("_nnz", TORCH_FN(at::native::_nnz_sparse_csr));
    m.impl("values", TORCH_FN(at::native::values_sparse_csr));
    m.impl("crow_indices", TORCH_FN(at::native::crow_indices_sparse_csr));
    m.impl("col_indices", TORCH_FN(at::native::col_indices_sparse_csr));
    m.impl("ccol_indices", TORCH_FN(at::native::ccol_indices_sparse_csr));
    m.impl("row_indices", TORCH_FN(at::native::row_indices_sparse_csr));
    m.impl("clone", TORCH_FN(at::native::clone_sparse_compressed));
    m.impl("copy_", TORCH_FN(at::native::copy_sparse_compressed_));
    m.impl("resize_as_sparse_", TORCH_FN(at::native::resize_as_sparse_compressed_));
    m.impl("_copy_from_and_resize", TORCH_FN(copy_compressed_and_resize));
    implementRest(m, c10::DispatchKey::SparseCsrCPU, c10::DispatchKey::SparseCsrPrivateUse1);
}

TPU_REGISTRATION(_, SparsePrivateUse1, m) { m.fallback(torch::CppFunction::makeFromBoxedFunction<&onHost>()); }

TPU_REGISTRATION(_, SparseCsrPrivateUse1, m) { m.fallback(torch::CppFunction::makeFromBoxedFunction<&onHost>()); }

} // namespace
} // namespace tpu
