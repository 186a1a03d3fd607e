#pragma once
#include "orion/kernel_args.hpp"
#include "orion/orion.hpp"

namespace orion::detail
{
constexpr int32_t typeCode(DataType type)
{
    switch (type)
    {
    case DataType::Float: return 0;
    case DataType::Half: return 1;
    case DataType::Bfloat: return 2;
    case DataType::Int: return 3;
    }
    return -1;
}

template <DataType T> struct Width { static constexpr int value = 2; };
template <> struct Width<DataType::Float> { static constexpr int value = 4; };

inline int64_t widthOf(DataType type)
{
    return type == DataType::Float || type == DataType::Int ? 4 : 2;
}
}
