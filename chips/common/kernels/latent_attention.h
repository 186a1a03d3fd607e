// Attention over keys and values of low rank: what lies in the caches are latent vectors, which the weights of keys and values are absorbed for.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "quantised.h"
#include "rows.h"
#include "sg_api/latent_attention.h"

namespace tpusim
{

enum LatentScratch
{
    latent_query_weight,
    latent_key_value_weight,
    latent_places, // the new tokens' turned parts, rounded
};

struct LatentSequence
{
    std::int64_t start, size, cached;
};

// One launch, checked. T is the element type.
template <class Chip, class T>
class LatentAttention
{
public:
    LatentAttention(KernelContext &ctx, const sg_api_latent_attention_t &api) : ctx_(ctx), api_(api)
    {
        for (const int size : {api.tokens, api.batch, api.num_heads, api.q_lora_rank, api.kv_lora_rank, api.qk_nope_head_dim,
                               api.qk_rope_head_dim, api.v_head_dim, api.cache_rows, api.table_size, api.topk_width, api.topk_size})
        {
            ctx.elements("tokens to topk_size", {size});
        }
        if (api.qk_rope_head_dim % 2 != 0 || api.block_size < 1)
        {
            ctx.fault("qk_rope_head_dim, block_size", "turned parts are pairs, a block has one token or more");
        }
        q_ = TPUSIM_IN(ctx, api, Q_global_addr, T, count({api.tokens, api.q_lora_rank}));
        kv_ = TPUSIM_IN(ctx, api, KV_global_addr, T, count({api.tokens, api.kv_lora_rank}));
        pe_ = TPUSIM_IN(ctx, api, PE_global_addr, T, count({api.tokens, api.qk_rope_head_dim}));
        cos_ = TPUSIM_IN(ctx, api, cos_global_addr, T, count({api.tokens, api.qk_rope_head_dim}));
        sin_ = TPUSIM_IN(ctx, api, sin_global_addr, T, count({api.tokens, api.qk_rope_head_dim}));
        out_ = TPUSIM_OUT(ctx, api, OUT_global_addr, T, count({api.tokens, api.num_heads, api.v_head_dim}));
        kv_cache_ = TPUSIM_INOUT(ctx, api, KVcache_global_addr, T, count({api.cache_rows, api.kv_lora_rank}));
        pe_cache_ = TPUSIM_INOUT(ctx, api, PEcache_global_addr, T, count({api.cache_rows, api.qk_rope_head_dim}));
        table_ = api.block_table_global_addr == 0
                     ? nullptr
                     : TPUSIM_IN(ctx, api, block_table_global_addr, std::int32_t, count({api.batch, api.table_size}));
        slots_ = api.save_slots_global_addr == 0 ? nullptr : TPUSIM_IN(ctx, api, save_slots_global_addr, std::int32_t, api.tokens);
        topk_ = api.topk_indices_global_addr == 0
                    ? nullptr
                    : TPUSIM_IN(ctx, api, topk_indices_global_addr, std::int32_t, count({api.batch, api.topk_width}));
        query_weight_ = ctx.template scratch<float>(latent_query_weight, count({query_rows(), api.q_lora_rank}));
        key_value_weight_ = ctx.template scratch<float>(latent_key_value_weight, count({key_value_rows(), api.kv_lora_rank}));
        places_ = ctx.template scratch<T>(latent_places, api.tokens * std::int64_t{api.qk_rope_head_dim});
        read_sequences();
    }

    // This core's share of the weights as numbers, and of the new tokens' turned parts.
    void prepare()
    {
        load_weight(api_.WUQ_global_addr, api_.WUQ_scale_global_addr, "WUQ_global_addr", "WUQ_scale_global_addr", query_rows(),
                    api_.q_lora_rank, query_weight_);
        load_weight(api_.WUKV_global_addr, api_.WUKV_scale_global_addr, "WUKV_global_addr", "WUKV_scale_global_addr", key_value_rows(),
                    api_.kv_lora_rank, key_value_weight_);
        const std::int64_t size = api_.qk_rope_head_dim;
        const Slice part = ctx_.slice(api_.tokens);
        Eigen::ArrayXf row(size);
        for (std::int64_t token = part.begin; token < part.end; ++token)
        {
            load(pe_ + token * size, 1, size, row.data());
            store<Chip>(turned(row, token), places_ + token * size);
        }
    }

