// The record of one call, and the driver's main: loads a built case and runs its operators.
#pragma once

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "events.h"

namespace hostile
{

struct Input
{
    int choice[24];
    int failing;
};

// Everything is recorded in physical addresses.
class Recorder
{
public:
    void begin(const char *name, const Input &input, int parameters);
    void end(int outcome, long long value);
    void add(const std::string &event) { events_ += event + ';'; }
    void label(const std::string &text) { labels_ += text + ' '; }
    void after(const std::string &text) { after_ += text + ' '; }
    bool running() const { return running_; }
    // True where this call of the runtime is to fail.
    bool fails() { return ++calls_ == failing_; }
    unsigned long long allocate(unsigned long long size);
    // True for an address of a tensor, or of a buffer of this call.
    bool known(unsigned long long address) const;
    void flush();

    FILE *out = nullptr;

private:
    std::string name_, labels_, events_, after_, outcome_;
    bool running_ = false, pending_ = false;
    int calls_ = 0, failing_ = 0;
    unsigned long long next_ = 0;
    std::map<unsigned long long, unsigned long long> buffers_;
};

extern Recorder recorder;
std::string hex(unsigned long long value);
std::string bytes(const void *data, size_t size);

// Calls `hostile_main` of the library named first; the record goes to the file named second.
int run(int argc, char **argv);

} // namespace hostile
