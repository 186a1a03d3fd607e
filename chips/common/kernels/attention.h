// Attention of token sequences over a paged cache of keys and values.
#pragma once

#include <vector>

#include "../functions.h"
#include "arrays.h"
#include "sg_api/attention.h"

namespace tpusim
{

// What the two chips' argument structs say in different words.
struct AttentionTerms
{
    bool prefill;
    std::int64_t head_size;
    std::uint64_t cos, sin;
    bool packed;
};

inline AttentionTerms attention_terms(KernelContext &ctx, const sg_api_llama2_qkv_t &api)
{
    if (api.attention_mode != 0 && api.attention_mode != 1)
    {
        ctx.fault("attention_mode", "is " + std::to_string(api.attention_mode) + "; the kernel takes 1 (prefill) and 0 (decode)");
    }
    return {api.attention_mode == 1, api.head_size, 0, 0, false};
}

inline AttentionTerms attention_terms(KernelContext &ctx, const sg_api_llama2_qkv_multi_core_t &api)
{
    if (api.attention_mode != 2 && api.attention_mode != 3)
    {
        ctx.fault("attention_mode", "is " + std::to_string(api.attention_mode) + "; the kernel takes 2 (prefill) and 3 (decode)");
    }
    if (api.q_heads < 1 || api.hidden_size % api.q_heads != 0)
    {
        ctx.fault("hidden_size", "is " + std::to_string(api.hidden_size) + " for " + std::to_string(api.q_heads) + " heads");
    }
    return {api.attention_mode == 2, api.hidden_size / api.q_heads, api.cos_global_addr, api.sin_global_addr, api.qkv_packed != 0};
}

// A token: its sequence and place there.
struct Token
{
    std::int64_t sequence;
    std::int64_t place;
};

// One launch, checked. T is the element type.
template <class Chip, class T, class Args>
class Attention
{
public:
    Attention(KernelContext &ctx, const Args &api) : ctx_(ctx), api_(api), terms_(attention_terms(ctx, api))
    {
        if (api.q_heads < 1 || api.kv_heads < 1 || api.q_heads % api.kv_heads != 0)
        {
            ctx.fault("kv_heads", "is " + std::to_string(api.kv_heads) + " for " + std::to_string(api.q_heads) + " heads of queries");
        }
        if (terms_.head_size < 1 || (terms_.cos != 0 && terms_.head_size % 2 != 0))
        {
            ctx.fault("head_size, hidden_size", "heads of " + std::to_string(terms_.head_size) + " elements");
        }
        if (api.block_size < 1 || api.slots_size < 0 || api.mask_size < 0)
        {
            ctx.fault("block_size, slots_size, mask_size", "a block has one token or more, the others are not negative");
        }
        if ((terms_.cos == 0) != (terms_.sin == 0))
        {
            ctx.fault("sin_global_addr", "cos and sin are given together or not at all");
        }
        read_tokens();
        const auto tokens = static_cast<std::int64_t>(tokens_.size());
        const std::int64_t row = packed_heads() * head_size();
        ctx.elements("q_heads", {tokens, packed_heads(), head_size()});
        const auto rows = [&](std::uint64_t address, int heads, const char *argument) {
            const std::int64_t own = heads * head_size();
            const std::int64_t stride = terms_.packed ? row : own;
            return Rows{tokens == 0 ? nullptr : ctx.template in<T>(address, (tokens - 1) * stride + own, argument), stride};
        };
        q_ = rows(api.Q_global_addr, api.q_heads, "Q_global_addr");
        k_ = rows(api.K_global_addr, api.kv_heads, "K_global_addr");
        v_ = rows(api.V_global_addr, api.kv_heads, "V_global_addr");
        out_ = ctx.template out<T>(api.OUT_global_addr, tokens * api.q_heads * head_size(), "OUT_global_addr");
        if (terms_.cos != 0)
        {
            cos_ = ctx.template in<T>(terms_.cos, tokens * head_size(), "cos_global_addr");
            sin_ = ctx.template in<T>(terms_.sin, tokens * head_size(), "sin_global_addr");
        }
        if (terms_.prefill && api.mask_global_addr != 0)
        {
            mask_ = ctx.template in<T>(api.mask_global_addr, std::int64_t{api.mask_size} * api.mask_size, "mask_global_addr");
        }
        if (!terms_.prefill)
        {
            fetch_ = TPUSIM_IN(ctx, api, fetch_slots_global_addr, std::int32_t, std::int64_t{api.batch} * api.slots_size);
        }
        keys_ = ctx.template scratch<T>(0, tokens * api.kv_heads * head_size());
    }

    // This core's share of the keys, turned and rounded, to where all cores read them.
    void turn_keys()
    {
        const Slice part = ctx_.slice(count() * api_.kv_heads);
        Eigen::ArrayXf row(head_size());
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            const std::int64_t token = i / api_.kv_heads;
            load_turned(k_.data + token * k_.stride + i % api_.kv_heads * head_size(), token, row);
            store<Chip>(row, keys_ + i * head_size());
        }
    }

