// Memory descriptors, device memory, copies.
#include <cstring>

#include "runtime.h"

using namespace tpusim;
using namespace tpusim::bm_a;

bm_mem_type_t bm_mem_get_type(struct bm_mem_desc mem) { return mem.flags.u.mem_type; }
unsigned long long bm_mem_get_device_addr(struct bm_mem_desc mem) { return mem.u.device.device_addr; }
void bm_mem_set_device_addr(struct bm_mem_desc *pmem, unsigned long long addr) { pmem->u.device.device_addr = addr; }
unsigned int bm_mem_get_device_size(struct bm_mem_desc mem) { return mem.size; }
void bm_mem_set_device_size(struct bm_mem_desc *pmem, unsigned int size) { pmem->size = size; }
void *bm_mem_get_system_addr(struct bm_mem_desc mem) { return mem.u.system.system_addr; }
void bm_mem_set_system_addr(struct bm_mem_desc *pmem, void *addr) { pmem->u.system.system_addr = addr; }

void bm_set_device_mem(bm_device_mem_t *pmem, unsigned int size, unsigned long long addr) { *pmem = bm_mem_from_device(addr, size); }

bm_device_mem_t bm_mem_from_device(unsigned long long device_addr, unsigned int len)
{
    bm_device_mem_t mem = {};
    mem.u.device.device_addr = device_addr;
    mem.u.device.dmabuf_fd = -1;
    mem.flags.u.mem_type = BM_MEM_TYPE_DEVICE;
    mem.size = len;
    return mem;
}

bm_system_mem_t bm_mem_from_system(void *system_addr)
{
    bm_system_mem_t mem = {};
    mem.u.system.system_addr = system_addr;
    mem.flags.u.mem_type = BM_MEM_TYPE_SYSTEM;
    return mem;
}

bm_device_mem_t bm_mem_null(void)
{
    bm_device_mem_t mem = bm_mem_from_device(BM_MEM_ADDR_NULL, 0);
    mem.flags.u.mem_type = BM_MEM_TYPE_INVALID;
    return mem;
}

bm_status_t bm_malloc_device_byte(bm_handle_t handle, bm_device_mem_t *pmem, unsigned int size)
{
    return entry("bm_malloc_device_byte", [&] {
        bm_context *ctx = context(handle, "bm_malloc_device_byte");
        if (ctx == nullptr)
        {
            return BM_ERR_PARAM;
        }
        if (pmem == nullptr || size == 0)
        {
            return fail(BM_ERR_PARAM, pmem == nullptr ? "bm_malloc_device_byte: pmem is null" : "bm_malloc_device_byte: size is 0");
        }
        Runtime &rt = *runtime();
        Device &device = *ctx->device;
        if (rt.injection.due(TPUSIM_ALLOCATION))
        {
            return fail(BM_ERR_NOMEM, "bm_malloc_device_byte: " + injected(TPUSIM_ALLOCATION));
        }
        const std::uint64_t address = device.memory.allocate(size);
        if (address == 0)
        {
            return fail(BM_ERR_NOMEM, "bm_malloc_device_byte: out of memory: " + std::to_string(size) + " bytes asked for, " +
                                          std::to_string(device.memory.bytes_in_use()) + " of " + std::to_string(rt.settings.memory_bytes) +
                                          " in use");
        }
        rt.trace.write(device.id, rt.trace.line("malloc").hex("address", address).number("bytes", size));
        *pmem = bm_mem_from_device(address, size);
        return BM_SUCCESS;
    });
}

bm_status_t bm_get_gmem_total_heap_num(bm_handle_t handle, unsigned int *heap_num)
{
    if (context(handle, "bm_get_gmem_total_heap_num") == nullptr)
    {
        return BM_ERR_PARAM;
    }
    if (heap_num == nullptr)
    {
        return fail(BM_ERR_PARAM, "bm_get_gmem_total_heap_num: heap_num is null");
    }
    *heap_num = 1;
    return BM_SUCCESS;
}

bm_status_t bm_get_gmem_heap_stat_byte_by_id(bm_handle_t handle, bm_heap_stat_byte_t *pheap_byte, unsigned int heap_id)
{
    bm_context *ctx = context(handle, "bm_get_gmem_heap_stat_byte_by_id");
    if (ctx == nullptr)
    {
        return BM_ERR_PARAM;
    }
    if (pheap_byte == nullptr || heap_id != 0)
    {
        return fail(BM_ERR_PARAM, pheap_byte == nullptr
                                      ? "bm_get_gmem_heap_stat_byte_by_id: pheap_byte is null"
                                      : "bm_get_gmem_heap_stat_byte_by_id: heap " + std::to_string(heap_id) + " is none; there is heap 0");
    }
    const std::uint64_t total = runtime()->settings.memory_bytes;
    const std::uint64_t used = ctx->device->memory.bytes_in_use();
    *pheap_byte = {heap_id, total, total - used, used, ctx->device->memory.first_address()};
    return BM_SUCCESS;
}

