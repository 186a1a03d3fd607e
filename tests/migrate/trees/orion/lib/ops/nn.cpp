#include "support.hpp"
#include <algorithm>
#include <numeric>

using namespace orion;
using orion::detail::typeCode;

namespace
{
template <typename T> T product(const Tensor &t, int from, int to)
{
    T n = 1;
    for (int i = from; i < to; ++i)
        n *= static_cast<T>(t.size(i));
    return n;
}
}

Code orion::ops::softmax(Stream &stream, const Tensor &in, int axis, Tensor &out, bool log)
{
    if (axis < 0)
        axis += in.rank();
    ORION_CHECK(axis >= 0 && axis < in.rank());
    kernels::SoftmaxArgs args{};
    args.in = in.address();
    args.out = out.address();
    args.outer = product<int64_t>(in, 0, axis);
    args.axis = in.size(axis);
    args.inner = product<int64_t>(in, axis + 1, in.rank());
    args.type = typeCode(in.type());
    args.log = log;
#ifdef ORION_EDGE
    const uint64_t tmp = stream.allocate(in.numel() * detail::widthOf(in.type()));
    if (tmp == 0)
        return Code::OutOfMemory;
    args.tmp = tmp;
    const Code code = stream.launch("orion::softmax_edge", args, /*sync=*/true);
    stream.release(tmp);
    return code;
#else
    return stream.launchWide("orion::softmax", args, log ? 8 : 16);
#endif
}

Code orion::ops::linear(Stream &stream, const Tensor &x, const Tensor &w, const std::optional<Tensor> &bias, Tensor &out)
{
    ORION_CHECK(x.rank() == 2 && w.rank() == 2 && x.size(1) == w.size(0));
    kernels::LinearArgs args;
    args.x = x.address();
    args.w = w.address();
    args.bias = bias ? bias->address() : 0;
    args.with_bias = bias.has_value();
    args.out = out.address();
    args.m = x.size(0);
    args.k = x.size(1);
    args.n = w.size(1);
    args.type = typeCode(x.type());
    ORION_RETURN_IF_ERROR(stream.launch("orion::linear", args));
#ifdef ORION_EDGE
    ORION_RETURN_IF_ERROR(stream.finish());
#endif
    return Code::Ok;
}

Code orion::ops::layerNorm(Stream &stream, const Tensor &x, const Tensor &gamma, const Tensor &beta, double eps, Tensor &out)
{
#if !defined(ORION_EDGE)
    ORION_CHECK(x.rank() >= 1);
    kernels::NormArgs args{};
    args.x = x.address();
    args.gamma = gamma.defined() ? gamma.address() : 0;
    args.beta = beta.defined() ? beta.address() : 0;
    args.out = out.address();
    args.row = x.size(x.rank() - 1);
    args.rows = args.row ? x.numel() / args.row : 0;
    args.eps = std::max(eps, 1e-12);
    args.type = typeCode(x.type());
    return stream.launchWide("orion::layer_norm", args, 16);
#else
    return Code::Unsupported;
#endif
}
