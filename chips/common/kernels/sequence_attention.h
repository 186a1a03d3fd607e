// Attention of sequences that lie one behind the other, each looking at itself and at what it has in a cache of pages; and its gradients.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "../functions.h"
#include "../gemm.h"
#include "rows.h"
#include "sg_api/sequence_attention.h"

namespace tpusim
{

// What the kernels' argument structs say in different words.
struct SequenceTerms
{
    std::int64_t tokens, batch, q_heads, kv_heads, head_size, rope_rows, mask_rows, mask_size;
    std::uint64_t q, k, v, cos, sin, mask, lengths;
    float scale;
    // Of the cache; no cache where `block` is 0.
    std::int64_t block = 0, table_size = 0, rows = 0;
    std::uint64_t cached = 0, table = 0, k_cache = 0, v_cache = 0;
    bool decode = false;
};

template <class Args>
SequenceTerms common_terms(const Args &api)
{
    return {api.tokens,
            api.batch,
            api.q_heads,
            api.kv_heads,
            api.head_size,
            api.rope_rows,
            api.mask_rows,
            api.mask_size,
            api.Q_global_addr,
            api.K_global_addr,
            api.V_global_addr,
            api.cos_global_addr,
            api.sin_global_addr,
            api.mask_global_addr,
            api.input_lengths_global_addr,
            api.C};
}

inline SequenceTerms sequence_terms(KernelContext &, const sg_api_llama_attention_forward_t &api) { return common_terms(api); }
inline SequenceTerms sequence_terms(KernelContext &, const sg_api_llama_attention_backward_t &api) { return common_terms(api); }

inline SequenceTerms sequence_terms(KernelContext &ctx, const sg_api_paged_attention_t &api)
{
    if (api.attention_mode != 2 && api.attention_mode != 3)
    {
        ctx.fault("attention_mode", "is " + std::to_string(api.attention_mode) + "; the kernel takes 2 (prefill) and 3 (decode)");
    }
    if (api.block_size < 1 || api.table_size < 0 || api.cache_rows < 0)
    {
        ctx.fault("block_size, table_size, cache_rows", "a block has one token or more, the others are not negative");
    }
    SequenceTerms terms = common_terms(api);
    terms.block = api.block_size;
    terms.table_size = api.table_size;
    terms.rows = api.cache_rows;
    terms.cached = api.cache_lengths_global_addr;
    terms.table = api.block_tables_global_addr;
    terms.k_cache = api.Kcache_global_addr;
    terms.v_cache = api.Vcache_global_addr;
    terms.decode = api.attention_mode == 3;
    return terms;
}

// Rows of f32 numbers.
using Numbers = std::vector<float>;

// One launch, checked. T is the element type.
template <class T>
class SequenceAttention
{
public:
    struct Sequence
    {
        std::int64_t start, size, cached;
        std::int64_t seen() const { return cached + size; }
    };

    SequenceAttention(KernelContext &ctx, const SequenceTerms &terms) : ctx_(ctx), t_(terms)
    {
        ctx.elements("tokens, q_heads, head_size", {t_.tokens, t_.q_heads, t_.head_size});
        ctx.elements("tokens, kv_heads, head_size", {t_.tokens, t_.kv_heads, t_.head_size});
        if (t_.q_heads < 1 || t_.kv_heads < 1 || t_.q_heads % t_.kv_heads != 0)
        {
            ctx.fault("kv_heads", "is " + std::to_string(t_.kv_heads) + " for " + std::to_string(t_.q_heads) + " heads of queries");
        }
        if (t_.batch < 0 || t_.rope_rows < 0 || t_.mask_rows < 0 || t_.mask_size < 0)
        {
            ctx.fault("batch, rope_rows, mask_rows, mask_size", "one is negative");
        }
        if ((t_.cos == 0) != (t_.sin == 0) || (t_.cos != 0 && t_.head_size % 2 != 0))
        {
            ctx.fault("cos_global_addr", "cos and sin are given together or not at all, and turn pairs of elements");
        }
        q_ = ctx.in<T>(t_.q, t_.tokens * t_.q_heads * t_.head_size, "Q_global_addr");
        k_ = ctx.in<T>(t_.k, t_.tokens * t_.kv_heads * t_.head_size, "K_global_addr");
        v_ = ctx.in<T>(t_.v, t_.tokens * t_.kv_heads * t_.head_size, "V_global_addr");
        if (t_.cos != 0)
        {
            const std::int64_t count = ctx.elements("rope_rows", {t_.rope_rows, t_.head_size});
            cos_ = ctx.in<T>(t_.cos, count, "cos_global_addr");
            sin_ = ctx.in<T>(t_.sin, count, "sin_global_addr");
        }
        if (t_.mask != 0 && !t_.decode)
        {
            mask_ = ctx.in<T>(t_.mask, ctx.elements("mask_rows, mask_size", {t_.mask_rows, t_.mask_size}), "mask_global_addr");
        }
        read_sequences();
    }

