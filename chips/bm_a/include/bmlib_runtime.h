/* Runtime of the simulated chip bm_a under the names and signatures of the vendor's bmlib, so that code written for the one compiles and
 * links against the other. Only the functions that are provided are declared. Every call with a handle may be made from any thread.
 *
 * Execution is synchronous: when a copy or a launch returns, it is done. Failures leave a sentence for bmSimLastFault() (tpusim.h). */
#ifndef BMLIB_RUNTIME_H_
#define BMLIB_RUNTIME_H_

#include <stdbool.h>
#include <stddef.h>

#define DECL_EXPORT __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* Value of a device address that points nowhere. */
#define BM_MEM_ADDR_NULL (0xfffffffff)

typedef enum {
    BM_SUCCESS = 0,
    BM_ERR_DEVNOTREADY = 1,
    BM_ERR_FAILURE = 2, /* a kernel or a copy faulted */
    BM_ERR_TIMEOUT = 3,
    BM_ERR_PARAM = 4, /* bad handle, pointer, size, function or core count */
    BM_ERR_NOMEM = 5,
    BM_ERR_DATA = 6,
    BM_ERR_BUSY = 7,
    BM_ERR_NOFEATURE = 8,
    BM_NOT_SUPPORTED = 9
} bm_status_t;

typedef enum {
    BM_MEM_TYPE_DEVICE = 0,
    BM_MEM_TYPE_HOST = 1,
    BM_MEM_TYPE_SYSTEM = 2,
    BM_MEM_TYPE_INT8_DEVICE = 3,
    BM_MEM_TYPE_INVALID = 4
} bm_mem_type_t;

typedef union {
    struct {
        bm_mem_type_t mem_type : 3;
        unsigned int gmem_heapid : 3;
        unsigned int reserved : 26;
    } u;
    unsigned int rawflags;
} bm_mem_flags_t;

/* Descriptor of a piece of memory, passed by value. It does not own what it describes. */
typedef struct bm_mem_desc {
    union {
        struct {
            unsigned long device_addr;
            unsigned int reserved;
            int dmabuf_fd;
        } device;
        struct {
            void *system_addr;
            unsigned int reserved0;
            int reserved1;
        } system;
    } u;
    bm_mem_flags_t flags;
    unsigned int size; /* bytes */
} bm_mem_desc_t;

typedef struct bm_mem_desc bm_device_mem_t;
typedef struct bm_mem_desc bm_system_mem_t;

typedef struct bm_context *bm_handle_t;
typedef struct bm_module *tpu_kernel_module_t;
typedef int tpu_kernel_function_t;

/* Devices. Valid ids are 0 .. count - 1. */
DECL_EXPORT bm_status_t bm_dev_getcount(int *count);
DECL_EXPORT bm_status_t bm_dev_query(int devid);
DECL_EXPORT bm_status_t bm_dev_request(bm_handle_t *handle, int devid);
DECL_EXPORT int bm_get_devid(bm_handle_t handle);
DECL_EXPORT void bm_dev_free(bm_handle_t handle);

/* Descriptors. */
DECL_EXPORT bm_mem_type_t bm_mem_get_type(struct bm_mem_desc mem);
DECL_EXPORT unsigned long long bm_mem_get_device_addr(struct bm_mem_desc mem);
DECL_EXPORT void bm_mem_set_device_addr(struct bm_mem_desc *pmem, unsigned long long addr);
DECL_EXPORT unsigned int bm_mem_get_device_size(struct bm_mem_desc mem);
DECL_EXPORT void bm_mem_set_device_size(struct bm_mem_desc *pmem, unsigned int size);
DECL_EXPORT void bm_set_device_mem(bm_device_mem_t *pmem, unsigned int size, unsigned long long addr);
DECL_EXPORT bm_device_mem_t bm_mem_from_device(unsigned long long device_addr, unsigned int len);
DECL_EXPORT void *bm_mem_get_system_addr(struct bm_mem_desc mem);
DECL_EXPORT void bm_mem_set_system_addr(struct bm_mem_desc *pmem, void *addr);
DECL_EXPORT bm_system_mem_t bm_mem_from_system(void *system_addr);
DECL_EXPORT bm_device_mem_t bm_mem_null(void);

/* Device memory; fresh bytes hold 0xCD. bm_free_device frees at once. Sizes in bytes, those of _dword in units of 4 bytes. */
DECL_EXPORT bm_status_t bm_malloc_device_byte(bm_handle_t handle, bm_device_mem_t *pmem, unsigned int size);
DECL_EXPORT bm_status_t bm_malloc_device_dword(bm_handle_t handle, bm_device_mem_t *pmem, int count);
DECL_EXPORT void bm_free_device(bm_handle_t handle, bm_device_mem_t mem);

/* How much there is, by heap; the simulated device has one. */
typedef struct bm_heap_stat_byte {
    unsigned int heap_id;
    unsigned long long mem_total;
    unsigned long long mem_avail;
    unsigned long long mem_used;
    unsigned long long mem_start_addr;
} bm_heap_stat_byte_t;

