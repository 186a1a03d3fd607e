#include "recorder.h"

#include <dlfcn.h>

#include <cstring>
#include <random>

namespace hostile
{

Recorder recorder;

std::string hex(unsigned long long value)
{
    char text[32];
    snprintf(text, sizeof text, "%llx", value);
    return text;
}

std::string bytes(const void *data, size_t size)
{
    std::string text;
    const auto *at = static_cast<const unsigned char *>(data);
    for (size_t i = 0; i < size && i < 512; ++i)
    {
        char two[3];
        snprintf(two, sizeof two, "%02x", at[i]);
        text += two;
    }
    return text;
}

void Recorder::begin(const char *name, const Input &input, int parameters)
{
    flush();
    name_ = name;
    labels_ = events_ = after_ = "";
    calls_ = 0;
    failing_ = input.failing;
    next_ = 0x900000000ull;
    buffers_.clear();
    for (int i = 0; i < parameters; ++i)
    {
        label(std::to_string(input.choice[i]));
    }
    label("fail=" + std::to_string(input.failing));
    running_ = pending_ = true;
}

void Recorder::end(int outcome, long long value)
{
    outcome_ = outcome ? "throw" : std::to_string(value);
    running_ = false;
    fprintf(out, "%s\t%s\t%s\t%s", name_.c_str(), labels_.c_str(), events_.c_str(), outcome_.c_str());
    fflush(out);
}

void Recorder::flush()
{
    if (pending_)
    {
        fprintf(out, "\t%s\n", after_.c_str());
        fflush(out);
        pending_ = false;
    }
}

unsigned long long Recorder::allocate(unsigned long long size)
{
    const unsigned long long address = next_;
    next_ += 0x100000;
    buffers_[address] = size;
    return address;
}

bool Recorder::known(unsigned long long address) const
{
    if (address >= 0x10000000ull && address < 0x200000000ull)
    {
        return true;
    }
    return address >= 0x900000000ull && address < next_;
}

namespace
{

std::vector<Input> plan(const int *alternatives, int parameters)
{
    std::vector<Input> inputs(1, Input{});
    for (int p = 0; p < parameters; ++p)
    {
        for (int choice = 1; choice < alternatives[p]; ++choice)
        {
            Input input{};
            input.choice[p] = choice;
            inputs.push_back(input);
        }
    }
    std::mt19937 random(7);
    for (int i = 0; i < 40 && parameters; ++i)
    {
        Input input{};
        for (int p = 0; p < parameters; ++p)
        {
            input.choice[p] = random() % 2 ? static_cast<int>(random() % alternatives[p]) : 0;
        }
        inputs.push_back(input);
    }
    for (int failing = 1; failing <= 6; ++failing)
    {
        Input input{};
        input.failing = failing;
        inputs.push_back(input);
    }
    Input again{};
    again.failing = -1; // none: whether the plain call does the same once more
    inputs.push_back(again);
    return inputs;
}

} // namespace

int run(int argc, char **argv)
{
    void *library = argc > 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (!library)
    {
        fprintf(stderr, "%s\n", dlerror());
        return 3;
    }
    recorder.out = fopen(argv[2], "w");
    auto *function = reinterpret_cast<void (*)()>(dlsym(library, "hostile_main"));
    if (!recorder.out || !function)
    {
        fprintf(stderr, "no record, or no hostile_main\n");
        return 3;
    }
    function();
    recorder.flush();
    fclose(recorder.out);
    return 0;
}

} // namespace hostile

extern "C"
{

int hostile_next(const int *alternatives, int parameters, hostile::Input *input)
{
    static std::vector<hostile::Input> inputs;
    static size_t position = 0;
    if (inputs.empty())
    {
        inputs = hostile::plan(alternatives, parameters);
        position = 0;
    }
    if (position == inputs.size())
    {
        inputs.clear();
        return 0;
    }
    *input = inputs[position++];
    return 1;
}

void hostile_begin(const char *name, const hostile::Input *input, int parameters) { hostile::recorder.begin(name, *input, parameters); }
void hostile_null(int parameter) { hostile::recorder.label("null=" + std::to_string(parameter)); }

void hostile_dtype(int parameter, const char *name)
{
    parameter < 0 ? hostile::recorder.after(name) : hostile::recorder.label("dtype" + std::to_string(parameter) + "=" + name);
}

void hostile_number(long long value) { hostile::recorder.after(std::to_string(value)); }
void hostile_address(unsigned long long value) { hostile::recorder.after(hostile::hex(value)); }
void hostile_end(int outcome, long long value) { hostile::recorder.end(outcome, value); }

int event_launch(const char *symbol, int cores, const void *arguments, size_t size, int wait)
{
    hostile::recorder.add("launch " + std::string(symbol) + " " + std::to_string(cores) + " " + hostile::bytes(arguments, size));
    const bool fails = hostile::recorder.fails();
    if (wait && !fails)
    {
        hostile::recorder.add("wait");
    }
    return fails;
}

unsigned long long event_malloc(unsigned long long size)
{
    hostile::recorder.add("malloc " + std::to_string(size));
    return hostile::recorder.fails() ? 0 : hostile::recorder.allocate(size);
}

void event_free(unsigned long long address) { hostile::recorder.add("free " + hostile::hex(address)); }

int event_read(void *host, unsigned long long address, unsigned long long size)
{
    hostile::recorder.add("read " + hostile::hex(address) + " " + std::to_string(size));
    memset(host, 0, size < 64 ? size : 64);
    if (size)
    {
        static_cast<unsigned char *>(host)[0] = static_cast<unsigned char>(address >> 20);
    }
    return hostile::recorder.fails();
}

int event_write(unsigned long long address, const void *host, unsigned long long size)
{
    hostile::recorder.add("write " + hostile::hex(address) + " " + hostile::bytes(host, size < 64 ? size : 64));
    return hostile::recorder.fails();
}

int event_copy(unsigned long long to, unsigned long long from, unsigned long long size)
{
    hostile::recorder.add("copy " + hostile::hex(to) + " " + hostile::hex(from) + " " + std::to_string(size));
    return hostile::recorder.fails();
}

int event_wait(void)
{
    hostile::recorder.add("wait");
    return 0; // the legacy launch that waits is one call, and fails as one
}

int probe(int value)
{
    hostile::recorder.add("probe " + std::to_string(value));
    return value;
}

} // extern "C"
