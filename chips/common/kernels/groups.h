// A tensor as groups of elements that differ in some of its dimensions only: what a reduction over any dimensions runs over.
// No kernel is registered here.
#pragma once

#include <numeric>

#include "strided.h"

namespace tpusim
{

class Groups
{
public:
    // `axes` lists the dimensions within a group, each once, in any order.
    Groups(KernelContext &ctx, const Shape &shape, const Shape &axes, const char *argument)
    {
        const Shape strides = shape.contiguous_strides();
        std::array<bool, FW_MAX_SHAPE_DIMS> within{};
        for (int i = 0; i < axes.dim; ++i)
        {
            require_axis(ctx, static_cast<int>(axes[i]), shape.dim, argument);
            if (within[axes[i]])
            {
                ctx.fault(argument, "names dimension " + std::to_string(axes[i]) + " twice");
            }
            within[axes[i]] = true;
        }
        for (int axis = 0; axis < shape.dim; ++axis)
        {
            Part &part = within[axis] ? members_ : groups_;
            part.shape.size[part.shape.dim++] = shape[axis];
            part.strides.size[part.strides.dim++] = strides[axis];
        }
    }

    std::int64_t count() const { return groups_.shape.count(); }
    std::int64_t size() const { return members_.shape.count(); }
    std::int64_t elements() const { return count() * size(); }

    // body(group, its elements as f32 in row-major order) for each group of `part`.
    template <class T, class Body>
    void for_each(Slice part, const T *src, Body &&body) const
    {
        Eigen::ArrayXf values;
        for (std::int64_t group = part.begin; group < part.end; ++group)
        {
            load(group, src, values);
            body(group, values);
        }
    }

    template <class T>
    void load(std::int64_t group, const T *src, Eigen::ArrayXf &values) const
    {
        values.resize(size());
        float *target = values.data();
        for_each_run(group, [&](std::int64_t place, std::int64_t stride, std::int64_t run) {
            tpusim::load(src + place, stride, run, target);
            target += run;
        });
    }

    template <class Chip, class T>
    void store(std::int64_t group, const Eigen::ArrayXf &values, T *dst) const
    {
        const float *source = values.data();
        for_each_run(group, [&](std::int64_t place, std::int64_t stride, std::int64_t run) {
            for (std::int64_t i = 0; i < run; ++i)
            {
                dst[place + i * stride] = from_float<Chip, T>(source[i]);
            }
            source += run;
        });
    }

private:
    template <class Body>
    void for_each_run(std::int64_t group, const Body &body) const
    {
        std::int64_t origin = 0;
        for (int axis = groups_.shape.dim - 1; axis >= 0; --axis)
        {
            origin += group % groups_.shape[axis] * groups_.strides[axis];
            group /= groups_.shape[axis];
        }
        const StridedLoop<1> loop(members_.shape, {members_.strides});
        loop.for_each_run({0, loop.total()},
                          [&](const auto &places, std::int64_t run) { body(origin + places[0], loop.inner_stride(0), run); });
    }

    struct Part
    {
        Shape shape;
        Shape strides;
    };
    Part groups_;
    Part members_;
};

} // namespace tpusim
