#include "overlap.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace tpudnn
{

namespace
{

// Is there a whole x_i, 0 <= x_i <= limit_i, for each term, with the sum of step_i * x_i equal to `target`? Terms by falling steps; what the
// terms behind can reach, and their greatest common divisor, leave one or two candidates per term for tensors as they occur. A search that
// takes longer than kSteps gives up and says yes: a caller then refuses.
class Search
{
public:
    void add(int64_t step, int64_t limit)
    {
        if (step > 0 && limit > 0)
        {
            terms_[static_cast<size_t>(count_++)] = {step, limit, 0, 0};
        }
    }

    bool reaches(int64_t target)
    {
        std::sort(terms_.begin(), terms_.begin() + count_, [](const Term &a, const Term &b) { return a.step > b.step; });
        int64_t reach = 0, divisor = 0;
        for (int i = count_ - 1; i >= 0; --i)
        {
            Term &term = terms_[static_cast<size_t>(i)];
            term.reachBehind = reach;
            term.divisorBehind = divisor;
            reach += term.step * term.limit;
            divisor = std::gcd(divisor, term.step);
        }
        steps_ = 0;
        return target >= 0 && target <= reach && solve(0, target);
    }

private:
    struct Term
    {
        int64_t step, limit, reachBehind, divisorBehind;
    };
    static constexpr int kSteps = 200000;

    bool solve(int index, int64_t target)
    {
        if (target == 0)
        {
            return true;
        }
        if (index == count_)
        {
            return false;
        }
        const Term &term = terms_[static_cast<size_t>(index)];
        const int64_t most = std::min(term.limit, target / term.step);
        const int64_t missing = target - term.reachBehind;
        const int64_t least = missing <= 0 ? 0 : (missing + term.step - 1) / term.step;
        for (int64_t x = most; x >= least; --x)
        {
            if (++steps_ > kSteps)
            {
                return true;
            }
            const int64_t left = target - x * term.step;
            if ((term.divisorBehind == 0 ? left == 0 : left % term.divisorBehind == 0) && solve(index + 1, left))
            {
                return true;
            }
        }
        return false;
    }

    std::array<Term, 2 * TPUDNN_MAX_DIMS + 2> terms_{};
    int count_ = 0;
    int steps_ = 0;
};

bool isSame(const tpudnnTensor_t &left, const tpudnnTensor_t &right)
{
    if (left.addr != right.addr || !tpudnnIsSameShape(&left, &right) ||
        tpudnnTensorDataBits(left.dtype) != tpudnnTensorDataBits(right.dtype))
    {
        return false;
    }
    for (int i = 0; i < left.dim; ++i)
    {
        if (left.shape[i] > 1 && left.stride[i] != right.stride[i])
        {
            return false;
        }
    }
    return true;
}

} // namespace

bool spanBytes(const tpudnnTensor_t &tensor, uint64_t *bytes)
{
    uint64_t last = 0;
    for (int i = 0; i < tensor.dim; ++i)
    {
        if (tensor.shape[i] == 0)
        {
            *bytes = 0;
            return true;
        }
        const uint64_t reach =
            static_cast<uint64_t>(tensor.shape[i] - 1) * static_cast<uint64_t>(tensor.shape[i] > 1 ? tensor.stride[i] : 0);
        if (__builtin_add_overflow(last, reach, &last))
        {
            return false;
        }
    }
    uint64_t bits = 0;
    if (__builtin_add_overflow(last, uint64_t{1}, &last) ||
        __builtin_mul_overflow(last, static_cast<uint64_t>(tpudnnTensorDataBits(tensor.dtype)), &bits) || bits > UINT64_MAX - 7)
    {
        return false;
    }
    *bytes = (bits + 7) / 8;
    return true;
}

Overlap overlapOf(const tpudnnTensor_t &left, const tpudnnTensor_t &right)
{
    uint64_t leftSpan = 0, rightSpan = 0;
    spanBytes(left, &leftSpan);
    spanBytes(right, &rightSpan);
    const auto from = reinterpret_cast<uint64_t>(left.addr), to = reinterpret_cast<uint64_t>(right.addr);
    if (leftSpan == 0 || rightSpan == 0 || from >= to + rightSpan || to >= from + leftSpan)
    {
        return Overlap::none;
    }
    if (isSame(left, right))
    {
        return Overlap::same;
    }
    // from + sum(x * stride) + byte == to + sum(y * stride) + byte', with y counted from its end so that no step is negative.
    const auto leftSize = static_cast<int64_t>(tpudnnTensorDataSize(left.dtype)),
               rightSize = static_cast<int64_t>(tpudnnTensorDataSize(right.dtype));
    const auto distance = static_cast<int64_t>(to - from);
    const bool inElements = leftSize == rightSize && distance % leftSize == 0;
    const int64_t leftUnit = inElements ? 1 : leftSize, rightUnit = inElements ? 1 : rightSize;
    Search search;
    int64_t target = inElements ? distance / leftSize : distance;
    for (int i = 0; i < left.dim; ++i)
    {
        search.add(left.stride[i] * leftUnit, left.shape[i] - 1);
    }
    for (int i = 0; i < right.dim; ++i)
    {
        search.add(right.stride[i] * rightUnit, right.shape[i] - 1);
        target += int64_t{right.shape[i] - 1} * right.stride[i] * rightUnit;
    }
    search.add(1, leftUnit - 1);
    search.add(1, rightUnit - 1);
    target += rightUnit - 1;
    return search.reaches(target) ? Overlap::partial : Overlap::none;
}

bool overlapsItself(const tpudnnTensor_t &tensor)
{
    int order[TPUDNN_MAX_DIMS];
    int count = 0;
    for (int i = 0; i < tensor.dim; ++i)
    {
        if (tensor.shape[i] == 0)
        {
            return false;
        }
        if (tensor.shape[i] > 1) // by stride; compilers take std::sort of so few for one of more
        {
            int at = count++;
            for (; at > 0 && tensor.stride[i] < tensor.stride[order[at - 1]]; --at)
            {
                order[at] = order[at - 1];
            }
            order[at] = i;
        }
    }
    int64_t reach = 0;
    bool nested = true;
    for (int k = 0; k < count; ++k)
    {
        nested = nested && tensor.stride[order[k]] > reach;
        reach += int64_t{tensor.shape[order[k]] - 1} * tensor.stride[order[k]];
    }
    if (nested)
    {
        return false;
    }
    // A difference of two positions whose first dimension that differs is k, by at least one, and that is no difference in memory.
    for (int k = 0; k < count; ++k)
    {
        Search search;
        const int first = order[k];
        int64_t target = -int64_t{tensor.stride[first]};
        search.add(tensor.stride[first], tensor.shape[first] - 2);
        for (int other = k + 1; other < count; ++other)
        {
            const int i = order[other];
            search.add(tensor.stride[i], 2 * int64_t{tensor.shape[i] - 1});
            target += int64_t{tensor.shape[i] - 1} * tensor.stride[i];
        }
        if (search.reaches(target))
        {
            return true;
        }
    }
    return false;
}

} // namespace tpudnn
