#include "cx.hpp"

namespace cx {

static int count(const Block &b)
{
    int n = 1;
    for (int i = 0; i < b.rank(); ++i) n *= b.extent(i);
    return n;
}

Code cxAdd(const Block &a, const Block &b, const Block &out, Queue &q)
{
    CX_REQUIRE(a.elem() == b.elem());
    AddArgs args;
    args.lhs = a.device();
    args.rhs = b.device();
    args.out = out.device();
    args.count = count(out);
#if CX_GEN == 1
    return q.post("add", &args, sizeof(args));
#else
    return q.postWide("add_w", &args, sizeof(args));
#endif
}

Code cxAddTwice(const Block &a, const Block &b, const Block &out, Queue &q)
{
    if (cxAdd(a, b, out, q) != Code::Ok) return Code::Bad;
    return cxAdd(out, b, out, q);
}

}
