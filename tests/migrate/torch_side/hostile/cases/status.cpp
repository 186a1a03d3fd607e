// What becomes of a call's result, of its optional flag for not waiting, and of the order of effects.

//= compared | convert | compared with the success constant on either side
bool op(const Tensor &a)
{
    if (SG_SUCCESS != sgdnnFill($R, $G(a), 2.f))
        return false;
    return sgdnnFill($R, $G(a), 3.f) == SG_SUCCESS;
}
void drive() { note(op(tensor())); }

//= truth_value | either | the status is a truth value
void op(const Tensor &a)
{
    if (sgdnnFill($R, $G(a), 2.f))
        note("failed");
}
void drive() { op(tensor()); }

//= negated | either | the status is negated
bool op(const Tensor &a) { return !sgdnnFill($R, $G(a), 2.f); }
void drive() { note(op(tensor())); }

//= negated_by_word | either | the status is negated by a word
bool op(const Tensor &a) { return not sgdnnFill($R, $G(a), 2.f); }
void drive() { note(op(tensor())); }

//= returned_as_number | either | the status is returned as a number
int op(const Tensor &a) { return sgdnnFill($R, $G(a), 2.f); }
void drive() { note(op(tensor())); }

//= stored_as_number | either | the status is stored as a number
void op(const Tensor &a)
{
    int status = sgdnnFill($R, $G(a), 2.f);
    note(status);
}
void drive() { op(tensor()); }

//= auto_as_number | either | the status is stored in auto and shown as a number
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    note(status);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= stored_as_bool | either | the status is stored as bool
void op(const Tensor &a)
{
    bool bad = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(!bad);
}
void drive() { op(tensor()); }

//= compared_with_number | either | the status is compared with a number
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    if (status == 5)
        note("failure");
    if (status != 0)
        note("other");
}
void drive() { op(tensor()); }

//= compared_with_failure | either | the status is compared with another constant
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    if (status == SG_FAILURE)
        note("failure");
}
void drive() { op(tensor()); }

//= compared_by_order | either | the status is compared by order
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    if (status > SG_SUCCESS)
        note("failure");
}
void drive() { op(tensor()); }

//= in_switch | either | the status chooses a label
void op(const Tensor &a)
{
    switch (sgdnnFill($R, $G(a), 2.f))
    {
    case SG_SUCCESS: note("fine"); break;
    case 5: note("five"); break;
    default: note("other");
    }
}
void drive() { op(tensor()); }

//= ternary | either | one of two calls by a condition
void op(const Tensor &a, bool one)
{
    auto status = one ? sgdnnFill($R, $G(a), 2.f) : sgdnnFill($R, $G(a), 3.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor(), true); op(tensor(), false); }

//= comma | either | two calls with a comma
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f), sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= logical_and | either | the second call depends on the first
void op(const Tensor &a)
{
    bool fine = sgdnnFill($R, $G(a), 2.f) == SG_SUCCESS && sgdnnFill($R, $G(a), 3.f) == SG_SUCCESS;
    note(fine);
}
void drive() { op(tensor()); }

//= passed_on | either | the status is passed to a function
static void check(int code) { note(code); }
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    check(status);
    check(sgdnnFill($R, $G(a), 2.f));
}
void drive() { op(tensor()); }