bm_status_t bm_malloc_device_dword(bm_handle_t handle, bm_device_mem_t *pmem, int count)
{
    return entry("bm_malloc_device_dword", [&] {
        return count > 0 ? bm_malloc_device_byte(handle, pmem, 4U * static_cast<unsigned>(count))
                         : fail(BM_ERR_PARAM, "bm_malloc_device_dword: count is not positive");
    });
}

void bm_free_device(bm_handle_t handle, bm_device_mem_t mem)
{
    entry("bm_free_device", [&] {
        bm_context *ctx = context(handle, "bm_free_device");
        if (ctx == nullptr)
        {
            return BM_ERR_PARAM;
        }
        static const std::string name = "bm_free_device"; // short: no memory of its own
        Device &device = *ctx->device;
        const std::uint64_t address = bm_mem_get_device_addr(mem);
        try
        {
            const std::uint64_t sequence = ++device.sequence;
            device.memory.free(address, {name, "mem", sequence});
            device.memory.release(sequence + 1);
            runtime()->trace.write(device.id, runtime()->trace.line("free").hex("address", address));
        }
        catch (const Fault &fault)
        {
            return fail(BM_ERR_FAILURE, fault.what());
        }
        return BM_SUCCESS;
    });
}

namespace
{

struct Range
{
    Device &device;
    std::uint64_t address;
    std::uint64_t bytes;
    const char *argument;

    std::byte *resolve(const std::string &function) const
    {
        return static_cast<std::byte *>(device.memory.resolve(address, bytes, {function, argument, ++device.sequence}));
    }
};

Work copied(std::uint64_t bytes) { return {static_cast<double>(bytes) / chip.bytes_per_ns, bytes}; }

bm_status_t host_to_device(const char *function, bm_handle_t handle, bm_device_mem_t dst, const void *src, std::uint64_t bytes,
                           std::uint64_t offset)
{
    return entry(function, [&] {
        bm_context *ctx = context(handle, function);
        if (ctx == nullptr || (src == nullptr && bytes > 0))
        {
            return ctx == nullptr ? BM_ERR_PARAM : fail(BM_ERR_PARAM, std::string(function) + ": src is null");
        }
        const Range to{*ctx->device, bm_mem_get_device_addr(dst) + offset, bytes, "dst"};
        const TraceLine line = runtime()->trace.line("s2d").hex("dst", to.address).number("bytes", static_cast<double>(bytes));
        return bytes == 0 ? BM_SUCCESS : traced(to.device, line, [&] {
            runtime()->injection.fault_if_due(TPUSIM_COPY, function);
            std::memcpy(to.resolve(function), src, bytes);
            return copied(bytes);
        });
    });
}

bm_status_t device_to_host(const char *function, bm_handle_t handle, void *dst, bm_device_mem_t src, std::uint64_t bytes,
                           std::uint64_t offset)
{
    return entry(function, [&] {
        bm_context *ctx = context(handle, function);
        if (ctx == nullptr || (dst == nullptr && bytes > 0))
        {
            return ctx == nullptr ? BM_ERR_PARAM : fail(BM_ERR_PARAM, std::string(function) + ": dst is null");
        }
        const Range from{*ctx->device, bm_mem_get_device_addr(src) + offset, bytes, "src"};
        const TraceLine line = runtime()->trace.line("d2s").hex("src", from.address).number("bytes", static_cast<double>(bytes));
        return bytes == 0 ? BM_SUCCESS : traced(from.device, line, [&] {
            runtime()->injection.fault_if_due(TPUSIM_COPY, function);
            std::memcpy(dst, from.resolve(function), bytes);
            return copied(bytes);
        });
    });
}

bm_status_t device_to_device(const std::string &function, const Range &to, const Range &from)
{
    const TraceLine line =
        runtime()->trace.line("d2d").hex("dst", to.address).hex("src", from.address).number("bytes", static_cast<double>(to.bytes));
    return to.bytes == 0 ? BM_SUCCESS : traced(to.device, line, [&] {
        runtime()->injection.fault_if_due(TPUSIM_COPY, function);
        const std::byte *source = from.resolve(function);
        std::memmove(to.resolve(function), source, to.bytes);
        return to.device.id == from.device.id ? copied(2 * to.bytes) // read and written
                                              : crossed(chip, from.device.id, to.device.id, runtime()->settings.devices, to.bytes);
    });
}

} // namespace

bm_status_t bm_memcpy_s2d(bm_handle_t handle, bm_device_mem_t dst, void *src)
{
    return host_to_device("bm_memcpy_s2d", handle, dst, src, dst.size, 0);
}

bm_status_t bm_memcpy_s2d_partial(bm_handle_t handle, bm_device_mem_t dst, void *src, unsigned int size)
{
    return host_to_device("bm_memcpy_s2d_partial", handle, dst, src, size, 0);
}