    const std::vector<Sequence> &sequences() const { return sequences_; }
    std::int64_t head_size() const { return t_.head_size; }
    std::int64_t kv_head(std::int64_t q_head) const { return q_head * t_.kv_heads / t_.q_heads; }

    Numbers queries(const Sequence &s, std::int64_t head) const
    {
        Numbers rows = own_rows(q_, s, t_.q_heads, head);
        turn(s, rows.data());
        return rows;
    }

    // Of the cache, and behind them the sequence's own.
    Numbers keys(const Sequence &s, std::int64_t head)
    {
        Numbers rows = cached_rows(s, t_.k_cache, "Kcache_global_addr", head);
        Numbers own = own_rows(k_, s, t_.kv_heads, head);
        turn(s, own.data());
        rows.insert(rows.end(), own.begin(), own.end());
        return rows;
    }

    Numbers values(const Sequence &s, std::int64_t head)
    {
        Numbers rows = cached_rows(s, t_.v_cache, "Vcache_global_addr", head);
        const Numbers own = own_rows(v_, s, t_.kv_heads, head);
        rows.insert(rows.end(), own.begin(), own.end());
        return rows;
    }

    Numbers own_rows(const T *src, const Sequence &s, std::int64_t heads, std::int64_t head) const
    {
        Numbers rows(static_cast<std::size_t>(s.size * t_.head_size));
        for (std::int64_t i = 0; i < s.size; ++i)
        {
            load(src + ((s.start + i) * heads + head) * t_.head_size, 1, t_.head_size, rows.data() + i * t_.head_size);
        }
        return rows;
    }

    // [size, seen]: C * queries x keys' + mask.
    Numbers scores(const Sequence &s, const Numbers &queries, const Numbers &keys) const
    {
        Numbers rows(static_cast<std::size_t>(s.size * s.seen()));
        product(s.size, s.seen(), t_.head_size, queries.data(), false, keys.data(), true, rows.data());
        for (std::int64_t i = 0; i < s.size; ++i)
        {
            float *row = rows.data() + i * s.seen();
            std::transform(row, row + s.seen(), row, [&](float x) { return x * t_.scale; });
            for (std::int64_t j = 0; mask_ != nullptr && j < s.size; ++j)
            {
                row[s.cached + j] += to_float(mask_[row_of(s, i, t_.mask_rows) * t_.mask_size + j]);
            }
        }
        return rows;
    }

    // Row-major [m, n] of m x k and k x n.
    void product(std::int64_t m, std::int64_t n, std::int64_t k, const float *a, bool a_turned, const float *b, bool b_turned,
                 float *c) const
    {
        if (m > 0 && n > 0 && k > 0)
        {
            gemm_f32(a_turned, b_turned, m, n, k, a, a_turned ? m : k, b, b_turned ? k : n, 0.0f, c, n);
            ctx_.count_flops(2.0 * static_cast<double>(m * n * k));
        }
        else if (m > 0 && n > 0)
        {
            std::fill_n(c, m * n, 0.0f);
        }
    }

    // x * cos + (-second half, first half) * sin, in place.
    void turn(const Sequence &s, float *rows) const
    {
        for_each_pair(s, rows, [](float &x, float &y, float cx, float cy, float sx, float sy) {
            const float first = x;
            x = first * cx - y * sx;
            y = y * cy + first * sy;
        });
    }