//= helper_takes_status | either | a helper of the file takes the status by its type
static void check(tpu_status_t code) { TORCH_CHECK(code == SG_SUCCESS); }
void op(const Tensor &a) { check(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= helper_returns_status | convert | a static helper returns the status
static tpu_status_t fill(const Tensor &a) { return sgdnnFill($R, $G(a), 2.f); }
void op(const Tensor &a) { TORCH_CHECK(fill(a) == SG_SUCCESS); }
void drive() { op(tensor()); }

//= helper_status_as_number | either | the status of a helper is a number for its caller
static tpu_status_t fill(const Tensor &a) { return sgdnnFill($R, $G(a), 2.f); }
void op(const Tensor &a) { note(fill(a)); }
void drive() { op(tensor()); }

//= helper_mixed | either | a helper returns the status or a failure of its own
static tpu_status_t fill(const Tensor &a)
{
    if (!a.defined())
        return SG_FAILURE;
    return sgdnnFill($R, $G(a), 2.f);
}
void op(const Tensor &a) { TORCH_CHECK(fill(a) == SG_SUCCESS); }
void drive() { op(tensor()); op(Tensor()); }

//= lambda_returns_status | either | a lambda returns the status as what it is
void op(const Tensor &a)
{
    auto f = [&] { return sgdnnFill($R, $G(a), 2.f); };
    note(f());
}
void drive() { op(tensor()); }

//= one_variable | convert | several calls share one variable
void op(const Tensor &a, Tensor &out)
{
    tpu_status_t status = SG_SUCCESS;
    status = sgdnnFill($R, $G(a), 2.f);
    if (status == SG_SUCCESS)
        status = sgdnnFill($R, $G(out), 3.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { Tensor o = tensor(); op(tensor(), o); }

//= one_variable_with_another | either | the variable also takes the result of another function
static tpu_status_t other(int i) { return i ? SG_FAILURE : SG_SUCCESS; }
void op(const Tensor &a, int i)
{
    tpu_status_t status = other(i);
    if (status == SG_SUCCESS)
        status = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor(), 0); op(tensor(), 1); }

//= another_variable | either | another variable of the status type holds another function's result
static tpu_status_t other(int i) { return i ? SG_FAILURE : SG_SUCCESS; }
void op(const Tensor &a, int i)
{
    tpu_status_t mine = other(i);
    note(mine);
    auto status = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS && mine == SG_SUCCESS);
}
void drive() { op(tensor(), 0); op(tensor(), 1); }

//= combined | either | the statuses of two calls are combined by bits
void op(const Tensor &a)
{
    int status = sgdnnFill($R, $G(a), 2.f);
    status |= sgdnnFill($R, $G(a), 3.f);
    note(status);
}
void drive() { op(tensor()); }

//= by_reference | either | the status goes out through a reference
static void fill(const Tensor &a, tpu_status_t &status) { status = sgdnnFill($R, $G(a), 2.f); }
void op(const Tensor &a)
{
    tpu_status_t status;
    fill(a, status);
    note(status);
}
void drive() { op(tensor()); }

//= in_member | either | the status is kept in a member
struct Op
{
    tpu_status_t last;
    void run(const Tensor &a) { last = sgdnnFill($R, $G(a), 2.f); }
};
void drive() { Op op; op.run(tensor()); note(op.last); }

//= in_array | either | statuses in an array
void op(const Tensor &a)
{
    tpu_status_t all[2];
    all[0] = sgdnnFill($R, $G(a), 2.f);
    all[1] = sgdnnFill($R, $G(a), 2.f);
    note(all[0] + all[1]);
}
void drive() { op(tensor()); }

//= in_vector | either | statuses in a vector
void op(const Tensor &a)
{
    std::vector<tpu_status_t> all;
    all.push_back(sgdnnFill($R, $G(a), 2.f));
    note(all[0]);
}
void drive() { op(tensor()); }

//= to_void | convert | the status is discarded on purpose
void op(const Tensor &a)
{
    (void)sgdnnFill($R, $G(a), 2.f);
    static_cast<void>(sgdnnFill($R, $G(a), 3.f));
}
void drive() { op(tensor()); }

//= cast_to_int | either | the status is cast
void op(const Tensor &a) { note((int)sgdnnFill($R, $G(a), 2.f)); note(static_cast<int>(sgdnnFill($R, $G(a), 2.f))); }
void drive() { op(tensor()); }

//= if_initializer | convert | the status is declared in the header of an if
void op(const Tensor &a)
{
    if (auto status = sgdnnFill($R, $G(a), 2.f); status != SG_SUCCESS)
        note("failed");
}
void drive() { op(tensor()); }

//= if_declaration | either | the declaration is the condition
void op(const Tensor &a)
{
    if (auto status = sgdnnFill($R, $G(a), 2.f))
        note("failed");
}
void drive() { op(tensor()); }

//= braces_initializer | either | the status is initialised with braces
void op(const Tensor &a)
{
    tpu_status_t status{sgdnnFill($R, $G(a), 2.f)};
    tpu_status_t other(sgdnnFill($R, $G(a), 3.f));
    TORCH_CHECK(status == SG_SUCCESS && other == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= shadowed_status | either | an inner variable of the same name is a number
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    {
        int status = 5;
        note(status);
    }
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= status_of_other_function | convert | another function has its own variable of the name
void other()
{
    int status = 5;
    note(status);
}
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { other(); op(tensor()); }

//= sizeof_and_decltype | either | the call is only looked at
void op(const Tensor &a)
{
    note(sizeof(sgdnnFill($R, $G(a), 2.f)));
    decltype(sgdnnFill($R, $G(a), 2.f)) x = SG_SUCCESS;
    note(x);
}
void drive() { op(tensor()); }

//= success_elsewhere | either | the success constant is used as a number
void op(const Tensor &a)
{
    int codes[] = {SG_SUCCESS, SG_FAILURE};
    note(codes[1]);
    sgdnnFill($R, $G(a), 2.f);
}
void drive() { op(tensor()); }

//= safe_call | convert | the macro around a call
void op(const Tensor &a) { SAFE_CALL(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= safe_call_variable | either | the macro around a variable
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
    SAFE_CALL(status);
}
void drive() { op(tensor()); }

//= safe_call_redefined | either | the file has a macro of that name that does something else
#undef SAFE_CALL
#define SAFE_CALL(x) do { auto r = (x); note(r); } while (0)
void op(const Tensor &a) { SAFE_CALL(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= safe_call_function | either | a function of the file has the macro's name
#undef SAFE_CALL
static void SAFE_CALL(int code) { note(code); }
void op(const Tensor &a) { SAFE_CALL(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= check_redefined | either | the file has a TORCH_CHECK of its own
#undef TORCH_CHECK
#define TORCH_CHECK(x) note((x) ? "yes" : "no")
void op(const Tensor &a)
{
    SAFE_CALL(sgdnnFill($R, $G(a), 2.f));
    auto status = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= own_check_macro | convert | a macro of the file checks a status
#define CHECK_STATUS(x) TORCH_CHECK((x) == SG_SUCCESS)
void op(const Tensor &a)
{
    CHECK_STATUS(sgdnnFill($R, $G(a), 2.f));
}
void drive() { op(tensor()); }

//= own_check_macro_of_header | either | a macro of a header of the tree checks a status
#include "check.h"
void op(const Tensor &a) { CHECK_STATUS(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }
//- src/check.h
#define CHECK_STATUS(x) TORCH_CHECK((x) == SG_SUCCESS)

//= own_check_macro_twice | either | a macro evaluates its argument twice
#define CHECK_STATUS(x) if ((x) != SG_SUCCESS) note(x)
void op(const Tensor &a) { CHECK_STATUS(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= own_check_macro_number | either | a macro shows the status as a number
#define CHECK_STATUS(x) do { int r_ = (x); if (r_ != SG_SUCCESS) note(r_); } while (0)
void op(const Tensor &a) { CHECK_STATUS(sgdnnFill($R, $G(a), 2.f)); }
void drive() { op(tensor()); }

//= blocking | convert | a call that waits
void op(const Tensor &a, bool later)
{
    auto status = sgdnnFill($R, $G(a), 2.f, false);
    TORCH_CHECK(status == SG_SUCCESS);
    status = sgdnnFill($R, $G(a), 3.f, later);
    TORCH_CHECK(status == SG_SUCCESS);
    sgdnnFill($R, $G(a), 4.f, true);
}
void drive() { op(tensor(), true); op(tensor(), false); }

//= blocking_by_default | convert | a function that waits where nothing is said
void op(const Tensor &a, Tensor &out)
{
    sgdnnWait($R, $G(a), $G(out));
    sgdnnWait($R, $G(out), $G(a), true);
}
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }

//= blocking_condition_changes | either | what decides on waiting changes with the call
void op(const Tensor &a)
{
    bool later = false;
    sgdnnFill($R, $G(a), (later = true, 2.f), later);
    int n = 0;
    sgdnnFill($R, $G(a), 2.f, n++ == 0);
    note(n);
}
void drive() { op(tensor()); }

//= blocking_condition_calls | either | a function decides on waiting
static bool later() { note("asked"); return false; }
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f, later()); }
void drive() { op(tensor()); }

//= blocking_in_condition | either | a waiting call in a condition
void op(const Tensor &a)
{
    if (sgdnnFill($R, $G(a), 2.f, false) == SG_SUCCESS)
        note("fine");
}
void drive() { op(tensor()); }

//= blocking_in_check | either | a waiting call in a check, with an effect behind it
void op(const Tensor &a) { TORCH_CHECK(sgdnnFill($R, $G(a), 2.f, false) == SG_SUCCESS && (note("behind"), true)); }
void drive() { op(tensor()); }

//= blocking_behind_label | either | a waiting call behind a label and without braces
void op(const Tensor &a, int kind)
{
    switch (kind)
    {
    case 0:
        sgdnnFill($R, $G(a), 2.f, false);
    default:
        note("default");
    }
    if (kind)
        sgdnnFill($R, $G(a), 3.f, false);
    else
        sgdnnFill($R, $G(a), 4.f, false);
}
void drive() { op(tensor(), 0); op(tensor(), 1); }

//= blocking_in_for | either | a waiting call in the header of a for
void op(const Tensor &a)
{
    int n = 0;
    for (sgdnnFill($R, $G(a), 2.f, false); n < 2; sgdnnFill($R, $G(a), 3.f, false))
        note(n++);
}
void drive() { op(tensor()); }

//= blocking_in_macro | either | a macro has a waiting call
#define FILL(t, v) sgdnnFill($R, $G(t), v, false)
void op(const Tensor &a)
{
    FILL(a, 2.f);
    if (FILL(a, 3.f) == SG_SUCCESS)
        note("fine");
}
void drive() { op(tensor()); }

//= blocking_with_handle | either | a waiting call on a handle that is a parameter
static void run(tpu_resource_t handle, SgdnnTensor_t t) { sgdnnFill(handle, t, 2.f, false); }
void op(const Tensor &a) { run($R, $G(a)); }
void drive() { op(tensor()); }

//= blocking_declared_twice | either | two statuses in one declaration
void op(const Tensor &a)
{
    tpu_status_t x = sgdnnFill($R, $G(a), 2.f, false), y = sgdnnFill($R, $G(a), 3.f, false);
    TORCH_CHECK(x == SG_SUCCESS && y == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= blocking_by_constant | convert | a constant decides on waiting
static constexpr bool kLater = false;
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f, kLater); }
void drive() { op(tensor()); }

//= blocking_negative_number | either | the flag is another expression
void op(const Tensor &a, const std::vector<bool> &flags) { sgdnnFill($R, $G(a), 2.f, !flags[1]); sgdnnFill($R, $G(a), 2.f, 2); }
void drive() { op(tensor(), {false, true}); }

//= default_argument | either | an argument with a default is left out
void op(const Tensor &a, Tensor &out)
{
    sgdnnScale($R, $G(a), $G(out));
    sgdnnScale($R, $G(a), $G(out), 2.f);
    sgdnnScale($R, $G(a), $G(out), 3.f, false);
}
void drive() { Tensor a = tensor(), o = tensor(); op(a, o); }

//= truth_if | convert | if (call), !call, == 0, != 0, in one
void op(const Tensor &a) {
    if (sgdnnFill($R, $G(a), 1.f)) note("bad1");
    if (!sgdnnFill($R, $G(a), 2.f)) note("good2"); else note("bad2");
    if (sgdnnFill($R, $G(a), 3.f) == 0) note("good3");
    if (sgdnnFill($R, $G(a), 4.f, true) != 0) { note("bad4"); }
}
void drive() { op(tensor()); }

//= truth_variable | convert | a variable in all of them
void op(const Tensor &a) {
    tpu_status_t s = sgdnnFill($R, $G(a), 1.f);
    if (s) note("bad1");
    if (!s) note("good1");
    if (s != 0 && a.dim() == 2) note("bad2");
    if (0 == s) note("good2");
    const auto t = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(!t, "failed");
    note(s ? "bad" : "good");
    bool fine = !s && !t;
    note(fine);
    note((s || t) ? 1 : 0);
}
void drive() { op(tensor()); }

//= truth_assigned | convert | assigned in conditions
void op(const Tensor &a) {
    tpu_status_t s;
    if ((s = sgdnnFill($R, $G(a), 1.f)) != 0) note("bad1");
    if ((s = sgdnnFill($R, $G(a), 2.f))) note("bad2");
    if (!(s = sgdnnFill($R, $G(a), 3.f))) note("good3");
}
void drive() { op(tensor()); }

//= truth_helper | convert | of a helper
static tpu_status_t run(const Tensor &a) { return sgdnnFill($R, $G(a), 1.f); }
void op(const Tensor &a) {
    if (run(a)) note("bad1");
    if (!run(a)) note("good2");
    if (run(a) == 0) note("good3");
}
void drive() { op(tensor()); }

//= truth_while | convert | ends loops
void op(const Tensor &a) {
    int n = 0;
    while (!sgdnnFill($R, $G(a), 1.f) && ++n < 3) note(n);
    do { ++n; } while (sgdnnFill($R, $G(a), 1.f) && n < 5);
    tpu_status_t s = SG_SUCCESS;
    for (int i = 0; !s && i < 3; ++i) s = sgdnnFill($R, $G(a), 4.f);
}
void drive() { op(tensor()); }

//= governed_wait | convert | waiting calls that if and else govern without braces
void op(const Tensor &a, bool c) {
    if (c) sgdnnFill($R, $G(a), 1.f, false);
    else SAFE_CALL(sgdnnFill($R, $G(a), 2.f, false));
    note("x");
}
void drive() { op(tensor(), true); op(tensor(), false); }

//= governed_wait_loops | convert | in loops and nested branches without braces
void op(const Tensor &a, bool c) {
    tpu_status_t status = SG_SUCCESS;
    for (int i = 0; i < 2; ++i)
        if (c)
            status = sgdnnFill($R, $G(a), (float)i, false); // kept
        else
            TORCH_CHECK(sgdnnFill($R, $G(a), 3.f, false) == SG_SUCCESS);
    do sgdnnFill($R, $G(a), 5.f, false); while (false);
    if (c) for (int i = 0; i < 2; ++i) sgdnnFill($R, $G(a), 4.f, c);
    note("x");
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor(), true); op(tensor(), false); }

//= governed_wait_directive | either | an option decides the branch
void op(const Tensor &a, int c) {
    if (c)
#ifdef WITH_X
        note("option");
#else
        sgdnnFill($R, $G(a), 1.f, false);
#endif
    note("x");
}
void drive() { op(tensor(), 0); op(tensor(), 1); }

//= failure_code_returned | either | a status other than success that nothing compares
static int code() { return SG_FAILURE; }
void op(const Tensor &a) {
    TORCH_CHECK(sgdnnFill($R, $G(a), 2.f) == SG_SUCCESS);
    note(code());
}
void drive() { op(tensor()); }

//= return_from_outermost | convert | a call by the outermost namespace behind return, else and !
static tpu_status_t filled(const Tensor &a) { return ::sgdnnFill($R, $G(a), 1.f); }
static bool failed(const Tensor &a, int n) { if (n) return ::sgdnnFill($R, $G(a), 2.f) != SG_SUCCESS; else return ! ::sgdnnFill($R, $G(a), 3.f); }
void drive() { TORCH_CHECK(filled(tensor()) == SG_SUCCESS); note(failed(tensor(), 0)); note(failed(tensor(), 1)); }

//= else_from_outermost | convert | a call by the outermost namespace that an else governs
static void op(const Tensor &a, int n) { if (n) note(1); else ::sgdnnFill($R, $G(a), 1.f); do ::sgdnnFill($R, $G(a), 2.f); while (--n > 0); }
void drive() { op(tensor(), 0); op(tensor(), 2); }
