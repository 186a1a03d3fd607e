// Calls an operator with many inputs and writes what each call did. Compiled into both builds of a case, behind its source.
#pragma once

#include "events.h"

namespace hostile
{

// The alternative that each parameter takes in one call; 0 is the plain one.
struct Input
{
    int choice[24];
    int failing; // which call of the runtime fails; 0: none
};

extern "C" {
// Sets `input` to the next one for an operator with these numbers of alternatives; false behind the last.
int hostile_next(const int *alternatives, int parameters, struct Input *input);
void hostile_begin(const char *name, const struct Input *input, int parameters);
void hostile_null(int parameter);
void hostile_dtype(int parameter, const char *name);
void hostile_number(long long value);
void hostile_address(unsigned long long value);
// 0: returned `value`; 1: threw.
void hostile_end(int outcome, long long value);
void *hostile_handle(void);
}

struct Element
{
    const char *name;
    DTYPE_T value;
};

inline const Element elements[] = {
    {"FP32", DTYPE(FP32)}, {"FP16", DTYPE(FP16)},   {"BF16", DTYPE(BF16)}, {"INT32", DTYPE(INT32)},
    {"INT64", DTYPE(INT64)}, {"INT8", DTYPE(INT8)}, {"UINT8", DTYPE(UINT8)},
};
constexpr int elementCount = 7;

inline const char *elementName(DTYPE_T value)
{
    for (const Element &element : elements)
        if (element.value == value)
            return element.name;
    return "?";
}

// Alternatives of a tensor: plain, null, another element type (6), four other shapes and layouts, another address.
constexpr int tensorAlternatives = 13;

inline TENSOR_T tensor(int parameter, int alternative, int member)
{
    static const int shapes[5][9] = {{4, 2, 3, 4, 5}, {2, 6, 7}, {2, 7, 6}, {0}, {4, 1, 3, 1, 5}};
    TENSOR_T made;
    const int layout = alternative >= 8 && alternative < 12 ? alternative - 7 : 0;
    made.dim = shapes[layout][0];
    int stride = 1;
    for (int i = 7; i >= 0; --i)
    {
        made.shape[i] = i < made.dim ? shapes[layout][i + 1] : 0;
        made.stride[i] = i < made.dim ? stride : 0;
        stride *= i < made.dim ? made.shape[i] : 1;
    }
    if (layout == 2)
    {
        made.stride[0] = 1;
        made.stride[1] = made.shape[0];
    }
    const Element &element = elements[alternative >= 2 && alternative < 8 ? alternative - 1 : 0];
    made.dtype = element.value;
    const unsigned long long address = 0x10000000ull * (parameter + 1) + 0x100000ull * member + (alternative == 12 ? 0x4000000ull : 0);
    made.addr = (decltype(made.addr))(alternative == 1 ? 0 : address + ADDRESS_OFFSET);
    return made;
}

inline void print(const TENSOR_T &value)
{
    const unsigned long long address = (unsigned long long)value.addr;
    hostile_address(address ? address - ADDRESS_OFFSET : 0);
    hostile_number(value.dim);
    for (int i = 0; i < 8; ++i)
        hostile_number(value.shape[i]);
    hostile_dtype(-1, elementName(value.dtype));
}

template <class T, class U>
struct Same
{
    static constexpr bool value = false;
};
template <class T>
struct Same<T, T>
{
    static constexpr bool value = true;
};
template <class T>
struct Bare
{
    using type = T;
};
template <class T>
struct Bare<const T>
{
    using type = T;
};
template <class T>
struct Bare<T &>
{
    using type = typename Bare<T>::type;
};

constexpr int numbers[] = {1, 0, 2, 3, 4, 5, 7, -1, 64};

// What a parameter of type T is given: `alternatives`, how it is made and handed over, and what of it is looked at afterwards.
template <class T>
struct Value
{
    static constexpr int alternatives = __is_enum(T) ? 6 : Same<T, bool>::value ? 2 : 9;
    T value;
    Value(int, int alternative)
    {
        if constexpr (__is_enum(T))
            value = (T)alternative;
        else if constexpr (Same<T, bool>::value)
            value = alternative == 0;
        else if constexpr (__is_class(T) || __is_union(T))
        {
            unsigned char *bytes = (unsigned char *)&value;
            for (unsigned i = 0; i < sizeof(T); ++i)
                bytes[i] = i % 4 ? 0 : (unsigned char)(numbers[(alternative + i / 4) % 7]);
        }
        else
            value = (T)(numbers[alternative] * (Same<T, float>::value || Same<T, double>::value ? 1.5 : 1));
    }
    T &get() { return value; }
    void after() {}
};

template <>
struct Value<DTYPE_T>
{
    static constexpr int alternatives = elementCount;
    DTYPE_T value;
    Value(int parameter, int alternative) : value(elements[alternative].value) { hostile_dtype(parameter, elements[alternative].name); }
    DTYPE_T &get() { return value; }
    void after() {}
};

template <>
struct Value<TENSOR_T>
{
    static constexpr int alternatives = tensorAlternatives;
    TENSOR_T value;
    Value(int parameter, int alternative) : value(tensor(parameter, alternative, 0))
    {
        hostile_dtype(parameter, elementName(value.dtype));
        if (alternative == 1)
            hostile_null(parameter);
    }
    TENSOR_T &get() { return value; }
    void after() { print(value); }
};

template <class T>
struct Value<T *>
{
    using Item = typename Bare<T>::type;
    static constexpr int alternatives = Same<Item, TENSOR_T>::value ? tensorAlternatives : 3;
    Item *items;
    Value(int parameter, int alternative)
    {
        static char room[24][8 * sizeof(TENSOR_T)];
        items = (Item *)room[parameter];
        if constexpr (Same<Item, TENSOR_T>::value)
        {
            for (int i = 0; i < 4; ++i)
                items[i] = tensor(parameter, alternative, i);
            hostile_dtype(parameter, elementName(items[0].dtype));
        }
        else if constexpr (__is_class(Item))
        {
            for (int i = 0; i < 2; ++i)
                items[i] = Value<Item>(0, (alternative + i) % 7).value;
        }
        else
        {
            for (int i = 0; i < 8; ++i)
                ((int *)items)[i] = numbers[(alternative + i) % 7];
        }
    }
    T *get() { return items; }
    void after()
    {
        if constexpr (Same<Item, TENSOR_T>::value)
            for (int i = 0; i < 4; ++i)
                print(items[i]);
        else
            for (int i = 0; i < 8; ++i)
                hostile_number(((const int *)items)[i]);
    }
};

template <template <class, class> class Vector, class Allocator>
struct Value<Vector<TENSOR_T, Allocator>>
{
    static constexpr int alternatives = tensorAlternatives;
    Vector<TENSOR_T, Allocator> value;
    Value(int parameter, int alternative)
    {
        for (int i = 0; i < 3; ++i)
            value.push_back(tensor(parameter, alternative, i));
        hostile_dtype(parameter, elementName(value[0].dtype));
    }
    Vector<TENSOR_T, Allocator> &get() { return value; }
    void after()
    {
        for (const TENSOR_T &item : value)
            print(item);
    }
};

template <class T>
long long number(T value)
{
    if constexpr (Same<T, STATUS_T>::value)
        return value == STATUS_SUCCESS ? 0 : 1;
    else
        return (long long)value;
}

template <int... I>
struct Indices
{
};
template <int N, int... I>
struct Counted : Counted<N - 1, N - 1, I...>
{
};
template <int... I>
struct Counted<0, I...>
{
    using type = Indices<I...>;
};

template <class R, class... A, int... I>
void call(R (*function)(HANDLE_T, A...), const Input &input, Indices<I...>)
{
    auto run = [&](auto... values) {
        int outcome = 0;
        long long result = 0;
        try
        {
            if constexpr (Same<R, void>::value)
                function((HANDLE_T)hostile_handle(), values->get()...);
            else
                result = number(function((HANDLE_T)hostile_handle(), values->get()...));
        }
        catch (...)
        {
            outcome = 1;
        }
        hostile_end(outcome, result);
        (values->after(), ...);
    };
    auto hold = [&](auto &&...values) { run(&values...); };
    hold(Value<typename Bare<A>::type>(I, input.choice[I])...);
}

// `waits`: the last parameter is the legacy flag for not waiting, which the unified form does not have.
template <class R, class... A>
void drive(const char *name, R (*function)(HANDLE_T, A...), int waits)
{
    int alternatives[] = {Value<typename Bare<A>::type>::alternatives..., 0};
    const int parameters = (int)sizeof...(A);
    Input input = {};
    while (hostile_next(alternatives, parameters - waits, &input))
    {
        if (waits)
            input.choice[parameters - 1] = 0;
        hostile_begin(name, &input, parameters - waits);
        call(function, input, typename Counted<(int)sizeof...(A)>::type());
    }
}

} // namespace hostile