    // The gradient of the rows from that of the turned ones.
    void turn_back(const Sequence &s, float *rows) const
    {
        for_each_pair(s, rows, [](float &x, float &y, float cx, float cy, float sx, float sy) {
            const float first = x;
            x = first * cx + y * sy;
            y = y * cy - first * sx;
        });
    }

    // Row of the caches in which place `place` of sequence number `index` lies.
    std::int64_t cache_row(std::int64_t index, std::int64_t place) const
    {
        if (place / t_.block >= t_.table_size)
        {
            ctx_.fault("block_tables_global_addr",
                       "token " + std::to_string(place) + " lies behind " + std::to_string(t_.table_size) + " blocks");
        }
        const auto *table = ctx_.in<std::int32_t>(t_.table, t_.batch * t_.table_size, "block_tables_global_addr");
        return checked_row(table[index * t_.table_size + place / t_.block] * t_.block + place % t_.block, "block_tables_global_addr");
    }

    std::int64_t checked_row(std::int64_t row, const char *argument) const
    {
        if (row < 0 || row >= t_.rows)
        {
            ctx_.fault(argument, "row " + std::to_string(row) + " of a cache of " + std::to_string(t_.rows));
        }
        return row;
    }

private:
    void read_sequences()
    {
        const auto *lengths = t_.lengths == 0 ? nullptr : ctx_.in<std::int32_t>(t_.lengths, t_.batch, "input_lengths_global_addr");
        const auto *cached = t_.cached == 0 ? nullptr : ctx_.in<std::int32_t>(t_.cached, t_.batch, "cache_lengths_global_addr");
        std::int64_t start = 0;
        for (std::int64_t i = 0; i < t_.batch; ++i)
        {
            const std::int64_t length = lengths == nullptr ? t_.tokens / t_.batch : lengths[i];
            Sequence s{start, t_.decode ? 1 : length, cached != nullptr ? cached[i] : t_.decode ? length - 1 : 0};
            const std::int64_t most = mask_ == nullptr ? t_.tokens : std::min(t_.mask_size, t_.mask_rows);
            const std::int64_t turned = cos_ == nullptr ? t_.tokens : t_.rope_rows;
            if (s.size < 0 || s.cached < 0 || s.size > most || s.size > turned || (t_.block > 0 && s.cached > t_.table_size * t_.block))
            {
                ctx_.fault("input_lengths_global_addr", "length " + std::to_string(length) + " of sequence " + std::to_string(i) +
                                                            ", with " + std::to_string(s.cached) + " in the cache, does not fit");
            }
            sequences_.push_back(s);
            start += s.size;
        }
        if (start != t_.tokens)
        {
            ctx_.fault("input_lengths_global_addr",
                       "the lengths add up to " + std::to_string(start) + ", there are " + std::to_string(t_.tokens) + " tokens");
        }
    }

    // Of a table with a row for each token, or else for each place in a sequence.
    std::int64_t row_of(const Sequence &s, std::int64_t place, std::int64_t rows) const
    {
        return rows == t_.tokens ? s.start + place : place;
    }

    template <class F>
    void for_each_pair(const Sequence &s, float *rows, const F &f) const
    {
        const std::int64_t half = cos_ == nullptr ? 0 : t_.head_size / 2;
        for (std::int64_t i = 0; i < s.size; ++i)
        {
            const T *c = cos_ + (half == 0 ? 0 : row_of(s, i, t_.rope_rows) * t_.head_size);
            const T *sine = sin_ + (half == 0 ? 0 : row_of(s, i, t_.rope_rows) * t_.head_size);
            float *row = rows + i * t_.head_size;
            for (std::int64_t j = 0; j < half; ++j)
            {
                f(row[j], row[half + j], to_float(c[j]), to_float(c[half + j]), to_float(sine[j]), to_float(sine[half + j]));
            }
        }
    }