    // This core's share of the heads of all tokens.
    void attend()
    {
        const Slice part = ctx_.slice(count() * api_.q_heads);
        Eigen::ArrayXf query(head_size());
        Eigen::ArrayXf value(head_size());
        Eigen::Array<T, Eigen::Dynamic, 1> rounded(head_size());
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            const std::int64_t token = i / api_.q_heads;
            const std::int64_t head = i % api_.q_heads * api_.kv_heads / api_.q_heads;
            load_turned(q_.data + token * q_.stride + i % api_.q_heads * head_size(), token, query);
            store<Chip>(query, rounded.data());
            load(rounded.data(), 1, head_size(), query.data());
            const std::int64_t seen = lengths_[tokens_[token].sequence];
            Eigen::ArrayXf weights(seen);
            for (std::int64_t j = 0; j < seen; ++j)
            {
                load(key(token, j, head), 1, head_size(), value.data());
                weights(j) = sum_of_products(query, value) * api_.C + masked(token, j);
            }
            softmax(weights);
            query.setZero();
            for (std::int64_t j = 0; j < seen; ++j)
            {
                load(cached(token, j, head, api_.Vcache_global_addr, "Vcache_global_addr", v_), 1, head_size(), value.data());
                query += weights(j) * value;
            }
            store<Chip>(query, out_ + i * head_size());
            ctx_.count_flops(4.0 * static_cast<double>(seen * head_size()));
        }
    }

    // This core's share of the keys and values into the caches. After all have attended.
    void save()
    {
        const std::int64_t width = api_.kv_heads * head_size();
        const std::int64_t slots = terms_.prefill ? api_.slots_size : 1;
        const std::int32_t *save_slots =
            ctx_.template in<std::int32_t>(api_.save_slots_global_addr, api_.batch * slots, "save_slots_global_addr");
        const Slice part = ctx_.slice(count());
        for (std::int64_t token = part.begin; token < part.end; ++token)
        {
            const Token &at = tokens_[token];
            const std::int64_t row = terms_.prefill ? cache_row(save_slots, at.sequence, at.place, "save_slots_global_addr")
                                                    : checked_row(save_slots[at.sequence], "save_slots_global_addr");
            std::copy_n(keys_ + token * width, width, cache(api_.Kcache_global_addr, row, width, "Kcache_global_addr"));
            std::copy_n(v_.data + token * v_.stride, width, cache(api_.Vcache_global_addr, row, width, "Vcache_global_addr"));
        }
    }