    // This core's share of the heads of all tokens.
    void attend()
    {
        const std::int64_t nope = api_.qk_nope_head_dim, rope = api_.qk_rope_head_dim, rank = api_.kv_lora_rank, width = api_.v_head_dim;
        const Slice part = ctx_.slice(api_.tokens * std::int64_t{api_.num_heads});
        Eigen::ArrayXf query(api_.q_lora_rank), raised(nope + rope), latent(rank), row(rank), place(rope), result(width);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            const std::int64_t token = i / api_.num_heads, head = i % api_.num_heads;
            const std::int64_t number = sequence_of_[token];
            const LatentSequence &s = sequences_[number];
            load(q_ + token * api_.q_lora_rank, 1, api_.q_lora_rank, query.data());
            for (std::int64_t j = 0; j < nope + rope; ++j)
            {
                raised(j) = sum_of_products(weight_row(query_weight_, head * (nope + rope) + j, api_.q_lora_rank), query);
            }
            const Eigen::ArrayXf turn = turned(raised.tail(rope), token);
            const std::int64_t first = head * (nope + width);
            latent.setZero();
            for (std::int64_t j = 0; j < nope; ++j)
            {
                latent += raised(j) * weight_row(key_value_weight_, first + j, rank);
            }
            const std::vector<std::int64_t> seen = visible(number, token - s.start);
            std::vector<float> weights(seen.size());
            for (std::size_t j = 0; j < seen.size(); ++j)
            {
                load(latent_row(number, seen[j]), 1, rank, row.data());
                load(place_row(number, seen[j]), 1, rope, place.data());
                weights[j] = (sum_of_products(latent, row) + sum_of_products(turn, place)) * api_.C;
            }
            softmax_row(weights.data(), static_cast<std::int64_t>(weights.size()));
            latent.setZero();
            for (std::size_t j = 0; j < seen.size(); ++j)
            {
                load(latent_row(number, seen[j]), 1, rank, row.data());
                latent += weights[j] * row;
            }
            for (std::int64_t j = 0; j < width; ++j)
            {
                result(j) = sum_of_products(weight_row(key_value_weight_, first + nope + j, rank), latent);
            }
            store<Chip>(result, out_ + i * width);
            ctx_.count_flops(4.0 * static_cast<double>(seen.size() * (rank + rope)));
        }
    }

    // This core's share of the new tokens into the caches. After all have attended.
    void save()
    {
        const Slice part = ctx_.slice(api_.tokens);
        for (std::int64_t token = part.begin; token < part.end; ++token)
        {
            const LatentSequence &s = sequences_[sequence_of_[token]];
            const std::int64_t row = slots_ != nullptr ? checked_row(slots_[token], "save_slots_global_addr")
                                                       : cache_row(sequence_of_[token], s.cached + token - s.start);
            std::copy_n(kv_ + token * api_.kv_lora_rank, api_.kv_lora_rank, kv_cache_ + row * api_.kv_lora_rank);
            std::copy_n(places_ + token * api_.qk_rope_head_dim, api_.qk_rope_head_dim, pe_cache_ + row * api_.qk_rope_head_dim);
        }
    }

private:
    std::int64_t count(std::initializer_list<std::int64_t> sizes) const { return ctx_.elements("tokens to topk_size", sizes); }
    std::int64_t query_rows() const { return std::int64_t{api_.num_heads} * (std::int64_t{api_.qk_nope_head_dim} + api_.qk_rope_head_dim); }
    std::int64_t key_value_rows() const { return std::int64_t{api_.num_heads} * (std::int64_t{api_.qk_nope_head_dim} + api_.v_head_dim); }

    static ConstArrayView<float> weight_row(const float *weight, std::int64_t row, std::int64_t size)
    {
        return {weight + row * size, size};
    }

    void load_weight(std::uint64_t address, std::uint64_t scale, const char *argument, const char *scale_argument, std::int64_t rows,
                     std::int64_t columns, float *numbers)
    {
        if (scale != 0)
        {
            const BlockScaledWeight weight{address,           scale, argument, scale_argument, api_.quant_block_size,
                                           api_.weight_dtype, rows,  columns,  false};
            return dequantise_share<Chip, T>(ctx_, weight, numbers);
        }
        const T *weight = ctx_.template in<T>(address, rows * columns, argument);
        const Slice part = ctx_.slice(rows * columns);
        load(weight + part.begin, 1, part.size(), numbers + part.begin);
    }

    void read_sequences()
    {
        const auto *lengths = TPUSIM_IN(ctx_, api_, input_lengths_global_addr, std::int32_t, api_.batch);
        const auto *cached =
            api_.cache_lengths_global_addr == 0 ? nullptr : TPUSIM_IN(ctx_, api_, cache_lengths_global_addr, std::int32_t, api_.batch);
        const std::int64_t room = std::int64_t{api_.block_size} * (table_ == nullptr ? 1 : api_.table_size);
        for (std::int64_t i = 0; i < api_.batch; ++i)
        {
            const LatentSequence s{static_cast<std::int64_t>(sequence_of_.size()), lengths[i], cached == nullptr ? 0 : cached[i]};
            if (s.size < 0 || s.cached < 0 || s.cached + s.size > room || s.start + s.size > api_.tokens)
            {
                ctx_.fault("input_lengths_global_addr", "length " + std::to_string(s.size) + " of sequence " + std::to_string(i) +
                                                            ", with " + std::to_string(s.cached) + " in the cache, does not fit");
            }
            sequences_.push_back(s);
            sequence_of_.insert(sequence_of_.end(), static_cast<std::size_t>(s.size), i);
        }
        if (static_cast<std::int64_t>(sequence_of_.size()) != api_.tokens)
        {
            ctx_.fault("input_lengths_global_addr", "the lengths add up to " + std::to_string(sequence_of_.size()) + ", there are " +
                                                        std::to_string(api_.tokens) + " tokens");
        }
    }

