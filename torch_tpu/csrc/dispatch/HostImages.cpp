// Tensors of a call that runs on the host: there and back.

#include <ATen/EmptyTensor.h>
#include <ATen/ops/_copy_from.h>
#include <ATen/ops/_copy_from_and_resize.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>

#include <algorithm>
#include <cstring>

#include "core/Device.h"
#include "core/Status.h"
#include "core/Stream.h"
#include "dispatch/HostCall.h"
#include "dispatch/StorageView.h"

namespace tpu::dispatch
{
namespace
{

// A number that differs where the bytes differ: a change of one word always shows, others but for a chance of 2^-64.
uint64_t digestOf(const c10::Storage &storage)
{
    constexpr size_t kLanes = 8; // independent, so that memory is the limit
    constexpr uint64_t kPrime = 0x9E3779B185EBCA87ULL;
    const auto *bytes = static_cast<const unsigned char *>(storage.data());
    const size_t size = storage.nbytes();
    uint64_t lanes[kLanes] = {size, 1, 2, 3, 4, 5, 6, 7};
    const auto mix = [](uint64_t state, uint64_t word) {
        const uint64_t mixed = (state ^ word) * kPrime;
        return mixed << 31 | mixed >> 33;
    };
    size_t at = 0;
    for (; at + sizeof lanes <= size; at += sizeof lanes)
    {
        uint64_t words[kLanes];
        std::memcpy(words, bytes + at, sizeof words);
        for (size_t i = 0; i < kLanes; ++i)
        {
            lanes[i] = mix(lanes[i], words[i]);
        }
    }
    for (; at < size; at += sizeof(uint64_t))
    {
        uint64_t word = 0;
        std::memcpy(&word, bytes + at, std::min(sizeof word, size - at));
        lanes[0] = mix(lanes[0], word);
    }
    uint64_t digest = 0;
    for (const uint64_t lane : lanes)
    {
        digest = mix(digest, lane);
    }
    return digest;
}

// The strided tensors that a sparse one is made of.
std::vector<at::Tensor> componentsOf(const at::Tensor &sparse)
{
    switch (sparse.layout())
    {
    case at::kSparse:
        return {sparse._indices(), sparse._values()};
    case at::kSparseCsr:
    case at::kSparseBsr:
        return {sparse.crow_indices(), sparse.col_indices(), sparse.values()};
    case at::kSparseCsc:
    case at::kSparseBsc:
        return {sparse.ccol_indices(), sparse.row_indices(), sparse.values()};
    default:
        TORCH_CHECK_NOT_IMPLEMENTED(false, "tensors of layout ", sparse.layout(), " do not run on the tpu device");
    }
}

// Of contents and shapes.
uint64_t digestOfSparse(const at::Tensor &sparse)
{
    uint64_t digest = 0;
    const auto add = [&digest](uint64_t word) { digest = (digest ^ word) * 0x9E3779B185EBCA87ULL + (digest >> 29); };
    for (const int64_t size : sparse.sizes())
    {
        add(static_cast<uint64_t>(size));
    }
    for (const at::Tensor &component : componentsOf(sparse))
    {
        add(static_cast<uint64_t>(component.numel()));
        add(digestOf(component.contiguous().storage()));
    }
    return digest;
}

bool sameGeometry(const at::Tensor &left, const at::Tensor &right)
{
    return left.sizes() == right.sizes() && left.strides() == right.strides();
}

} // namespace

void HostImages::add(const at::Tensor &tensor, bool declared, bool output)
{
    if (tensor.layout() != at::kStrided)
    {
        const auto same = [&](const Whole &whole) { return whole.device.is_same(tensor); };
        const auto found = std::find_if(wholes_.begin(), wholes_.end(), same);
        if (found == wholes_.end())
        {
            wholes_.push_back({tensor, {}, declared});
        }
        else
        {
            found->declared = found->declared || declared;
        }
        return;
    }
    const auto [known, is_new] = by_device_.try_emplace(tensor.unsafeGetTensorImpl(), images_.size());
    if (!is_new)
    {
        images_[known->second].declared = images_[known->second].declared || declared;
        images_[known->second].output = images_[known->second].output && output;
        return;
    }
    const c10::Storage &storage = tensor.unsafeGetTensorImpl()->unsafe_storage();
    size_t index = 0;
    while (index < blocks_.size() && blocks_[index].device.unsafeGetStorageImpl() != storage.unsafeGetStorageImpl())
    {
        ++index;
    }
    if (index == blocks_.size())
    {
        blocks_.emplace_back().device = storage;
    }
    const auto [begin, end] = byteSpan(tensor);
    Block &block = blocks_[index];
    block.begin = std::min(block.begin, begin);
    block.end = std::max(block.end, end);
    block.used += tensor.nbytes();
    images_.push_back({tensor, {}, index, declared, output});
}

void HostImages::loadInputs()
{
    for (Block &block : blocks_)
    {
        block.loaded = false;
    }
    for (const Image &image : images_)
    {
        blocks_[image.block].loaded = blocks_[image.block].loaded || !image.output;
    }
    load();
}

void HostImages::load()
{
    for (const Image &image : images_)
    {
        blocks_[image.block].undeclared = blocks_[image.block].undeclared || !image.declared;
    }
    for (size_t i = 0; i < blocks_.size(); ++i)
    {
        loadBlock(i);
    }
    for (Whole &whole : wholes_)
    {
        whole.host = whole.device.to(at::kCPU);
        whole.digest = whole.declared ? 0 : digestOfSparse(whole.host);
    }
}

void HostImages::loadBlock(size_t index)
{
    constexpr size_t kMostGaps = 4; // with more, only the elements travel
    Block &block = blocks_[index];
    block.end = std::max(block.begin, block.end);
    const size_t bytes = block.end - block.begin;
    block.host = at::empty({static_cast<int64_t>(bytes)}, at::kByte).storage();
    by_storage_.emplace(block.host.unsafeGetStorageImpl(), index);
    const bool whole = block.loaded && bytes <= kMostGaps * block.used;
    if (whole && bytes > 0)
    {
        const auto *source = static_cast<const char *>(block.device.data()) + block.begin;
        TPU_CHECK_STATUS(tpudnnMemcpyD2H(c10_tpu::getCurrentTPUStream(), block.host.mutable_data(), source, bytes));
    }
    else if (bytes > 0)
    {
        std::memset(block.host.mutable_data(), 0, bytes);
    }
    for (size_t i = 0; i < images_.size(); ++i)
    {
        Image &image = images_[i];
        if (image.block != index)
        {
            continue;
        }
        image.host = storageView(block.host, image.device, -static_cast<int64_t>(block.begin));
        by_host_.emplace(image.host.unsafeGetTensorImpl(), i);
        if (block.loaded && !whole && image.device.numel() > 0)
        {
            at::_copy_from(withoutRepeats(image.device), withoutRepeats(image.host));
        }
        if (image.device.unsafeGetTensorImpl()->is_wrapped_number())
        {
            image.host.unsafeGetTensorImpl()->set_wrapped_number(true); // decides the result's dtype
        }
    }
    if (block.undeclared)
    {
        block.digest = digestOf(block.host);
    }
}

const at::Tensor &HostImages::hostOf(const at::Tensor &tensor) const
{
    for (const Whole &whole : wholes_)
    {
        if (whole.device.is_same(tensor))
        {
            return whole.host;
        }
    }
    return images_[by_device_.at(tensor.unsafeGetTensorImpl())].host;
}

void HostImages::store()
{
    // Schemas do not tell everything: native_batch_norm writes running statistics that it calls plain inputs.
    std::vector<bool> changed(blocks_.size());
    for (size_t i = 0; i < blocks_.size(); ++i)
    {
        changed[i] = blocks_[i].undeclared && digestOf(blocks_[i].host) != blocks_[i].digest;
    }
    for (Image &image : images_)
    {
        if (image.declared || changed[image.block] || !sameGeometry(image.host, image.device))
        {
            storeImage(image);
        }
    }
    for (const Whole &whole : wholes_)
    {
        if (whole.declared || digestOfSparse(whole.host) != whole.digest)
        {
            at::_copy_from_and_resize(whole.host, whole.device);
        }
    }
}

void HostImages::storeImage(Image &image)
{
    if (!sameGeometry(image.host, image.device))
    {
        const auto bytes = at::detail::computeStorageNbytes(image.host.sizes(), image.host.strides(), image.host.itemsize());
        image.device.resize_({0}); // so that the next one looks at the storage, also if there are as many elements already
        image.device.resize_({static_cast<int64_t>(bytes / image.host.itemsize())}); // as much memory as the strides reach
        image.device.as_strided_(image.host.sizes(), image.host.strides());
    }
    if (image.device.numel() > 0)
    {
        at::_copy_from(withoutRepeats(image.host), withoutRepeats(image.device));
    }
}

at::Tensor HostImages::deviceOf(const at::Tensor &host) const
{
    if (const auto image = by_host_.find(host.unsafeGetTensorImpl()); image != by_host_.end())
    {
        return images_[image->second].device;
    }
    for (const Whole &whole : wholes_)
    {
        if (whole.host.is_same(host))
        {
            return whole.device;
        }
    }
    const auto *storage = host.has_storage() ? host.unsafeGetTensorImpl()->unsafe_storage().unsafeGetStorageImpl() : nullptr;
    const auto found = by_storage_.find(storage);
    if (found == by_storage_.end() || host.numel() == 0)
    {
        return {};
    }
    const Block &block = blocks_[found->second];
    return storageView(block.device, host, static_cast<int64_t>(block.begin));
}

} // namespace tpu::dispatch
