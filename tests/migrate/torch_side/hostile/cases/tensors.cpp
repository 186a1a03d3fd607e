// Library tensors: where they are kept, what is done to them, and the optional ones.

//= optional_has_value | convert | an optional tensor by has_value
void op(const Tensor &a, const c10::optional<Tensor> &bias, Tensor &out)
{
    auto status = sgdnnBias($R, $G(a), bias.has_value() ? $G(bias.value()) : sgdnnUndefinedTensor(), $G(out));
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { Tensor a = tensor(), o = tensor(); op(a, c10::nullopt, o); op(a, tensor(), o); }

//= optional_defined | convert | an optional tensor by defined
void op(const Tensor &a, const Tensor &bias, Tensor &out)
{
    SgdnnTensor_t b = bias.defined() ? $G(bias) : sgdnnUndefinedTensor();
    auto status = sgdnnBias($R, $G(a), b, $G(out));
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { Tensor a = tensor(), o = tensor(); op(a, Tensor(), o); op(a, tensor(), o); }

//= optional_if | convert | an optional tensor in a branch
void op(const Tensor &a, const Tensor &bias, Tensor &out)
{
    auto b = sgdnnUndefinedTensor();
    if (bias.defined())
    {
        b = $G(bias);
    }
    auto status = sgdnnBias($R, $G(a), b, $G(out));
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { Tensor a = tensor(), o = tensor(); op(a, Tensor(), o); op(a, tensor(), o); }

//= optional_dummy | either | a tensor made by hand for a missing one
void op(const Tensor &a, Tensor &out)
{
    SgdnnTensor_t none = {0};
    SgdnnTensor_t other{};
    SgdnnTensor_t third = {.addr = 0};
    sgdnnBias($R, $G(a), none, $G(out));
    sgdnnBias($R, $G(a), other, $G(out));
    sgdnnBias($R, $G(a), third, $G(out));
    sgdnnBias($R, $G(a), SgdnnTensor_t(), $G(out));
}
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }

//= address_tested | either | the address says whether there is a tensor
void op(const Tensor &a, const Tensor &bias, Tensor &out)
{
    SgdnnTensor_t b = bias.defined() ? $G(bias) : sgdnnUndefinedTensor();
    if (b.addr)
        note("bias");
    if (b.addr != 0)
        note("bias");
    note(b.addr);
    sgdnnBias($R, $G(a), b, $G(out));
}
void drive() { Tensor a = tensor(), o = tensor(); op(a, Tensor(), o); op(a, tensor(), o); }

//= address_of_call | either | the address of a tensor that is not kept
void op(const Tensor &a) { note($G(a).addr + 4); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= address_through_pointer | either | the address through a pointer and a reference
void op(const Tensor &a)
{
    SgdnnTensor_t t = $G(a);
    SgdnnTensor_t *p = &t;
    auto &r = t;
    p->addr += 1;
    note(r.addr);
    (*p).addr += 1;
    sgdnnFill($R, *p, 2.f);
}
void drive() { op(tensor()); }

//= address_by_memcpy | either | the tensor's bytes are copied
void op(const Tensor &a)
{
    SgdnnTensor_t t = $G(a);
    unsigned long long address = 0;
    __builtin_memcpy(&address, &t, sizeof address);
    note(address);
    note(sizeof(t));
    sgdnnFill($R, t, 2.f);
}
void drive() { op(tensor()); }

//= address_by_binding | either | a structured binding takes it apart
void op(const Tensor &a)
{
    auto [addr, dim, shape, stride, dtype] = $G(a);
    note(addr);
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= fields | convert | dimensions and strides are changed
void op(const Tensor &a)
{
    SgdnnTensor_t t = $G(a);
    t.dim = 1;
    t.shape[0] = t.shape[0] * t.shape[1];
    t.stride[0] = 1;
    for (int i = 0; i < t.dim; ++i)
        note(t.shape[i]);
    auto status = sgdnnFill($R, t, 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= field_dtype | either | the data type of a library tensor is changed and read
void op(const Tensor &a)
{
    SgdnnTensor_t t = $G(a);
    t.dtype = SGDNN_DTYPE_INT32;
    note(t.dtype);
    if (t.dtype == 7)
        note("seven");
    auto status = sgdnnFill($R, t, 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= field_dtype_compared | convert | the data type of a library tensor is compared with a constant
void op(const Tensor &a)
{
    SgdnnTensor_t t = $G(a);
    if (t.dtype == SGDNN_DTYPE_FP32)
        note("float");
    auto status = sgdnnFill($R, t, 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= reference_choice | convert | a reference to one of two tensors
void op(const Tensor &a, const Tensor &b, bool one)
{
    auto ta = $G(a);
    auto tb = $G(b);
    auto &change = one ? ta : tb;
    change.dim = 1;
    auto status = sgdnnAdd($R, ta, tb, ta);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor(), tensor(), true); op(tensor(), tensor(), false); }

//= array | either | tensors in an array
void op(const Tensor &a, Tensor &out)
{
    SgdnnTensor_t in[2] = {$G(a), $G(a)};
    SgdnnTensor_t more[] {$G(a)};
    sgdnnCat($R, in, 2, 0, $G(out));
    sgdnnCat($R, more, 1, 0, $G(out));
    sgdnnFill($R, in[1], 2.f);
}
void drive() { Tensor o = tensor(); op(tensor(), o); }

//= vector_initializer | either | a vector with an initializer
void op(const Tensor &a, Tensor &out)
{
    std::vector<SgdnnTensor_t> in = {$G(a), $G(a)};
    std::vector<SgdnnTensor_t> more{$G(a)};
    sgdnnCat($R, in.data(), 2, 0, $G(out));
    sgdnnCat($R, more.data(), 1, 0, $G(out));
}
void drive() { Tensor o = tensor(); op(tensor(), o); }

//= vector_emplace | either | a vector by emplace_back and by index
void op(const Tensor &a, Tensor &out)
{
    std::vector<SgdnnTensor_t> in(2);
    in[0] = $G(a);
    in[1] = $G(out);
    in.emplace_back($G(a));
    sgdnnCat($R, &in[0], in.size(), 0, $G(out));
}
void drive() { Tensor o = tensor(); op(tensor(), o); }

//= map | either | tensors in a map
void op(const Tensor &a)
{
    std::map<int, SgdnnTensor_t> all;
    all[3] = $G(a);
    sgdnnFill($R, all[3], 2.f);
}
void drive() { op(tensor()); }

//= pair | either | tensors in a pair
void op(const Tensor &a)
{
    auto both = std::make_pair($G(a), 3);
    note(both.first.addr);
    sgdnnFill($R, both.first, 2.f);
}
void drive() { op(tensor()); }

//= member | either | tensors in a member
struct Op
{
    SgdnnTensor_t t;
    explicit Op(const Tensor &a) : t($G(a)) {}
    void run() { sgdnnFill($R, t, 2.f); }
};
void drive() { Op op(tensor()); c10_tpu::TPUGuard guard(1); op.run(); }

//= static_tensor | either | a static tensor is made once
void op(const Tensor &a)
{
    static SgdnnTensor_t t = $G(a);
    sgdnnFill($R, t, 2.f);
}
void drive() { op(tensor()); op(tensor()); }

//= returned | convert | a static helper returns a tensor
static SgdnnTensor_t flat(const Tensor &a)
{
    auto t = $G(a);
    t.dim = 1;
    return t;
}
void op(const Tensor &a) { sgdnnFill($R, flat(a), 2.f); }
void drive() { op(tensor()); }

//= returned_by_lambda | either | a lambda returns a tensor
void op(const Tensor &a)
{
    auto make = [](const Tensor &t) { return $G(t); };
    sgdnnFill($R, make(a), 2.f);
}
void drive() { op(tensor()); }

//= passed_by_reference | convert | a static helper changes a tensor
static void flatten(SgdnnTensor_t &t) { t.dim = 1; }
void op(const Tensor &a)
{
    SgdnnTensor_t t = $G(a);
    flatten(t);
    sgdnnFill($R, t, 2.f);
}
void drive() { op(tensor()); }

//= passed_by_pointer | either | a static helper takes a pointer
static void move(SgdnnTensor_t *t) { t->addr += 1; }
void op(const Tensor &a)
{
    SgdnnTensor_t t = $G(a);
    move(&t);
    sgdnnFill($R, t, 2.f);
}
void drive() { op(tensor()); }

//= library_helper | convert | a function of the library without a handle
void op(const Tensor &a, const Tensor &b)
{
    SgdnnTensor_t ta = $G(a), tb = $G(b);
    if (sgdnnIsSameShape(&ta, &tb))
        sgdnnAdd($R, ta, tb, ta);
}
void drive() { op(tensor(), tensor()); }

//= generic_lambda | either | a generic lambda works on the tensor's fields
void op(const Tensor &a)
{
    auto show = [](auto &&t) { note(t.addr); };
    show($G(a));
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= template_field | either | a template works on the tensor's fields
template <typename T> static void show(const T &t) { note(t.addr); }
void op(const Tensor &a)
{
    auto t = $G(a);
    show(t);
    sgdnnFill($R, t, 2.f);
}
void drive() { op(tensor()); }

//= overloaded_helper | either | an overload is chosen by the legacy type
static void show(const SgdnnTensor_t &) { note("library"); }
static void show(unsigned long long) { note("number"); }
void op(const Tensor &a)
{
    auto t = $G(a);
    show(t);
    show(t.addr);
    sgdnnFill($R, t, 2.f);
}
void drive() { op(tensor()); }

//= order_of_effects | convert | a tensor expression with effects
static Tensor made(const Tensor &a) { note("made"); return a; }
void op(const Tensor &a)
{
    auto t = $G(made(a));
    note("between");
    sgdnnFill($R, t, 2.f);
    sgdnnFill($R, $G(made(a)), 3.f);
}
void drive() { op(tensor()); }

//= comma_declarations | convert | several tensors in one declaration
void op(const Tensor &a)
{
    SgdnnTensor_t x = $G(a), y, z = $G(a);
    y = x;
    sgdnnAdd($R, x, y, z);
}
void drive() { op(tensor()); }

//= volatile_and_const | convert | a tensor that is const
void op(const Tensor &a)
{
    const SgdnnTensor_t x = $G(a);
    const auto y = $G(a);
    sgdnnAdd($R, x, y, x);
}
void drive() { op(tensor()); }

//= tensor_of_other_file | either | a global tensor is declared elsewhere
extern SgdnnTensor_t shared;
SgdnnTensor_t shared = $G(tensor());
void op() { sgdnnFill($R, shared, 2.f); }
void drive() { op(); }

//= thread | either | the call runs in another thread's lambda
#include <thread>
void op(const Tensor &a)
{
    auto t = $G(a);
    std::thread worker([&] { sgdnnFill($R, t, 2.f); });
    worker.join();
}
void drive() { op(tensor()); }

//= conditional_lvalue | either | the tensor is chosen where it is assigned
void op(const Tensor &a, bool one)
{
    SgdnnTensor_t x = $G(a), y = $G(a);
    (one ? x : y) = $G(a.to(kHalf));
    sgdnnAdd($R, x, y, x);
}
void drive() { op(tensor(), true); op(tensor(), false); }

//= swap | either | two tensors are swapped
void op(const Tensor &a, const Tensor &b)
{
    SgdnnTensor_t x = $G(a), y = $G(b);
    std::swap(x, y);
    sgdnnAdd($R, x, y, x);
}
void drive() { op(tensor(), tensor()); }

//= decltype_of_tensor | either | decltype of a tensor
void op(const Tensor &a)
{
    auto x = $G(a);
    decltype(x) y = x;
    note(y.addr);
    sgdnnAdd($R, x, y, x);
}
void drive() { op(tensor()); }

//= range_for_list | convert | a loop over library tensors
void op(const Tensor &a, const Tensor &b) {
    std::vector<SgdnnTensor_t> inputs;
    for (auto &t : {a, b}) inputs.push_back($G(t));
    for (auto &t : inputs) {
        TORCH_CHECK(sgdnnFill($R, t, 1.f) == SG_SUCCESS);
        note(t.shape[0]);
    }
    for (const SgdnnTensor_t &t : inputs)
        sgdnnFill($R, t, 2.f);
    for (auto t : inputs) { t.shape[0] = 1; sgdnnFill($R, t, 3.f); }
    TORCH_CHECK(sgdnnCat($R, inputs.data(), inputs.size(), 0, $G(a)) == SG_SUCCESS);
}
void drive() { op(tensor(), tensor()); }

//= range_for_list_dtype | either | the loop shows the data type
void op(const Tensor &a) {
    std::vector<SgdnnTensor_t> inputs = {$G(a)};
    for (const auto &t : inputs) note((int)t.dtype);
    sgdnnFill($R, inputs[0], 2.f);
}
void drive() { op(tensor()); }

//= range_for_list_name_again | either | the variable's name is another thing behind the loop
void op(const Tensor &a) {
    std::vector<SgdnnTensor_t> inputs = {$G(a)};
    for (auto &t : inputs) sgdnnFill($R, t, 2.f);
    struct { int addr; } t{4};
    note(t.addr);
}
void drive() { op(tensor()); }