DECL_EXPORT bm_status_t bm_get_gmem_total_heap_num(bm_handle_t handle, unsigned int *heap_num);
DECL_EXPORT bm_status_t bm_get_gmem_heap_stat_byte_by_id(bm_handle_t handle, bm_heap_stat_byte_t *pheap_byte, unsigned int heap_id);

/* Copies: s2d from host to device, d2s back, d2d inside one device, p2p between two. Sizes in bytes; those of bm_memcpy_d2d in dwords. */
DECL_EXPORT bm_status_t bm_memcpy_s2d(bm_handle_t handle, bm_device_mem_t dst, void *src);
DECL_EXPORT bm_status_t bm_memcpy_s2d_partial(bm_handle_t handle, bm_device_mem_t dst, void *src, unsigned int size);
DECL_EXPORT bm_status_t bm_memcpy_s2d_partial_offset(bm_handle_t handle, bm_device_mem_t dst, void *src, unsigned int size,
                                                     unsigned int offset);
DECL_EXPORT bm_status_t bm_memcpy_d2s(bm_handle_t handle, void *dst, bm_device_mem_t src);
DECL_EXPORT bm_status_t bm_memcpy_d2s_partial(bm_handle_t handle, void *dst, bm_device_mem_t src, unsigned int size);
DECL_EXPORT bm_status_t bm_memcpy_d2s_partial_offset(bm_handle_t handle, void *dst, bm_device_mem_t src, unsigned int size,
                                                     unsigned int offset);
DECL_EXPORT bm_status_t bm_memcpy_d2d(bm_handle_t handle, bm_device_mem_t dst, int dst_offset, bm_device_mem_t src, int src_offset,
                                      int len);
DECL_EXPORT bm_status_t bm_memcpy_d2d_byte(bm_handle_t handle, bm_device_mem_t dst, size_t dst_offset, bm_device_mem_t src,
                                           size_t src_offset, size_t size);
DECL_EXPORT bm_status_t bm_memcpy_p2p(bm_handle_t handle_src, bm_device_mem_t src, bm_handle_t handle_dst, bm_device_mem_t dst);

/* Fills mem with the 4 bytes of value, or with the first `mode` (1 to 4) bytes at value, repeated. */
DECL_EXPORT bm_status_t bm_memset_device(bm_handle_t handle, const int value, bm_device_mem_t mem);
DECL_EXPORT bm_status_t bm_memset_device_ext(bm_handle_t handle, void *value, int mode, bm_device_mem_t mem);

/* Waiting. Returns BM_ERR_FAILURE once if a kernel that was launched asynchronously on this handle faulted. */
DECL_EXPORT bm_status_t bm_device_sync(bm_handle_t handle);
DECL_EXPORT bm_status_t bm_handle_sync(bm_handle_t handle);
DECL_EXPORT bm_status_t bm_thread_sync(bm_handle_t handle);

/* Simulated time of the handle's last launch, in microseconds. */
DECL_EXPORT bm_status_t bm_get_last_api_process_time_us(bm_handle_t handle, unsigned long *time_us);
DECL_EXPORT bm_status_t bm_get_tpu_scalar_num(bm_handle_t handle, unsigned int *core_num);
#define bm_get_tpu_core_num bm_get_tpu_scalar_num

/* Kernel modules. A module is a firmware file of this chip. NULL on failure. Unload ends its use by the device and frees it; free_module
 * does the same, and is accepted after unload. */
DECL_EXPORT tpu_kernel_module_t tpu_kernel_load_module_file(bm_handle_t handle, const char *module_file);
DECL_EXPORT tpu_kernel_module_t tpu_kernel_load_module_file_key(bm_handle_t handle, const char *module_file, const char *key, int size);
DECL_EXPORT tpu_kernel_module_t tpu_kernel_load_module(bm_handle_t handle, const char *data, size_t length);
DECL_EXPORT bm_status_t tpu_kernel_unload_module(bm_handle_t handle, tpu_kernel_module_t p_module);
DECL_EXPORT bm_status_t tpu_kernel_free_module(bm_handle_t handle, tpu_kernel_module_t p_module);

/* Id of a kernel, or -1 if the module has none of that name. */
DECL_EXPORT tpu_kernel_function_t tpu_kernel_get_function(bm_handle_t handle, tpu_kernel_module_t module, const char *function);

/* args: the kernel's packed argument struct, size its bytes; both are compared with what the kernel takes. */
DECL_EXPORT bm_status_t tpu_kernel_launch(bm_handle_t handle, tpu_kernel_function_t function, void *args, size_t size);
DECL_EXPORT bm_status_t tpu_kernel_launch_async(bm_handle_t handle, tpu_kernel_function_t function, void *args, size_t size);
DECL_EXPORT bm_status_t tpu_kernel_launch_async_multi_cores(bm_handle_t handle, const char *func_name, const void *api_param,
                                                            size_t api_size, const int *core_list, const int core_num);
DECL_EXPORT bm_status_t tpu_kernel_launch_sync_multi_cores(bm_handle_t handle, const char *func_name, const void *api_param,
                                                           size_t api_size, const int *core_list, const int core_num);
DECL_EXPORT bm_status_t tpu_kernel_sync(bm_handle_t handle);

#ifdef __cplusplus
}
#endif

#endif
