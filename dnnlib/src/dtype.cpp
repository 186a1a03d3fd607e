#include "dtype.h"

#include "sg_api/types.h"
#include "status.h"

namespace tpudnn
{

namespace
{

struct Row
{
    tpudnnDataType_t dtype;
    const char *name;
    const char *shortName;
};

constexpr Row kRows[] = {
    {TPUDNN_DTYPE_FP32, "FP32", "f32"},          {TPUDNN_DTYPE_FP16, "FP16", "f16"},          {TPUDNN_DTYPE_INT8, "INT8", "i8"},
    {TPUDNN_DTYPE_UINT8, "UINT8", "u8"},         {TPUDNN_DTYPE_INT16, "INT16", "i16"},        {TPUDNN_DTYPE_UINT16, "UINT16", "u16"},
    {TPUDNN_DTYPE_INT32, "INT32", "i32"},        {TPUDNN_DTYPE_UINT32, "UINT32", "u32"},      {TPUDNN_DTYPE_BF16, "BF16", "bf16"},
    {TPUDNN_DTYPE_INT4, "INT4", "i4"},           {TPUDNN_DTYPE_UINT4, "UINT4", "u4"},         {TPUDNN_DTYPE_FP20, "FP20", "f20"},
    {TPUDNN_DTYPE_FP8E5M2, "FP8E5M2", "f8e5m2"}, {TPUDNN_DTYPE_FP8E4M3, "FP8E4M3", "f8e4m3"}, {TPUDNN_DTYPE_INT64, "INT64", "i64"},
    {TPUDNN_DTYPE_TF32, "TF32", "tf32"},         {TPUDNN_DTYPE_BOOL, "BOOL", "bool"},
};

const Row *find(int dtype)
{
    for (const Row &row : kRows)
    {
        if (row.dtype == dtype)
        {
            return &row;
        }
    }
    return nullptr;
}

} // namespace

std::string dtypeName(int dtype)
{
    const Row *row = find(dtype);
    return row ? row->name : dtype == TPUDNN_DTYPE_UNKNOWN ? "UNKNOWN" : "dtype " + std::to_string(dtype);
}

bool dtypeIsKnown(int dtype) { return find(dtype) != nullptr; }

uint64_t dtypeBit(tpudnnDataType_t dtype) { return dtypeIsKnown(dtype) ? uint64_t{1} << static_cast<int>(dtype) : 0; }

std::string dtypeSetNames(uint64_t set)
{
    std::string names;
    for (const Row &row : kRows)
    {
        if (set & dtypeBit(row.dtype))
        {
            names += (names.empty() ? "" : ", ") + std::string(row.name);
        }
    }
    return names;
}

tpudnnDataType_t dtypeFromShortName(const std::string &name)
{
    for (const Row &row : kRows)
    {
        if (name == row.shortName)
        {
            return row.dtype;
        }
    }
    return TPUDNN_DTYPE_UNKNOWN;
}

} // namespace tpudnn

int tpudnnKernelDType(tpudnnDataType_t dtype)
{
    switch (dtype)
    {
    case TPUDNN_DTYPE_INT8:
        return SG_KERNEL_DTYPE_INT8;
    case TPUDNN_DTYPE_UINT8:
    case TPUDNN_DTYPE_BOOL: // kernels store a boolean as one unsigned byte
        return SG_KERNEL_DTYPE_UINT8;
    case TPUDNN_DTYPE_INT16:
        return SG_KERNEL_DTYPE_INT16;
    case TPUDNN_DTYPE_UINT16:
        return SG_KERNEL_DTYPE_UINT16;
    case TPUDNN_DTYPE_INT32:
        return SG_KERNEL_DTYPE_INT32;
    case TPUDNN_DTYPE_UINT32:
        return SG_KERNEL_DTYPE_UINT32;
    case TPUDNN_DTYPE_FP16:
        return SG_KERNEL_DTYPE_FP16;
    case TPUDNN_DTYPE_BF16:
        return SG_KERNEL_DTYPE_BF16;
    case TPUDNN_DTYPE_FP32:
        return SG_KERNEL_DTYPE_FP32;
    case TPUDNN_DTYPE_FP8E5M2:
        return SG_KERNEL_DTYPE_F8E5M2;
    case TPUDNN_DTYPE_FP8E4M3:
        return SG_KERNEL_DTYPE_F8E4M3;
    default: // INT64 too: kernels that take 64-bit integers have a flag of their own for them
        throw tpudnn::Error(TPUDNN_STATUS_NOT_SUPPORTED, "kernels have no code for the data type " + tpudnn::dtypeName(dtype));
    }
}
