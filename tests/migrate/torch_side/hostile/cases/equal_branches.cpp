// Branches that say the same in each chip's own words, and macros under options of the build.

//= equal_vendor_words | convert | each chip's own status type and success constant
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    tpuRtStatus_t status = sgdnnFill($R, $G(a), 2.f, true);
    TORCH_CHECK(status == tpuRtSuccess);
#else
    tpu_status_t status = sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
#endif
}
void drive() { op(tensor()); }

//= equal_but_waiting | either | the flag that one branch leaves out waits by default, and the other branch does not wait
void op(const Tensor &a, const Tensor &b)
{
#if defined BACKEND_SG2260
    sgdnnWait($R, $G(a), $G(b), true);
#else
    sgdnnWait($R, $G(a), $G(b));
#endif
}
void drive() { op(tensor(), tensor()); }

//= equal_but_false | either | one branch waits
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    sgdnnFill($R, $G(a), 2.f, false);
#else
    sgdnnFill($R, $G(a), 2.f);
#endif
}
void drive() { op(tensor()); }

//= equal_flag_for_a_default | either | an optional argument before the flag is left out with it
void op(const Tensor &a, const Tensor &b)
{
#if defined BACKEND_SG2260
    sgdnnScale($R, $G(a), $G(b), true);
#else
    sgdnnScale($R, $G(a), $G(b));
#endif
}
void drive() { op(tensor(), tensor()); }

//= equal_with_value_per_chip | either | a macro of the file has another value per chip
#if defined BACKEND_SG2260
#define VALUE 2.f
#else
#define VALUE 3.f
#endif
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    TORCH_CHECK(sgdnnFill($R, $G(a), VALUE) == tpuRtSuccess);
#else
    TORCH_CHECK(sgdnnFill($R, $G(a), VALUE) == SG_SUCCESS);
#endif
}
void drive() { op(tensor()); }

//= equal_with_function_per_chip | either | a helper of the file is another one per chip
#if defined BACKEND_SG2260
static float value() { return 2.f; }
#else
static float value() { return 3.f; }
#endif
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    sgdnnFill($R, $G(a), value(), true);
#else
    sgdnnFill($R, $G(a), value());
#endif
}
void drive() { op(tensor()); }

//= equal_with_line | either | the line number is part of what both say
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    sgdnnFill($R, $G(a), __LINE__, true);
#else
    sgdnnFill($R, $G(a), __LINE__);
#endif
}
void drive() { op(tensor()); }

//= equal_with_counter | either | a counter is part of what both say
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    sgdnnFill($R, $G(a), __COUNTER__);
#else
    sgdnnFill($R, $G(a), __COUNTER__);
#endif
    sgdnnFill($R, $G(a), __COUNTER__);
}
void drive() { op(tensor()); }

//= equal_for_two_of_three | either | the third chip does nothing
// chips: {bm_a: {legacy_macro: BACKEND_1684X}, sg_b: {legacy_macro: BACKEND_SG2260}, sg_c: {legacy_macro: BACKEND_SG2044}}
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    TORCH_CHECK(sgdnnFill($R, $G(a), 2.f) == tpuRtSuccess);
#elif defined BACKEND_1684X
    TORCH_CHECK(sgdnnFill($R, $G(a), 2.f) == SG_SUCCESS);
#endif
}
void drive() { op(tensor()); }

//= equal_number_of_success | either | one branch stores its success constant as a number
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    int ok = tpuRtSuccess;
#else
    int ok = SG_SUCCESS;
#endif
    TORCH_CHECK(sgdnnFill($R, $G(a), 2.f) == ok);
}
void drive() { op(tensor()); }

//= equal_success_shadowed | either | one branch has a variable called like the other's success constant
enum class Own { tpuSuccess = 4 };
void op(const Tensor &a)
{
    int bmSuccess = 4;
#if defined BACKEND_SG2260
    note(bmSuccess == 4 ? "four" : "no");
    sgdnnFill($R, $G(a), 2.f, true);
#else
    note(bmSuccess == 4 ? "four" : "no");
    sgdnnFill($R, $G(a), 2.f);
#endif
}
void drive() { op(tensor()); }

//= equal_macros_defined | either | both branches define the same macro, and one takes it back
#if defined BACKEND_SG2260
#define FILL(x) sgdnnFill($R, x, 2.f, true)
#else
#define FILL(x) sgdnnFill($R, x, 2.f)
#endif
#if defined BACKEND_1684X
#undef FILL
#define FILL(x) sgdnnFill($R, x, 3.f)
#endif
void op(const Tensor &a) { FILL($G(a)); }
void drive() { op(tensor()); }

//= equal_with_option_inside | either | each branch asks for an option of the build
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
#ifdef WITH_TRACE
    note("trace");
#endif
    sgdnnFill($R, $G(a), 2.f, true);
