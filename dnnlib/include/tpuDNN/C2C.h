/* Collectives of tpuDNN between devices of one process, chip to chip. Part of tpuDNNTensor.h. Valid C11 and C++17.
 *
 * `nranks` ranks make a group, named by `uuid`: text that ends before its 128th byte, such as tpudnnGetUniqueId gives. Rank r has the device
 * `chip_map[r]`, the one of its handle; the devices are different ones of one chip. Every rank makes the same calls in the same order, each from a
 * thread of its own: a call waits for what is queued on its handle's stream, then for the calls of the other ranks, and returns when the result is in
 * its memory. Counts are elements of `dtype`; buffers are virtual addresses of that many elements on the rank's device, NULL where a rank has none.
 * Memory that is read and memory that is written may overlap. A reduction of a floating type of 16 or 8 bits is made in float32 and rounded once; of
 * BOOL, MAX and SUM are or, MIN and PROD are and.
 *
 * Bytes go from device to device over the chip's links, on the stream of the rank that receives; reductions, of which each rank makes a share, are
 * calculated on the host. On a simulated chip the links make a ring, and a copy takes their latency on the shorter way and its bytes by their rate
 * (chips/<chip>/chip.yaml; a model, in which links are not shared): activities and profiles show such a copy as COPY_D2D with the source's address.
 *
 * Errors, on every rank that has called: BAD_PARAM for a rank, root, count, map or buffer that cannot be, and where the ranks' calls differ;
 * NOT_SUPPORTED for a type or a reduction that there is none of, and between chips of different kinds; FAILED where a rank does not call within
 * TPUDNN_C2C_TIMEOUT seconds (60). */
#ifndef TPUDNN_C2C_H
#define TPUDNN_C2C_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* MEAN, SUM, MAX, MIN and PROD are there; L2 and L1 are NOT_SUPPORTED. MEAN is of floating types. */
typedef enum {
    TPUDNN_REDUCE_MEAN = 0,
    TPUDNN_REDUCE_SUM = 1,
    TPUDNN_REDUCE_MAX = 2,
    TPUDNN_REDUCE_MIN = 3,
    TPUDNN_REDUCE_PROD = 4,
    TPUDNN_REDUCE_L2 = 5,
    TPUDNN_REDUCE_L1 = 6
} tpudnnReduceType_t;

/* Opens the devices and sees which of them are linked. Need not be called. */
tpudnnStatus_t tpudnnSetupC2CTopology(void);

/* Writes the number of devices to `chipNum` and a table to `outTopology`: row i, column j is the port of device i towards j, -1 where there is no
 * link. Devices that others link are reached by way of them, those of another chip not at all. The table lives as long as the process. */
tpudnnStatus_t tpudnnGetC2CTopology(int *chipNum, const int **outTopology);

/* SUCCESS where the `world_size` devices of `chipMap` are different ones and make a ring of links. Else BAD_PARAM. */
tpudnnStatus_t tpudnnCheckChipMap(int world_size, int *chipMap);

/* Writes `world_size` devices that make a ring to `chipMap`. NOT_SUPPORTED where there are no such. */
tpudnnStatus_t tpudnnGetC2CRing(int world_size, int *chipMap);

/* Writes text that no other call has given to `uniqueId`, which has room for 128 bytes: a name for a group. `handle` may be any. */
tpudnnStatus_t tpudnnGetUniqueId(tpudnnHandle_t handle, char *uniqueId);

/* Sends `count` elements of `dtype` in `buff` to rank `dst_rank`, which receives as many. What was sent is kept until it is received, so that this
 * call waits for nobody. Messages from one rank to another arrive in the order they were sent. The group is `uuid`, `nranks` and `chip_map`, this
 * rank of it `cur_rank` with `handle`. */
tpudnnStatus_t tpudnnC2CSend(tpudnnHandle_t handle, void *buff, uint64_t count, tpudnnDataType_t dtype, int dst_rank, const char *uuid, int nranks,
                             int cur_rank, const int *chip_map);

/* Receives `count` elements of `dtype` from rank `src_rank` into `buff`. The group is `uuid`, `nranks` and `chip_map`, this rank of it `cur_rank`
 * with `handle`. */