private:
    struct Rows
    {
        const T *data;
        std::int64_t stride;
    };

    std::int64_t head_size() const { return terms_.head_size; }
    std::int64_t packed_heads() const { return std::int64_t{api_.q_heads} + 2 * std::int64_t{api_.kv_heads}; }
    std::int64_t count() const { return static_cast<std::int64_t>(tokens_.size()); }

    void read_tokens()
    {
        const std::int32_t *lengths =
            ctx_.template in<std::int32_t>(api_.input_lengths_global_addr, api_.batch, "input_lengths_global_addr");
        std::int64_t total = 0;
        for (int sequence = 0; sequence < api_.batch; ++sequence)
        {
            const std::int64_t length = lengths[sequence];
            const std::int64_t most = !terms_.prefill              ? std::int64_t{api_.slots_size} * api_.block_size + 1
                                      : api_.mask_global_addr != 0 ? api_.mask_size
                                                                   : max_elements;
            if (length < (terms_.prefill ? 0 : 1) || length > most)
            {
                ctx_.fault("input_lengths_global_addr", "length " + std::to_string(length) + " of sequence " + std::to_string(sequence) +
                                                            ", at most " + std::to_string(most) + " fit");
            }
            lengths_.push_back(length);
            total = ctx_.elements("input_lengths_global_addr", {total + (terms_.prefill ? length : 1)});
        }
        // Before memory for each token: where they lie.
        ctx_.template out<T>(api_.OUT_global_addr, ctx_.elements("input_lengths_global_addr", {total, api_.q_heads, head_size()}),
                             "OUT_global_addr");
        for (int sequence = 0; sequence < api_.batch; ++sequence)
        {
            for (std::int64_t place = 0; place < (terms_.prefill ? lengths_[sequence] : 1); ++place)
            {
                starts_.push_back(static_cast<std::int64_t>(tokens_.size()) - place);
                tokens_.push_back({sequence, place});
            }
        }
    }

    // x * cos + (-second half, first half) * sin.
    void load_turned(const T *src, std::int64_t token, Eigen::ArrayXf &row) const
    {
        load(src, 1, head_size(), row.data());
        if (cos_ == nullptr)
        {
            return;
        }
        const std::int64_t half = head_size() / 2;
        for (std::int64_t i = 0; i < half; ++i)
        {
            const T *c = cos_ + token * head_size() + i;
            const T *s = sin_ + token * head_size() + i;
            const float first = row(i);
            const float second = row(half + i);
            row(i) = first * to_float(c[0]) - second * to_float(s[0]);
            row(half + i) = second * to_float(c[half]) + first * to_float(s[half]);
        }
    }

    float masked(std::int64_t token, std::int64_t j) const
    {
        return mask_ == nullptr ? 0.0f : to_float(mask_[tokens_[token].place * api_.mask_size + j]);
    }

    static void softmax(Eigen::ArrayXf &row)
    {
        const float infinity = std::numeric_limits<float>::infinity();
        const float largest =
            accumulate(row.size(), -infinity, [](float a, float b) { return a < b ? b : a; }, [&](std::int64_t i) { return row(i); });
        row = (row - largest).unaryExpr(&functions::exp);
        row /= sum(row);
    }

    std::int64_t checked_row(std::int64_t row, const char *argument) const
    {
        if (row < 0)
        {
            ctx_.fault(argument, "row " + std::to_string(row) + " is negative");
        }
        return row;
    }

    // Row of the cache in which token `place` of a sequence lies.
    std::int64_t cache_row(const std::int32_t *slots, std::int64_t sequence, std::int64_t place, const char *argument) const
    {
        if (place / api_.block_size >= api_.slots_size)
        {
            ctx_.fault(argument, "token " + std::to_string(place) + " lies behind " + std::to_string(api_.slots_size) + " blocks");
        }
        return checked_row(slots[sequence * api_.slots_size + place / api_.block_size], argument) + place % api_.block_size;
    }

    T *cache(std::uint64_t address, std::int64_t row, std::int64_t width, const char *argument)
    {
        const std::int64_t before = ctx_.elements(argument, {row, width});
        return ctx_.template inout<T>(address + static_cast<std::uint64_t>(before) * sizeof(T), width, argument);
    }

    // Key or value j that a token sees: of its own launch, or of the cache.
    const T *cached(std::int64_t token, std::int64_t j, std::int64_t head, std::uint64_t address, const char *argument, const Rows &own)
    {
        const Token &at = tokens_[token];
        if (terms_.prefill)
        {
            return own.data + (starts_[token] + j) * own.stride + head * head_size();
        }
        if (j == lengths_[at.sequence] - 1)
        {
            return own.data + token * own.stride + head * head_size();
        }
        return cache(address, cache_row(fetch_, at.sequence, j, "fetch_slots_global_addr"), api_.kv_heads * head_size(), argument) +
               head * head_size();
    }

    const T *key(std::int64_t token, std::int64_t j, std::int64_t head)
    {
        return cached(token, j, head, api_.Kcache_global_addr, "Kcache_global_addr", {keys_, api_.kv_heads * head_size()});
    }

    KernelContext &ctx_;
    const Args &api_;
    AttentionTerms terms_;
    std::vector<std::int64_t> lengths_;
    std::vector<Token> tokens_;
    std::vector<std::int64_t> starts_; // for each token the first of its sequence
    Rows q_{}, k_{}, v_{};
    T *out_ = nullptr;
    T *keys_ = nullptr;
    const T *cos_ = nullptr;
    const T *sin_ = nullptr;
    const T *mask_ = nullptr;
    const std::int32_t *fetch_ = nullptr;
};

template <class Chip, class Args>
void attention_turn_keys(KernelContext &ctx, const Args &api)
{
    dispatch_float<Chip>(ctx, api.dtype, "dtype",
                         [&](auto tag) { Attention<Chip, typename decltype(tag)::type, Args>(ctx, api).turn_keys(); });
}

template <class Chip, class Args>
void attention_attend(KernelContext &ctx, const Args &api)
{
    dispatch_float<Chip>(ctx, api.dtype, "dtype",
                         [&](auto tag) { Attention<Chip, typename decltype(tag)::type, Args>(ctx, api).attend(); });
}

template <class Chip, class Args>
void attention_save(KernelContext &ctx, const Args &api)
{
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) { Attention<Chip, typename decltype(tag)::type, Args>(ctx, api).save(); });
}

TPUSIM_KERNEL_AS(single_core, "tpu_kernel_llama_attention", sg_api_llama2_qkv_t, 1, attention_turn_keys<FirmwareChip, sg_api_llama2_qkv_t>,
                 attention_attend<FirmwareChip, sg_api_llama2_qkv_t>, attention_save<FirmwareChip, sg_api_llama2_qkv_t>)
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_llama_attention_multi_core", sg_api_llama2_qkv_multi_core_t, all_cores,
                 attention_turn_keys<FirmwareChip, sg_api_llama2_qkv_multi_core_t>,
                 attention_attend<FirmwareChip, sg_api_llama2_qkv_multi_core_t>,
                 attention_save<FirmwareChip, sg_api_llama2_qkv_multi_core_t>)

} // namespace tpusim
