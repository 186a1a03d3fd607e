// What is given to be called, and what happens at the end of an object: both may change the device.

//= dtor_outside | either | destructor out of class only
struct Dev { Dev() {} ~Dev(); };
Dev::~Dev() { c10_tpu::set_device(2); }
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); { Dev d; sgdnnFill($R, $G(a), 3.f); } sgdnnFill($R, $G(a), 4.f); }
void drive() { op(tensor()); }

//= ctor_outside | either | constructor out of class
struct Dev { Dev(); ~Dev(); };
Dev::Dev() { c10_tpu::set_device(1); }
Dev::~Dev() { c10_tpu::set_device(0); }
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); Dev d; sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor()); }

//= fn_param_outer | either | function parameter is called
void op(const Tensor &a, const std::function<void()> &f) { sgdnnFill($R, $G(a), 1.f); f(); sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor(), [] { c10_tpu::set_device(1); }); }

//= fn_param | either | helper given as pointer
static void prepare() { c10_tpu::set_device(1); }
static void apply(void (*f)()) { f(); }
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); apply(&prepare); sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor()); }

//= member_helper | either | this->prepare()
struct Op { void run(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); this->prepare(); sgdnnFill($R, $G(a), 3.f); } void prepare(); };
void Op::prepare() { c10_tpu::set_device(1); }
void drive() { Op().run(tensor()); }

//= virtual | either | virtual
struct Base { virtual void go() {} virtual ~Base() = default; };
struct Derived : Base { void go() override { c10_tpu::set_device(1); } };
void op(const Tensor &a, Base &b) { sgdnnFill($R, $G(a), 1.f); b.go(); sgdnnFill($R, $G(a), 3.f); }
void drive() { Derived d; op(tensor(), d); }

//= scope_exit | either | shared_ptr with deleter
void op(const Tensor &a) { { std::shared_ptr<void> back(nullptr, [](void *) { c10_tpu::set_device(2); }); sgdnnFill($R, $G(a), 1.f); } sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor()); }

//= constexpr_setter | either | pointer at namespace scope
constexpr auto go = &c10_tpu::set_device;
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); go(1); sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor()); }

//= static_once | either | static initialiser
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); static int once = (c10_tpu::set_device(1), 0); sgdnnFill($R, $G(a), 3.f); note(once); }
void drive() { op(tensor()); }

//= conv_op | either | conversion operator
struct Dev { operator int() const { c10_tpu::set_device(1); return 3; } };
void op(const Tensor &a) { Dev d; sgdnnFill($R, $G(a), 1.f); int x = d; note(x); sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor()); }

//= call_op | either | call operator
struct Dev { void operator()(int n) const { c10_tpu::set_device(n); } };
void op(const Tensor &a) { Dev d; sgdnnFill($R, $G(a), 1.f); d(1); sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor()); }

//= callback_template | either | template parameter is called
template <class F> void with(const Tensor &a, F f) { sgdnnFill($R, $G(a), 1.f); f(); sgdnnFill($R, $G(a), 2.f); }
void drive() { with(tensor(), [] { c10_tpu::set_device(1); }); }

//= callback_auto | either | generic lambda calls its parameter
void drive() { auto with = [](const Tensor &a, auto f) { sgdnnFill($R, $G(a), 1.f); f(); sgdnnFill($R, $G(a), 2.f); }; with(tensor(), [] { c10_tpu::set_device(1); }); }

//= callback_member | either | member function object is called
struct Op { std::function<void()> f; void run(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); f(); sgdnnFill($R, $G(a), 2.f); } };
void drive() { Op{[] { c10_tpu::set_device(1); }}.run(tensor()); }

//= callback_virtual_elsewhere | either | handler set by another function
static std::function<void()> hook;
static void install() { hook = [] { c10_tpu::set_device(1); }; }
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); hook(); sgdnnFill($R, $G(a), 2.f); }
void drive() { install(); op(tensor()); }

//= callback_forward | either | forwarded
template <class F> void with(const Tensor &a, F &&f) { sgdnnFill($R, $G(a), 1.f); std::forward<F>(f)(); sgdnnFill($R, $G(a), 2.f); }
void drive() { with(tensor(), [] { c10_tpu::set_device(1); }); }

//= dtor_guard_heap | either | own guard with heap
struct Dev { Dev(int d) { c10_tpu::set_device(d); } ~Dev(); };
Dev::~Dev() { c10_tpu::set_device(2); }
void op(const Tensor &a) { auto d = std::make_unique<Dev>(1); sgdnnFill($R, $G(a), 1.f); d.reset(); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= dtor_temp | either | temporary of a lasting type
struct Dev { ~Dev() { c10_tpu::set_device(2); } };
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); Dev(); sgdnnFill($R, $G(a), 2.f); Dev{}; sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= dtor_param | either | parameter of a lasting type
struct Dev { ~Dev() { c10_tpu::set_device(2); } };
static void eat(Dev) {}
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); eat({}); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= guard_base3 | either | a guard derived from one derived from the device's
struct Enter : public c10_tpu::TPUGuard { using c10_tpu::TPUGuard::TPUGuard; }; 
struct Deeper : Enter { Deeper() : Enter(2) {} };
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); Deeper d; sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor()); }