    Numbers cached_rows(const Sequence &s, std::uint64_t address, const char *argument, std::int64_t head)
    {
        Numbers rows(static_cast<std::size_t>(s.cached * t_.head_size));
        const std::int64_t width = t_.kv_heads * t_.head_size;
        for (std::int64_t i = 0; i < s.cached; ++i)
        {
            const T *cache = ctx_.in<T>(address, ctx_.elements(argument, {t_.rows, width}), argument);
            load(cache + cache_row(&s - sequences_.data(), i) * width + head * t_.head_size, 1, t_.head_size,
                 rows.data() + i * t_.head_size);
        }
        return rows;
    }

    KernelContext &ctx_;
    SequenceTerms t_;
    const T *q_ = nullptr, *k_ = nullptr, *v_ = nullptr, *cos_ = nullptr, *sin_ = nullptr, *mask_ = nullptr;
    std::vector<Sequence> sequences_;
};

// --- each core has its share of the heads of all sequences ---

template <class Chip, class Args>
void attend_sequences(KernelContext &ctx, const Args &api, std::uint64_t lse_address)
{
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        SequenceAttention<T> attention(ctx, sequence_terms(ctx, api));
        const std::int64_t size = attention.head_size(), heads = api.q_heads;
        T *out = TPUSIM_OUT(ctx, api, OUT_global_addr, T, api.tokens * heads * size);
        float *lse = lse_address == 0 ? nullptr : ctx.out<float>(lse_address, api.tokens * heads, "softmax_lse_global_addr");
        const Slice part = ctx.slice(api.batch * heads);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            const auto &s = attention.sequences()[i / heads];
            const std::int64_t head = i % heads, kv_head = attention.kv_head(head);
            Numbers weights = attention.scores(s, attention.queries(s, head), attention.keys(s, kv_head));
            for (std::int64_t row = 0; row < s.size; ++row)
            {
                const float total = softmax_row(weights.data() + row * s.seen(), s.seen());
                if (lse != nullptr)
                {
                    lse[(s.start + row) * heads + head] = total;
                }
            }
            Numbers result(static_cast<std::size_t>(s.size * size));
            attention.product(s.size, size, s.seen(), weights.data(), false, attention.values(s, kv_head).data(), false, result.data());
            for (std::int64_t row = 0; row < s.size; ++row)
            {
                store_run<Chip>(result.data() + row * size, size, out + ((s.start + row) * heads + head) * size);
            }
        }
    });
}

template <class Chip>
void llama_attention_forward_kernel(KernelContext &ctx, const sg_api_llama_attention_forward_t &api)
{
    attend_sequences<Chip>(ctx, api, api.softmax_lse_global_addr);
}
TPUSIM_KERNEL(llama_attention_forward, sg_api_llama_attention_forward_t)

// --- gradients: a core has whole heads of keys, with the heads of queries that read them ---

