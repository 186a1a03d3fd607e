// Streams and events. Everything that reaches a driver in stream order goes through tpudnnStream_st, so that it can be recorded instead.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "device.h"
#include "graph.h"
#include "tpuDNN.h"

struct tpudnnEvent_st
{
    explicit tpudnnEvent_st(tpudnn::Device &device);
    ~tpudnnEvent_st();
    tpudnnEvent_st(const tpudnnEvent_st &) = delete;
    tpudnnEvent_st &operator=(const tpudnnEvent_st &) = delete;

    void record(tpudnnStream_st &stream);
    bool query() const;
    void synchronize() const;
    float elapsedSince(const tpudnnEvent_st &start) const; // milliseconds

    tpudnn::Device &device() const { return device_; }
    bool recorded() const { return recorded_; }
    tpudnnDriverEvent_t native() const { return native_; }

private:
    tpudnn::Device &device_;
    tpudnnDriverEvent_t native_ = nullptr; // null: the driver has no events, recording waits
    bool recorded_ = false;
    std::chrono::steady_clock::time_point time_{};
};

struct tpudnnStream_st
{
    // Owns `native`.
    tpudnnStream_st(tpudnn::Device &device, tpudnnDriverStream_t native) : device_(device), native_(native) {}
    ~tpudnnStream_st();
    tpudnnStream_st(const tpudnnStream_st &) = delete;
    tpudnnStream_st &operator=(const tpudnnStream_st &) = delete;

    tpudnn::Device &device() const { return device_; }
    tpudnnDriverStream_t native() const { return native_; }

    // Queue; physical addresses.
    void launch(const tpudnn::KernelLaunch &launch);
    void copyH2D(uint64_t dst, const void *src, uint64_t bytes);
    void copyD2H(void *dst, uint64_t src, uint64_t bytes);
    void copyD2D(uint64_t dst, uint64_t src, uint64_t bytes);
    void fill(uint64_t dst, int value, uint64_t bytes);
    void waitEvent(const tpudnnEvent_st &event);
    // Gives memory back in stream order; while recording, the graph keeps it.
    void release(void *address);

    void synchronize();
    bool query();

    void beginCapture();
    std::unique_ptr<tpudnn::Recording> endCapture();
    bool capturing() const { return recording_ != nullptr; }
    void replay(const tpudnn::Recording &recording);

private:
    void refuseInCapture(const char *what) const;
    void queued() { ++sequence_; }

    tpudnn::Device &device_;
    tpudnnDriverStream_t native_;
    std::unique_ptr<tpudnn::Recording> recording_;
    uint64_t sequence_ = 1;       // changes with everything queued
    uint64_t marked_ = 0;         // the sequence that marker_ was recorded at
    uint64_t finished_ = 0;       // sequence_ when the stream was last waited for
    std::unique_ptr<tpudnnEvent_st> marker_;
};