//= try_catch | either | call in catch
void op(const Tensor &a) { try { c10_tpu::set_device(1); TORCH_CHECK(sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS); } catch (...) { sgdnnFill($R, $G(a), 3.f); } sgdnnFill($R, $G(a), 4.f); }
void drive() { op(tensor()); }

//= switch_fall | either | fallthrough
void op(const Tensor &a, int k) { switch (k) { case 0: c10_tpu::set_device(1); case 1: sgdnnFill($R, $G(a), 1.f); break; default: sgdnnFill($R, $G(a), 2.f); } }
void drive() { op(tensor(), 0); op(tensor(), 1); op(tensor(), 2); }

//= if_init_guard | either | guard in an if's header and calls in both branches
void op(const Tensor &a, bool b) { if (c10_tpu::TPUGuard g(1); b) { sgdnnFill($R, $G(a), 1.f); } else sgdnnFill($R, $G(a), 2.f); sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor(), true); op(tensor(), false); }

//= guard_no_braces_loop | either | set_device in the loop's statement
void op(const TensorList &l) { for (const auto &t : l) c10_tpu::set_device(t.device().index()), sgdnnFill($R, $G(t), 1.f); }
void drive() { op({tensor(0), tensor(1), tensor(2)}); }

//= recursive_lambda | either | y combinator
void op(const Tensor &a) { auto run = [&](auto &&self, int n) -> void { if (!n) return; sgdnnFill($R, $G(a), n); c10_tpu::TPUGuard g(n); self(self, n - 1); sgdnnFill($R, $G(a), n); }; run(run, 2); }
void drive() { op(tensor()); }

//= async | either | another thread
#include <future>
void op(const Tensor &a) { c10_tpu::set_device(1); auto f = std::async(std::launch::deferred, [&] { return sgdnnFill($R, $G(a), 1.f) == SG_SUCCESS; }); c10_tpu::set_device(2); note(f.get()); }
void drive() { op(tensor()); }

//= iter_setter | either | a range whose iterator sets the device
struct It { int i; int operator*() const { return i; } void operator++() { c10_tpu::set_device(++i); } bool operator!=(It o) const { return i != o.i; } };
struct Range { It begin() const { return {0}; } It end() const { return {3}; } };
void op(const Tensor &a) { for (int d : Range()) { sgdnnFill($R, $G(a), d); } }
void drive() { op(tensor()); }

//= crtp | either | a derived class' method by a cast
template <class D> struct B { void run(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); static_cast<D *>(this)->pre(); sgdnnFill($R, $G(a), 2.f); } };
struct O : B<O> { void pre() { c10_tpu::set_device(1); } };
void drive() { O().run(tensor()); }

//= member_ptr | either | pointer to a member function
struct O { void pre() { c10_tpu::set_device(1); } };
void op(const Tensor &a) { O o; auto m = &O::pre; sgdnnFill($R, $G(a), 1.f); (o.*m)(); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= inherited_call | either | base's method sets the device
struct B { void go() { c10_tpu::set_device(1); } };
struct O : B { void run(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); B::go(); sgdnnFill($R, $G(a), 2.f); } };
void drive() { O().run(tensor()); }

//= nested_fn_static | either | local struct's static function
void op(const Tensor &a) { struct L { static void go() { c10_tpu::set_device(1); } }; sgdnnFill($R, $G(a), 1.f); L::go(); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= and_device | either | && sets the device
static bool go() { c10_tpu::set_device(1); return true; }
void op(const Tensor &a, bool b) { sgdnnFill($R, $G(a), 1.f); bool c = b && go(); note(c); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor(), true); op(tensor(), false); }

//= loop_carried | either | stream of before the loop, device set in the loop's condition function
static bool next(int &i) { c10_tpu::set_device(i); return ++i < 3; }
void op(const Tensor &a) { int i = 0; while (next(i)) { sgdnnFill($R, $G(a), i); } sgdnnFill($R, $G(a), 9.f); }
void drive() { op(tensor()); }

//= guard_template_fn | either | guard by a template function of the file
template <class F> static void on(int d, F f) { c10_tpu::TPUGuard g(d); f(); }
void op(const Tensor &a) { on(1, [&] { sgdnnFill($R, $G(a), 1.f); }); sgdnnFill($R, $G(a), 2.f); }
void drive() { op(tensor()); }

//= guard_template_fn_tensor | either | the tensor outside, the call in the lambda that runs on another device
template <class F> static void on(int d, F f) { c10_tpu::TPUGuard g(d); f(); }
void op(const Tensor &a) { auto t = $G(a); on(1, [&] { sgdnnFill($R, t, 1.f); }); }
void drive() { op(tensor()); }

//= guard_return | either | function returns a guard by value
static c10_tpu::TPUStreamGuard *enter() { return new c10_tpu::TPUStreamGuard(c10_tpu::getStreamFromPool()); }
void op(const Tensor &a) { sgdnnFill($R, $G(a), 1.f); auto *g = enter(); sgdnnFill($R, $G(a), 2.f); delete g; sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor()); }

//= guard_in_vector | either | guards in a vector
void op(const Tensor &a) { std::vector<std::unique_ptr<c10_tpu::TPUGuard>> v; sgdnnFill($R, $G(a), 1.f); v.push_back(std::make_unique<c10_tpu::TPUGuard>(1)); sgdnnFill($R, $G(a), 2.f); v.clear(); sgdnnFill($R, $G(a), 3.f); }
void drive() { op(tensor()); }