template <class Chip>
void llama_attention_backward_kernel(KernelContext &ctx, const sg_api_llama_attention_backward_t &api)
{
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        SequenceAttention<T> attention(ctx, sequence_terms(ctx, api));
        const std::int64_t size = attention.head_size(), heads = api.q_heads, kv_heads = api.kv_heads;
        const std::int64_t count = api.tokens * heads * size, kv_count = api.tokens * kv_heads * size;
        const T *output = TPUSIM_IN(ctx, api, O_global_addr, T, count);
        const T *grad_output = TPUSIM_IN(ctx, api, dO_global_addr, T, count);
        const float *lse = TPUSIM_IN(ctx, api, L_global_addr, float, api.tokens *heads);
        T *grad_q = TPUSIM_OUT(ctx, api, dQ_global_addr, T, count);
        T *grad_k = TPUSIM_OUT(ctx, api, dK_global_addr, T, kv_count);
        T *grad_v = TPUSIM_OUT(ctx, api, dV_global_addr, T, kv_count);
        const Slice part = ctx.slice(api.batch * kv_heads);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            const auto &s = attention.sequences()[i / kv_heads];
            const std::int64_t kv_head = i % kv_heads, n = s.size;
            const Numbers keys = attention.keys(s, kv_head), values = attention.values(s, kv_head);
            const auto put = [&](const Numbers &rows, T *dst, std::int64_t all, std::int64_t head) {
                for (std::int64_t row = 0; row < n; ++row)
                {
                    store_run<Chip>(rows.data() + row * size, size, dst + ((s.start + row) * all + head) * size);
                }
            };
            Numbers key_gradient(keys.size()), value_gradient(keys.size()), share(keys.size()), gradient(static_cast<std::size_t>(n * n));
            const auto add_share = [&](Numbers &total) {
                std::transform(total.begin(), total.end(), share.begin(), total.begin(), std::plus<float>{});
            };
            const std::int64_t readers = heads / kv_heads;
            for (std::int64_t head = kv_head * readers; head < (kv_head + 1) * readers; ++head)
            {
                const Numbers queries = attention.queries(s, head);
                const Numbers result = attention.own_rows(output, s, heads, head);
                const Numbers result_gradient = attention.own_rows(grad_output, s, heads, head);
                Numbers weights = attention.scores(s, queries, keys);
                attention.product(n, n, size, result_gradient.data(), false, values.data(), true, gradient.data());
                for (std::int64_t row = 0; row < n; ++row)
                {
                    const float total = lse[(s.start + row) * heads + head];
                    const float *a = result.data() + row * size, *b = result_gradient.data() + row * size;
                    const float own = accumulate(size, 0.0f, std::plus<float>{}, [=](std::int64_t j) { return a[j] * b[j]; });
                    for (std::int64_t j = row * n; j < (row + 1) * n; ++j)
                    {
                        weights[j] = functions::exp(weights[j] - total);
                        gradient[j] = weights[j] * (gradient[j] - own) * api.C;
                    }
                }
                attention.product(n, size, n, weights.data(), true, result_gradient.data(), false, share.data());
                add_share(value_gradient);
                attention.product(n, size, n, gradient.data(), true, queries.data(), false, share.data());
                add_share(key_gradient);
                attention.product(n, size, n, gradient.data(), false, keys.data(), false, share.data());
                attention.turn_back(s, share.data());
                put(share, grad_q, heads, head);
            }
            attention.turn_back(s, key_gradient.data());
            put(key_gradient, grad_k, kv_heads, kv_head);
            put(value_gradient, grad_v, kv_heads, kv_head);
        }
    });
}
TPUSIM_KERNEL(llama_attention_backward, sg_api_llama_attention_backward_t)

// --- with a cache of pages: after all have attended, the keys and values go into it ---

template <class Chip>
void paged_attention_attend(KernelContext &ctx, const sg_api_paged_attention_t &api)
{
    attend_sequences<Chip>(ctx, api, 0);
}

template <class Chip>
void paged_attention_save(KernelContext &ctx, const sg_api_paged_attention_t &api)
{
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        SequenceAttention<T> attention(ctx, sequence_terms(ctx, api));
        const std::int64_t size = attention.head_size(), heads = api.kv_heads, width = heads * size;
        const std::int64_t count = ctx.elements("cache_rows", {api.cache_rows, width});
        T *k_cache = TPUSIM_INOUT(ctx, api, Kcache_global_addr, T, count);
        T *v_cache = TPUSIM_INOUT(ctx, api, Vcache_global_addr, T, count);
        const std::int32_t *slots =
            api.attention_mode == 3 ? TPUSIM_IN(ctx, api, save_slots_global_addr, std::int32_t, api.batch) : nullptr;
        const Slice part = ctx.slice(api.batch * heads);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            const std::int64_t index = i / heads, head = i % heads;
            const auto &s = attention.sequences()[index];
            const Numbers keys = attention.keys(s, head), values = attention.values(s, head);
            for (std::int64_t j = 0; j < s.size; ++j)
            {
                const std::int64_t row = slots != nullptr ? attention.checked_row(slots[index], "save_slots_global_addr")
                                                          : attention.cache_row(index, s.cached + j);
                store_run<Chip>(keys.data() + (s.cached + j) * size, size, k_cache + row * width + head * size);
                store_run<Chip>(values.data() + (s.cached + j) * size, size, v_cache + row * width + head * size);
            }
        }
    });
}
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_paged_attention_multi_core", sg_api_paged_attention_t, all_cores,
                 paged_attention_attend<FirmwareChip>, paged_attention_save<FirmwareChip>)

} // namespace tpusim
