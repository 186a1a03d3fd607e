#include "sp.hpp"

namespace sp {

bool spCopy(Lane &lane, const Plane &from, const Plane &to)
{
    bool done = false;
    CopyArgs args;
    args.from = from.base;
    args.to = to.base;
    args.count = from.len[0];
    done = lane.go("copy", &args, sizeof(args), true);
    return done;
}

bool spHalve(Lane &lane, const Plane &from, const Plane &to)
{
    CopyArgs args;
    args.from = from.base;
    args.to = to.base;
    args.count = from.len[0] / 2;
    return lane.go(from.rank > 1 ? "halve_planes" : "halve", &args, sizeof(args), false);
}

#if SP_GEN == 2
bool spTurn(Lane &lane, const Plane &from, const Plane &to)
{
    CopyArgs args;
    args.from = from.base;
    args.to = to.base;
    args.count = 1;
    return lane.go("turn", &args, sizeof(args), true);
}
#endif

bool spAdd(Lane &lane, const Plane &from, float value)
{
    CopyArgs args;
    args.from = from.base;
    args.to = from.base;
    args.count = (int)value;
    return lane.go("add_value", &args, sizeof(args), true);
}

bool spAdd(Lane &lane, const Plane &from, const Plane &to)
{
    CopyArgs args;
    args.from = from.base;
    args.to = to.base;
    args.count = 2;
    return lane.go("add", &args, sizeof(args), true);
}

}