    // Pairs of neighbours, put into two halves and turned: x * cos + (-second half, first half) * sin.
    Eigen::ArrayXf turned(const Eigen::ArrayXf &pairs, std::int64_t token) const
    {
        const std::int64_t size = api_.qk_rope_head_dim, half = size / 2;
        Eigen::ArrayXf row(size);
        for (std::int64_t i = 0; i < half; ++i)
        {
            const float first = pairs(2 * i), second = pairs(2 * i + 1);
            const T *c = cos_ + token * size + i, *s = sin_ + token * size + i;
            row(i) = first * to_float(c[0]) - second * to_float(s[0]);
            row(half + i) = second * to_float(c[half]) + first * to_float(s[half]);
        }
        return row;
    }

    // Places that new token `at` of a sequence sees: those in the cache, or the chosen ones of them, and the new ones up to itself.
    std::vector<std::int64_t> visible(std::int64_t number, std::int64_t at) const
    {
        const LatentSequence &s = sequences_[number];
        std::vector<bool> chosen(static_cast<std::size_t>(s.cached), topk_ == nullptr || s.cached <= api_.topk_size);
        if (topk_ != nullptr && s.cached > api_.topk_size)
        {
            for (std::int64_t j = 0; j < std::min<std::int64_t>(api_.topk_size, api_.topk_width); ++j)
            {
                const std::int64_t place = topk_[number * api_.topk_width + j];
                if (place < 0 || place >= s.cached)
                {
                    ctx_.fault("topk_indices_global_addr",
                               "token " + std::to_string(place) + " of " + std::to_string(s.cached) + " in the cache");
                }
                chosen[static_cast<std::size_t>(place)] = true;
            }
        }
        std::vector<std::int64_t> places;
        for (std::int64_t place = 0; place < s.cached + at + 1; ++place)
        {
            if (place >= s.cached || chosen[static_cast<std::size_t>(place)])
            {
                places.push_back(place);
            }
        }
        return places;
    }

    std::int64_t cache_row(std::int64_t number, std::int64_t place) const
    {
        const std::int64_t block = table_ == nullptr ? number : table_[number * api_.table_size + place / api_.block_size];
        return checked_row(block * api_.block_size + place % api_.block_size, "block_table_global_addr");
    }

    std::int64_t checked_row(std::int64_t row, const char *argument) const
    {
        if (row < 0 || row >= api_.cache_rows)
        {
            ctx_.fault(argument, "row " + std::to_string(row) + " of a cache of " + std::to_string(api_.cache_rows));
        }
        return row;
    }

    const T *latent_row(std::int64_t number, std::int64_t place) const
    {
        const LatentSequence &s = sequences_[number];
        return place < s.cached ? kv_cache_ + cache_row(number, place) * api_.kv_lora_rank
                                : kv_ + (s.start + place - s.cached) * api_.kv_lora_rank;
    }

    const T *place_row(std::int64_t number, std::int64_t place) const
    {
        const LatentSequence &s = sequences_[number];
        return place < s.cached ? pe_cache_ + cache_row(number, place) * api_.qk_rope_head_dim
                                : places_ + (s.start + place - s.cached) * api_.qk_rope_head_dim;
    }

    KernelContext &ctx_;
    const sg_api_latent_attention_t &api_;
    const T *q_ = nullptr, *kv_ = nullptr, *pe_ = nullptr, *cos_ = nullptr, *sin_ = nullptr;
    T *out_ = nullptr, *kv_cache_ = nullptr, *pe_cache_ = nullptr, *places_ = nullptr;
    const std::int32_t *table_ = nullptr, *slots_ = nullptr, *topk_ = nullptr;
    float *query_weight_ = nullptr, *key_value_weight_ = nullptr;
    std::vector<LatentSequence> sequences_;
    std::vector<std::int64_t> sequence_of_; // for each token
};

template <class Chip, class Body>
void with_latent_attention(KernelContext &ctx, const sg_api_latent_attention_t &api, const Body &body)
{
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        LatentAttention<Chip, typename decltype(tag)::type> attention(ctx, api);
        body(attention);
    });
}

template <class Chip>
void latent_attention_prepare(KernelContext &ctx, const sg_api_latent_attention_t &api)
{
    with_latent_attention<Chip>(ctx, api, [](auto &attention) { attention.prepare(); });
}

template <class Chip>
void latent_attention_attend(KernelContext &ctx, const sg_api_latent_attention_t &api)
{
    with_latent_attention<Chip>(ctx, api, [](auto &attention) { attention.attend(); });
}

template <class Chip>
void latent_attention_save(KernelContext &ctx, const sg_api_latent_attention_t &api)
{
    with_latent_attention<Chip>(ctx, api, [](auto &attention) { attention.save(); });
}
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_latent_attention_multi_core", sg_api_latent_attention_t, all_cores,
                 latent_attention_prepare<FirmwareChip>, latent_attention_attend<FirmwareChip>, latent_attention_save<FirmwareChip>)

} // namespace tpusim
