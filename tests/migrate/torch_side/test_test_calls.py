"""Edit 16 asks what a unit test calls: operators of its modules, what PyTorch makes them of, and the chips that have their kernels."""

import ast
from collections.abc import Callable

import pytest

from migrate.frontend.torch.registrations import registered_operators
from migrate.rules.test_calls import Operators, operators_called, table
from migrate.rules.unit_test import operator_names

CHIPS = frozenset({"bm_a", "sg_b"})
ROWS = {"sgdnnSum": CHIPS, "sgdnnVar": {"bm_a"}, "sgdnnRepeat": {"sg_b"}}
SOURCE = b"""
namespace at {
Tensor sum_helper(const Tensor &self) { return sgdnnSum(self); }
Tensor &sum_out_tpu(const Tensor &self, Tensor &out) { return sum_helper(self); }
Tensor var_tpu(const Tensor &self) {
#if 0
  sgdnnRepeat(self);  // nobody sees it
#endif
  return sgdnnVar(self);
}
class LossFunction : public torch::autograd::Function<LossFunction> {
 public:
  static Tensor forward(const Tensor &self) { return sgdnnSum(self); }
  static Tensor backward(const Tensor &grad) { return sgdnnVar(grad); }
};
Tensor loss_tpu(const Tensor &self) { return LossFunction::apply(self); }
Tensor repeat_tpu(const Tensor &self) { return sgdnnRepeat(self); }
Tensor expand_tpu(const Tensor &self) { return self.repeat(2); }
Tensor view_tpu(const Tensor &self) { return alias_of(self); }
#define UNARY(name) Tensor name##_tpu(const Tensor &self) { return unknown_header_helper(self, name); }
UNARY(abs)
TORCH_LIBRARY_IMPL(aten, TPU, m) {
  m.impl("sum.IntList_out", sum_out_tpu);
  m.impl("var.correction", TORCH_FN(at::var_tpu));
  m.impl ( "cross_entropy_loss", loss_tpu );
  m.impl("repeat", repeat_tpu);
  m.impl("expand", expand_tpu);
  // m.impl("squeeze", repeat_tpu);
}
}
"""


@pytest.fixture
def operators() -> Operators:
    made = Operators(CHIPS, ROWS)
    made.add(registered_operators("Reduce.cpp", SOURCE, ()), CHIPS)
    made.add(registered_operators("View.cpp", b'Tensor v(Tensor s) {} LIB(m) { m.impl("view", v); }', ()), ())
    made.add(registered_operators("Abs.cpp", b'ABS(abs_tpu) LIB(m) { m.impl("abs", abs_tpu); }', ()), {"bm_a"})
    return made


@pytest.mark.parametrize(
    ("operator", "chips"),
    [
        ("sum", CHIPS),  # through a helper of the file
        ("var", {"bm_a"}),  # not what another operator of the file has
        ("cross_entropy_loss", {"bm_a"}),  # forward on both, backward on one
        ("expand", {"sg_b"}),  # by an operator that it calls
        ("view", CHIPS),  # needs no kernel
        ("abs", {"bm_a"}),  # its function is made by a macro of elsewhere: what the file has
    ],
)
def test_an_operator_is_on_the_chips_that_have_all_its_kernels(
    operators: Operators, operator: str, chips: set[str]
) -> None:
    assert operators.chips_of(operator) == chips


def test_comments_and_branches_that_nobody_sees_register_nothing(operators: Operators) -> None:
    assert "squeeze" not in operators.registered
    assert "squeeze" in operator_names("Reduce.cpp", SOURCE)  # what a name alone would say


@pytest.mark.parametrize(
    ("body", "called"),
    [
        ("def forward(self, x): return torch.mean(x, 0, True)", {"mean"}),
        ("def forward(self, x): return x.expand(2, 3)", {"expand"}),
        ("def forward(self, x, y): return -x * y + (x < y)", {"neg", "mul", "add", "lt"}),
        ("def forward(self, x): return torch.ops.aten.squeeze.dim(x, 1)", {"squeeze"}),
        ("def forward(self, x): return F.softmax(x.abs_(), -1)", {"softmax", "abs"}),
        ("def __init__(self): self.label = torch.randint(0, 4, (3,)); self.fc = torch.nn.Conv2d(3, 4, 3)", {"conv2d"}),
    ],
)
def test_what_a_module_calls(body: str, called: set[str]) -> None:
    assert operators_called(ast.parse(f"x = torch.rand(3)\nclass M(nn.Module):\n    {body}\n")) == called


def test_a_backward_pass_adds_its_operators() -> None:
    text = "class M(nn.Module):\n    def __init__(self): self.c = nn.CrossEntropyLoss()\nM()(x).backward()\n"
    assert operators_called(ast.parse(text)) == {"cross_entropy_loss", "log_softmax_backward_data", "nll_loss_backward"}