tpudnnStatus_t tpudnnC2CRecv(tpudnnHandle_t handle, void *buff, uint64_t count, tpudnnDataType_t dtype, int src_rank, const char *uuid, int nranks,
                             int cur_rank, const int *chip_map);

/* `recv_buff` = the reduction `reduce_method` of all ranks' `send_buff`, `count` elements of `dtype`, element by element; they may be the same
 * memory. The group is `uuid`, `nranks` and `chip_map`, this rank of it `cur_rank` with `handle`. */
tpudnnStatus_t tpudnnC2CAllReduce(tpudnnHandle_t handle, void *send_buff, void *recv_buff, uint64_t count, tpudnnDataType_t dtype,
                                  tpudnnReduceType_t reduce_method, const char *uuid, int nranks, int cur_rank, const int *chip_map);

/* The same at rank `root` alone: `recv_buff` there = the reduction `reduce_method` of all ranks' `send_buff`, `count` elements of `dtype`. The
 * others' `recv_buff` is not looked at. The group is `uuid`, `nranks` and `chip_map`, this rank of it `cur_rank` with `handle`. */
tpudnnStatus_t tpudnnC2CReduce(tpudnnHandle_t handle, void *send_buff, void *recv_buff, uint64_t count, tpudnnDataType_t dtype,
                               tpudnnReduceType_t reduce_method, int root, const char *uuid, int nranks, int cur_rank, const int *chip_map);

/* `recv_buff` of `root` = all ranks' `send_buff` of `send_count` elements of `dtype`, in the order of ranks. `recv_count` is that of the whole or of
 * one part: published programs do not tell which. The others' `recv_buff` and `recv_count` are not looked at. The group is `uuid`, `nranks` and
 * `chip_map`, this rank of it `cur_rank` with `handle`. */
tpudnnStatus_t tpudnnC2CGather(tpudnnHandle_t handle, void *send_buff, uint64_t send_count, void *recv_buff, uint64_t recv_count,
                               tpudnnDataType_t dtype, int root, const char *uuid, int nranks, int cur_rank, const int *chip_map);

/* `recv_buff` of every rank = all ranks' `send_buff` of `send_count` elements of `dtype`, in the order of ranks. `recv_count` as for tpudnnC2CGather.
 * The group is `uuid`, `nranks` and `chip_map`, this rank of it `cur_rank` with `handle`. */
tpudnnStatus_t tpudnnC2CAllGather(tpudnnHandle_t handle, void *send_buff, uint64_t send_count, void *recv_buff, uint64_t recv_count,
                                  const char *uuid, tpudnnDataType_t dtype, int nranks, int cur_rank, const int *chip_map);

/* `buff` of every rank, `count` elements of `dtype`, = that of rank `root`. The group is `uuid`, `nranks` and `chip_map`, this rank of it `cur_rank`
 * with `handle`. */
tpudnnStatus_t tpudnnC2CBroadcast(tpudnnHandle_t handle, void *buff, uint64_t count, tpudnnDataType_t dtype, int root, const char *uuid, int nranks,
                                  int cur_rank, const int *chip_map);

/* `recv_mem` of rank r = part r of `send_mem` of `root`, of `recv_count` elements. `send_type` and `recv_type` are the same; the others' `send_mem`
 * is not looked at. The group is `uuid`, `nranks` and `chip_map`, this rank of it `cur_rank` with `handle`. */
tpudnnStatus_t tpudnnC2CScatter(tpudnnHandle_t handle, void *send_mem, tpudnnDataType_t send_type, void *recv_mem, uint64_t recv_count,
                                tpudnnDataType_t recv_type, int root, const char *uuid, int nranks, int cur_rank, const int *chip_map);

/* Part s of `recv_mem` of rank r = part r of `send_mem` of rank s. `recv_count` elements are all of a rank, a multiple of `nranks`. `send_type` and
 * `recv_type` are the same. The group is `uuid`, `nranks` and `chip_map`, this rank of it `cur_rank` with `handle`. */
tpudnnStatus_t tpudnnC2CAllToAll(tpudnnHandle_t handle, void *send_mem, tpudnnDataType_t send_type, void *recv_mem, uint64_t recv_count,
                                 tpudnnDataType_t recv_type, const char *uuid, int nranks, int cur_rank, const int *chip_map);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_C2C_H */