#else
#ifdef WITH_TRACE
    note("trace");
#endif
    sgdnnFill($R, $G(a), 2.f);
#endif
}
void drive() { op(tensor()); }

//= equal_within_macro_arguments | either | the conditional stands in the arguments of a macro
void op(const Tensor &a)
{
    TORCH_CHECK(
#if defined BACKEND_SG2260
        sgdnnFill($R, $G(a), 2.f) == tpuRtSuccess
#else
        sgdnnFill($R, $G(a), 2.f) == SG_SUCCESS
#endif
    );
}
void drive() { op(tensor()); }

//= equal_but_overload | either | the same words find another overload per chip
#if defined BACKEND_SG2260
static float pick(int) { return 2.f; }
#endif
static float pick(double) { return 3.f; }
void op(const Tensor &a)
{
#if defined BACKEND_SG2260
    sgdnnFill($R, $G(a), pick(1), true);
#else
    sgdnnFill($R, $G(a), pick(1));
#endif
}
void drive() { op(tensor()); }

//= option_macro_with_call | either | a macro with a call has two definitions, by an option of the build
#ifdef WITH_TRACE
#define FILL(x) (note("fill"), sgdnnFill($R, x, 2.f))
#else
#define FILL(x) sgdnnFill($R, x, 3.f)
#endif
void op(const Tensor &a) { TORCH_CHECK(FILL($G(a)) == SG_SUCCESS); }
void drive() { op(tensor()); }

//= option_macro_flag | either | the flag for not waiting is a macro that an option decides
#ifdef WITH_TRACE
#define ASYNC false
#else
#define ASYNC true
#endif
void op(const Tensor &a) { sgdnnFill($R, $G(a), 2.f, ASYNC); }
void drive() { op(tensor()); }

//= option_macro_success | either | success is a macro that an option decides
#ifdef WITH_TRACE
#define OK SG_FAILURE
#else
#define OK SG_SUCCESS
#endif
void op(const Tensor &a) { TORCH_CHECK(sgdnnFill($R, $G(a), 2.f) == OK); }
void drive() { op(tensor()); }

//= option_of_chip | either | an option that only one chip's branch sets
#if defined BACKEND_SG2260
#define WITH_FAST 1
#endif
void op(const Tensor &a)
{
#if WITH_FAST
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= option_around_check | either | an option decides whether the status is checked
void op(const Tensor &a)
{
    auto status = sgdnnFill($R, $G(a), 2.f);
#ifndef NDEBUG
    TORCH_CHECK(status == SG_SUCCESS);
#else
    (void)status;
#endif
}
void drive() { op(tensor()); }

//= option_around_declaration | either | an option decides which variable takes the status
void op(const Tensor &a)
{
#ifdef WITH_TRACE
    int status =
#else
    auto status =
#endif
        sgdnnFill($R, $G(a), 2.f);
    TORCH_CHECK(status == SG_SUCCESS);
}
void drive() { op(tensor()); }

//= option_and_chip_in_value | either | an option's macro has the chip's in its value
#define FAST (defined BACKEND_SG2260)
void op(const Tensor &a)
{
#if !defined(SLOW) && FAST
    sgdnnFill($R, $G(a), 2.f);
#else
    sgdnnFill($R, $G(a), 3.f);
#endif
}
void drive() { op(tensor()); }

//= option_redefines_in_body | either | a macro with a call is defined again in the body, by an option
#define FILL(x) sgdnnFill($R, x, 2.f)
void op(const Tensor &a)
{
    FILL($G(a));
#ifndef WITH_TRACE
#undef FILL
#define FILL(x) sgdnnFill($R, x, 3.f)
#endif
    FILL($G(a));
}
void drive() { op(tensor()); }

//= option_device_guard | either | a guard under an option lasts over the call behind it
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
#ifndef WITH_TRACE
    c10_tpu::TPUGuard guard(1);
#endif
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= option_hides_brace | either | an option decides what an if governs
void op(const Tensor &a)
{
#ifdef WITH_TRACE
    if (a.dim() > 9)
#endif
    sgdnnFill($R, $G(a), 2.f);
    sgdnnFill($R, $G(a), 3.f);
}
void drive() { op(tensor()); }

//= line_as_value | either | the line number is a value behind a call that gets a line more
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    int n = __LINE__;
    note(n);
}
void drive() { op(tensor()); }

//= line_in_macro_as_value | either | a macro gives the line number
#define HERE() (__LINE__ + 1)
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    note(HERE());
}
void drive() { op(tensor()); }

//= line_printed | convert | the line number is printed
#define SAY(text) printf("%s:%d %s\n", "file", __LINE__, text)
void op(const Tensor &a)
{
    sgdnnFill($R, $G(a), 2.f);
    if (a.dim() > 9) SAY("dims");
}
void drive() { op(tensor()); }