def test_operators_that_nobody_registers_are_taken_apart(operators: Operators) -> None:
    assert operators.reached({"cross_entropy", "torchvision"}) == {"cross_entropy_loss"}
    assert operators.reached({"squeeze"}) == frozenset()


# --- the table against PyTorch ---

IMAGE, ROWS_OF_8 = (2, 4, 8, 8), (3, 8)
MODULES: dict[str, tuple[tuple, dict, tuple[int, ...]]] = {
    "AdaptiveAvgPool2d": ((2,), {}, IMAGE),
    "AvgPool2d": ((2,), {}, IMAGE),
    "BatchNorm1d": ((8,), {}, ROWS_OF_8),
    "BatchNorm2d": ((4,), {}, IMAGE),
    "BatchNorm3d": ((4,), {}, (2, 4, 2, 2, 2)),
    "Conv1d": ((4, 5, 3), {}, (2, 4, 8)),
    "Conv2d": ((4, 5, 3), {}, IMAGE),
    "Conv3d": ((4, 5, 2), {}, (2, 4, 3, 3, 3)),
    "GroupNorm": ((2, 4), {}, IMAGE),
    "InstanceNorm2d": ((4,), {}, IMAGE),
    "LayerNorm": ((8,), {}, ROWS_OF_8),
    "LeakyReLU": ((), {}, ROWS_OF_8),
    "LogSoftmax": ((-1,), {}, ROWS_OF_8),
    "MaxPool2d": ((2,), {}, IMAGE),
    "Upsample": ((), {"scale_factor": 2}, IMAGE),
    "Linear": ((8, 3), {}, ROWS_OF_8),
    "GELU": ((), {}, ROWS_OF_8),
    "ReLU": ((), {}, ROWS_OF_8),
    "Sigmoid": ((), {}, ROWS_OF_8),
    "Softmax": ((-1,), {}, ROWS_OF_8),
    "Tanh": ((), {}, ROWS_OF_8),
}
LOSSES = ("CrossEntropyLoss", "MSELoss", "NLLLoss")
# What the device has no kernel of its own for, and what only this processor or an accelerator has.
FREE = "view t transpose detach expand empty empty_like zeros zeros_like ones_like as_strided unsqueeze squeeze repeat copy clone slice add unsafe_view"
SAME = {"convolution": "convolution_overrideable", "convolution_backward": "convolution_backward_overrideable"}
SAME |= {"cudnn_batch_norm": "native_batch_norm", "mkldnn_convolution": "convolution_overrideable"}


def dispatched(run: Callable[[], object]) -> set[str]:
    """Operators that PyTorch dispatches on the CPU."""
    from torch.utils._python_dispatch import TorchDispatchMode

    from migrate.frontend.torch.registrations import operator_name

    class Record(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):  # type: ignore[no-untyped-def]
            seen.add(operator_name(str(func.overloadpacket).replace("aten.", "")))
            return func(*args, **(kwargs or {}))

    seen: set[str] = set()
    with Record():
        run()
    return {SAME.get(name, name) for name in seen} - set(FREE.split())


def closure(names: set[str]) -> set[str]:
    found, open_names = set(names), list(names)
    while open_names:
        more = set(table().parts.get(open_names.pop(), ())) - found
        found |= more
        open_names += more
    return found


def test_every_module_of_the_table_is_compared() -> None:
    assert set(table().modules) <= MODULES.keys() | set(LOSSES)


@pytest.mark.parametrize("name", [*MODULES, *LOSSES])
def test_the_table_says_what_pytorch_dispatches(name: str) -> None:
    torch = pytest.importorskip("torch")
    if name in MODULES:
        arguments, keywords, shape = MODULES[name]
        module, more = getattr(torch.nn, name)(*arguments, **keywords), ()
        value = torch.rand(shape, requires_grad=True)
    else:
        module, value = getattr(torch.nn, name)(), torch.rand(3, 8, requires_grad=True)
        more = (torch.rand(3, 8),) if name == "MSELoss" else (torch.tensor([1, 2, 0]),)
    text = f"class M(nn.Module):\n    def __init__(self): self.m = nn.{name}()\n"
    forward = operators_called(ast.parse(text))
    both = operators_called(ast.parse(text + "M()(x).backward()\n"))
    first = dispatched(lambda: module(value, *more))
    assert first and first <= closure(set(forward))
    result = module(value, *more)
    second = dispatched(lambda: result.sum().backward()) - {"sum"}
    # Element by element operators go backward by ones of their own that no tree of this idiom has kernels for.
    assert second & closure(set(both)) or not second
    assert {name for name in second if name.endswith(("_backward", "_backward_data", "_overrideable"))} <= closure(
        set(both)
    )
