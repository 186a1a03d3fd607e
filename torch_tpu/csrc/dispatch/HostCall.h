#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

#include <unordered_map>
#include <vector>

namespace tpu::dispatch
{

/// Host copies of the tpu tensors of one call. Tensors that share a storage share it on the host too; strides, offsets to each other
/// and gaps are kept. Sparse tensors have a copy each. After the call whatever the host changed goes back, whether the schema declares it
/// or not.
class HostImages
{
public:
    /// Notes a tensor of the call; `declared`: the schema says that it is written.
    /// `output`: it is written and not read.
    void add(const at::Tensor &tensor, bool declared, bool output);
    /// Copies what was added to the host; outputs too, whose gaps and shapes a kernel may leave.
    void load();
    /// The same without outputs.
    void loadInputs();
    /// The host's tensor for a device tensor that was added.
    const at::Tensor &hostOf(const at::Tensor &tensor) const;
    /// Writes back what changed: shape, strides and contents.
    void store();
    /// The device tensor of which `host` is the image, or a view of its storage if `host` is a view of the image's; else undefined.
    at::Tensor deviceOf(const at::Tensor &host) const;

private:
    struct Image
    {
        at::Tensor device;
        at::Tensor host;
        size_t block;
        bool declared;
        bool output;
    };

    /// The bytes [begin, begin + size) of a device storage.
    struct Block
    {
        c10::Storage device;
        c10::Storage host;
        size_t begin = SIZE_MAX;
        size_t end = 0;
        size_t used = 0;         // bytes of the images, each counted
        bool undeclared = false; // some image is not declared as written
        bool loaded = true;
        uint64_t digest = 0; // before the call
    };

    /// A tensor without a storage of its own: sparse.
    struct Whole
    {
        at::Tensor device;
        at::Tensor host;
        bool declared;
        uint64_t digest = 0; // before the call
    };

    void loadBlock(size_t index);
    void storeImage(Image &image);

    std::vector<Image> images_;
    std::vector<Whole> wholes_;
    std::vector<Block> blocks_;
    std::unordered_map<const c10::TensorImpl *, size_t> by_device_;
    std::unordered_map<const c10::TensorImpl *, size_t> by_host_;
    std::unordered_map<const c10::StorageImpl *, size_t> by_storage_;
};

/// Which kernel of an operator runs on the host.
enum class HostKernel
{
    cpu,        // the one for strided tensors
    dispatched, // the dispatcher's choice, by the layouts of the host's tensors
};

/// Calls `op`, whose arguments are on top of the stack, on the CPU. Results lie on the device that the call names, else on that of its
/// tpu tensors; a result that is an argument is that argument, a result that is a view of one is a view of it.
/// Raises where the tensors lie on different devices.
void callOnHost(const c10::OperatorHandle &op, torch::jit::Stack *stack, HostKernel kernel = HostKernel::cpu);

} // namespace tpu::dispatch