bm_status_t bm_memcpy_s2d_partial_offset(bm_handle_t handle, bm_device_mem_t dst, void *src, unsigned int size, unsigned int offset)
{
    return host_to_device("bm_memcpy_s2d_partial_offset", handle, dst, src, size, offset);
}

bm_status_t bm_memcpy_d2s(bm_handle_t handle, void *dst, bm_device_mem_t src)
{
    return device_to_host("bm_memcpy_d2s", handle, dst, src, src.size, 0);
}

bm_status_t bm_memcpy_d2s_partial(bm_handle_t handle, void *dst, bm_device_mem_t src, unsigned int size)
{
    return device_to_host("bm_memcpy_d2s_partial", handle, dst, src, size, 0);
}

bm_status_t bm_memcpy_d2s_partial_offset(bm_handle_t handle, void *dst, bm_device_mem_t src, unsigned int size, unsigned int offset)
{
    return device_to_host("bm_memcpy_d2s_partial_offset", handle, dst, src, size, offset);
}

bm_status_t bm_memcpy_d2d_byte(bm_handle_t handle, bm_device_mem_t dst, size_t dst_offset, bm_device_mem_t src, size_t src_offset,
                               size_t size)
{
    return entry("bm_memcpy_d2d_byte", [&] {
        bm_context *ctx = context(handle, "bm_memcpy_d2d_byte");
        if (ctx == nullptr)
        {
            return BM_ERR_PARAM;
        }
        return device_to_device("bm_memcpy_d2d_byte", {*ctx->device, bm_mem_get_device_addr(dst) + dst_offset, size, "dst"},
                                {*ctx->device, bm_mem_get_device_addr(src) + src_offset, size, "src"});
    });
}

bm_status_t bm_memcpy_d2d(bm_handle_t handle, bm_device_mem_t dst, int dst_offset, bm_device_mem_t src, int src_offset, int len)
{
    return entry("bm_memcpy_d2d", [&] {
        if (dst_offset < 0 || src_offset < 0 || len < 0)
        {
            return fail(BM_ERR_PARAM, "bm_memcpy_d2d: an offset or the length is negative");
        }
        constexpr std::size_t dword = 4;
        return bm_memcpy_d2d_byte(handle, dst, dword * static_cast<std::size_t>(dst_offset), src,
                                  dword * static_cast<std::size_t>(src_offset), dword * static_cast<std::size_t>(len));
    });
}

bm_status_t bm_memcpy_p2p(bm_handle_t handle_src, bm_device_mem_t src, bm_handle_t handle_dst, bm_device_mem_t dst)
{
    return entry("bm_memcpy_p2p", [&] {
        bm_context *from = context(handle_src, "bm_memcpy_p2p");
        bm_context *to = context(handle_dst, "bm_memcpy_p2p");
        if (from == nullptr || to == nullptr)
        {
            return BM_ERR_PARAM;
        }
        if (src.size > dst.size)
        {
            return fail(BM_ERR_PARAM, "bm_memcpy_p2p: src has " + std::to_string(src.size) + " bytes, dst " + std::to_string(dst.size));
        }
        return device_to_device("bm_memcpy_p2p", {*to->device, bm_mem_get_device_addr(dst), src.size, "dst"},
                                {*from->device, bm_mem_get_device_addr(src), src.size, "src"});
    });
}

bm_status_t bm_memset_device_ext(bm_handle_t handle, void *value, int mode, bm_device_mem_t mem)
{
    const char *name = "bm_memset_device_ext";
    return entry("bm_memset_device_ext", [&] {
        bm_context *ctx = context(handle, name);
        if (ctx == nullptr)
        {
            return BM_ERR_PARAM;
        }
        if (value == nullptr || mode < 1 || mode > 4)
        {
            return fail(BM_ERR_PARAM, std::string(name) + ": value is null or mode " + std::to_string(mode) + " is not 1 to 4");
        }
        const Range to{*ctx->device, bm_mem_get_device_addr(mem), mem.size, "mem"};
        const TraceLine line = runtime()
                                   ->trace.line("memset")
                                   .hex("dst", to.address)
                                   .number("bytes", mem.size)
                                   .bytes("value", value, static_cast<std::size_t>(mode));
        return mem.size == 0 ? BM_SUCCESS : traced(to.device, line, [&] {
            runtime()->injection.fault_if_due(TPUSIM_COPY, name);
            std::byte *dst = to.resolve(name);
            for (unsigned i = 0; i < mem.size; ++i)
            {
                dst[i] = static_cast<const std::byte *>(value)[i % static_cast<unsigned>(mode)];
            }
            return copied(mem.size);
        });
    });
}

bm_status_t bm_memset_device(bm_handle_t handle, const int value, bm_device_mem_t mem)
{
    int copy = value;
    return bm_memset_device_ext(handle, &copy, sizeof copy, mem);
}
