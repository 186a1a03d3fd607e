#include "support.hpp"

namespace orion::ops
{
using detail::typeCode;
using namespace kernels;

namespace
{
constexpr int kWide = 16;

Code unary(Stream &stream, const Tensor &in, Tensor &out, int mode)
{
    UnaryArgs args{};
    args.in = in.address();
    args.out = out.address();
    args.count = in.numel();
    args.type = typeCode(in.type());
    args.mode = mode;
#ifdef ORION_EDGE
    return stream.launch("orion::unary_edge", args);
#else
    return stream.launchWide("orion::unary", args, kWide);
#endif
}
} // namespace

Code relu(Stream &stream, const Tensor &in, Tensor &out)
{
    ORION_CHECK(in.type() == out.type());
    return unary(stream, in, out, 1);
}

Code addScaled(Stream &stream, const Tensor &a, const Tensor &b, float alpha, Tensor &out)
{
    ORION_CHECK(a.numel() == b.numel() && a.type() == b.type());
    const AddArgs args{a.address(), b.address(), out.address(), a.numel(), alpha, typeCode(a.type())};
    ORION_RETURN_IF_ERROR(stream.launch("orion::add", args, true));
    return Code::Ok;
}

Code fill(Stream &stream, Tensor &t, double value)
{
    FillArgs args{};
    args.out = t.address();
    args.count = t.numel();
    if (t.type() == DataType::Int)
        args.value.i = static_cast<int32_t>(value);
    else
        args.value.f = static_cast<float>(value);
    args.type = typeCode(t.type());
    const auto code = stream.launch("orion::fill", args);
    if (code != Code::Ok)
        return code;
    return Code::Ok;
}
} // namespace orion::ops
