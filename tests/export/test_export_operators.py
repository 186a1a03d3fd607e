"""Every row of lowering.yaml: what it calls equal to eager is, bit by bit, on both chips; what it calls close is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
import torch
from export_models import CHIPS
from torch import nn
from torch.nn import functional as F

from torch_tpu.export import Binary, ModelExporter
from torch_tpu.export.lowering import rows

a = torch.ops.aten
Function = Callable[["Operators", torch.Tensor, torch.Tensor], torch.Tensor]

# x and y are (batch, 4, 6, 6) of f32, p the same and positive; m a mask, i indices from 0 to 5 of shape (batch, 3).
CASES: dict[str, Function] = {
    **{
        name: lambda s, x, p, name=name: getattr(torch, name)(x)
        for name in [
            "tanh",
            "sigmoid",
            "exp",
            "expm1",
            "exp2",
            "abs",
            "round",
            "ceil",
            "floor",
            "trunc",
            "sin",
            "cos",
            "tan",
            "sinh",
            "cosh",
            "asinh",
            "erf",
            "erfc",
            "neg",
            "sign",
            "relu",
        ]
    },
    **{
        name: lambda s, x, p, name=name: getattr(torch, name)(p)
        for name in ["sqrt", "rsqrt", "reciprocal", "log", "log1p", "log2", "log10"]
    },
    **{
        name: lambda s, x, p, name=name: getattr(torch, name)(torch.tanh(x) * 0.9) for name in ("asin", "acos", "atanh")
    },
    "acosh": lambda s, x, p: torch.acosh(p + 1),
    "atan": lambda s, x, p: torch.atan(x),
    **{name: lambda s, x, p, name=name: getattr(F, name)(x) for name in ["silu", "mish", "hardsigmoid", "hardswish"]},
    "isnan": lambda s, x, p: torch.isnan(torch.log(x)),
    "gelu": lambda s, x, p: F.gelu(x),
    "gelu_tanh": lambda s, x, p: F.gelu(x, approximate="tanh"),
    "leaky_relu": lambda s, x, p: F.leaky_relu(x, 0.1),
    "hardtanh": lambda s, x, p: F.hardtanh(x, -0.5, 0.7),
    "clamp": lambda s, x, p: x.clamp(-0.5, 0.7),
    "clamp_min": lambda s, x, p: x.clamp(min=0.1),
    "add": lambda s, x, p: torch.add(x, p, alpha=0.3),
    "add_bcast": lambda s, x, p: x + p[:, :1, :, :1],
    "add_number": lambda s, x, p: torch.add(x, 1.7, alpha=0.3),
    "sub": lambda s, x, p: x - p,
    "sub_number": lambda s, x, p: x - 0.3,
    "rsub": lambda s, x, p: 1.25 - x,
    "mul": lambda s, x, p: x * p,
    "mul_number": lambda s, x, p: 3 * x,
    "div": lambda s, x, p: x / p,
    "div_number": lambda s, x, p: x / 3,
    "number_div": lambda s, x, p: 3 / p,
    "minimum": lambda s, x, p: torch.minimum(x, p),
    "maximum": lambda s, x, p: torch.maximum(x, p[:, :1]),
    "remainder": lambda s, x, p: (x * 5) % 1.5,
    "remainder_negative": lambda s, x, p: (x * 5) % -0.7,
    "remainder_integers": lambda s, x, p: (x.argmax(-1) - 3) % 2 + (x.argmin(-1) - 4) % 3,
    "pow": lambda s, x, p: torch.pow(p, x),
    "square": lambda s, x, p: x**2,
    "cube": lambda s, x, p: p**3,
    "addcmul": lambda s, x, p: torch.addcmul(x, p, p[:, :1], value=0.5),
    **{
        f"compare_{name}": lambda s, x, p, name=name: getattr(torch, name)(x, p)
        for name in ["eq", "ne", "gt", "ge", "lt", "le"]
    },
    **{
        f"compare_{name}_number": lambda s, x, p, name=name: getattr(torch, name)(x, 0.1)
        for name in ["eq", "ne", "gt", "ge", "lt", "le"]
    },
    "compare_bcast": lambda s, x, p: x > p[:, :1, :1],
    "where": lambda s, x, p: torch.where(x > 0, x, p[:, :, :1]),
    "where_number": lambda s, x, p: torch.where(x > 0, x, 0.5),
    "masked_fill": lambda s, x, p: x.masked_fill(x > 0, -2.5),
    "logical_not": lambda s, x, p: torch.logical_not(x > 0),
    "logical_and": lambda s, x, p: torch.logical_and(x > 0, p > 1),
    "logical_or": lambda s, x, p: (x > 0) | (p > 1),
    "sum": lambda s, x, p: x.sum((1, 3)),
    "sum_keep": lambda s, x, p: x.sum(2, keepdim=True),
    "mean": lambda s, x, p: x.mean((-1, -2)),
    "mean_outer": lambda s, x, p: x.mean((1, 3), keepdim=True),
    "amax": lambda s, x, p: x.amax((1, 3)),
    "amin": lambda s, x, p: x.amin(-1, keepdim=True),
    "max": lambda s, x, p: x.max(1).values,
    "max_indices": lambda s, x, p: x.max(1).indices,
    "min": lambda s, x, p: x.min(-1).values,
    "argmax": lambda s, x, p: x.argmax(-1),
    "argmin": lambda s, x, p: x.argmin(2, keepdim=True),
    "any": lambda s, x, p: (x > 1.5).any(-1),
    "softmax": lambda s, x, p: x.softmax(-1),
    "softmax_outer": lambda s, x, p: x.softmax(1),
    "log_softmax": lambda s, x, p: x.log_softmax(-1),
    "attention": lambda s, x, p: F.scaled_dot_product_attention(x, p, x),
    "attention_mask": lambda s, x, p: F.scaled_dot_product_attention(x, p, x, attn_mask=(x > -0.3)),
    "layer_norm": lambda s, x, p: s.layer_norm(x),
    "rms_norm": lambda s, x, p: F.rms_norm(x, (6,), s.layer_norm.weight),
    "group_norm": lambda s, x, p: s.group_norm(x),
    "batch_norm": lambda s, x, p: s.batch_norm(x),
    "batch_norm_plain": lambda s, x, p: F.batch_norm(x, s.batch_norm.running_mean, s.batch_norm.running_var),
    "max_pool": lambda s, x, p: F.max_pool2d(x, 3, 2, 1),
    "avg_pool": lambda s, x, p: F.avg_pool2d(x, 2),
    "avg_pool_padded": lambda s, x, p: F.avg_pool2d(x, 3, 2, 1),
    "max_pool_ceil": lambda s, x, p: F.max_pool2d(x, 3, 2, 1, 1, True),
    "max_pool_ceil_uneven": lambda s, x, p: F.max_pool2d(x[:, :, :5], (2, 4), (2, 3), ceil_mode=True),
    "max_pool_1d": lambda s, x, p: F.max_pool1d(x[:, 0], 3, 2, 1, ceil_mode=True),
    "avg_pool_ceil": lambda s, x, p: F.avg_pool2d(x, (3, 2), (2, 3), 1, True),
    "avg_pool_ceil_uneven": lambda s, x, p: F.avg_pool2d(x[:, :, :5], (2, 4), (2, 3), ceil_mode=True),
    "avg_pool_inside": lambda s, x, p: F.avg_pool2d(x, 3, 2, 1, True, False),
    "avg_pool_divisor": lambda s, x, p: F.avg_pool2d(x, 2, divisor_override=3),
    "avg_pool_1d": lambda s, x, p: F.avg_pool1d(x[:, 0], 2),
    "adaptive_pool": lambda s, x, p: F.adaptive_avg_pool2d(x, 1),
    "linear": lambda s, x, p: s.linear(x),
    "linear_plain": lambda s, x, p: F.linear(x, s.linear.weight),
    "linear_rows": lambda s, x, p: s.linear(x[:, 0, 0]),
    "addmm_scaled": lambda s, x, p: torch.addmm(x[:, 0, 0], x[:, 1, 1], s.linear.weight.t()[:, :6], beta=0.5, alpha=2),
    "baddbmm": lambda s, x, p: torch.baddbmm(x[:, 0], x[:, 1], p[:, 2], beta=0.5, alpha=2),
    "bmm_transposed": lambda s, x, p: x[:, 0] @ p[:, 1].transpose(1, 2),
    "matmul": lambda s, x, p: x @ p,
    "conv": lambda s, x, p: s.conv(x),
    "conv_groups": lambda s, x, p: F.conv2d(x, s.grouped, None, 2, 1, 1, 2),
    "conv_depthwise": lambda s, x, p: F.conv2d(x, s.depthwise, s.conv.bias[:4], 1, 2, 2, 4),
    "conv_1d": lambda s, x, p: F.conv1d(x[:, 0], s.line, s.conv.bias[:6], 2, 1, 2, 3),
    "conv_3d": lambda s, x, p: F.conv3d(x[:, None], s.space, None, (1, 2, 1), (0, 1, 2), (1, 2, 2)),
    "conv_channels_last": lambda s, x, p: s.conv(x.to(memory_format=torch.channels_last)) * 2,
    "conv_unbatched": lambda s, x, p: torch.stack([s.conv(x[0])] * 2)[:1].expand(x.shape[0], -1, -1, -1) + 1,
    "conv_transposed": lambda s, x, p: F.conv_transpose2d(x, s.grouped[:4], s.conv.bias[:4], 2, 1, 1, 2, 2),
    "conv_transposed_plain": lambda s, x, p: F.conv_transpose2d(x, s.depthwise),
    "conv_transposed_cut": lambda s, x, p: F.conv_transpose2d(x, s.depthwise, None, (3, 2), 3, 1),
    "conv_transposed_1d": lambda s, x, p: F.conv_transpose1d(x[:, 0], s.line.repeat(2, 1, 1)[:6], None, 2, 1),
    "conv_transposed_3d": lambda s, x, p: F.conv_transpose3d(x[:, None], s.space[:1], None, (1, 2, 2), 1, (0, 1, 0)),
    "embedding": lambda s, x, p: s.embedding(x.argmax(-1)),
    "index_select": lambda s, x, p: x.index_select(2, torch.tensor([5, 0, 0], device=x.device)),
    "index": lambda s, x, p: x[:, :, [1, 3]],
    "index_from_the_end": lambda s, x, p: x[:, :, x[0, 0, :2].argmax(-1) - 6],
    "index_several": lambda s, x, p: x[:, p[..., :4].argmax(-1)[0, 0, :1], x.argmax(-1)[0, :1] - 6],
    "index_rows": lambda s, x, p: x[torch.arange(x.shape[0], device=x.device), x[:, :, 0, 0].argmax(-1)],
    "index_integers": lambda s, x, p: x.argmax(-1)[:, [3, -1]],
    "index_mask_written": lambda s, x, p: written(x.clone(), x > 0, 0.5),
    "index_rows_written": lambda s, x, p: written(x.clone(), x[..., 0] > 0, -1),
    "gather": lambda s, x, p: x.gather(2, p.argmax(2, keepdim=True).expand(-1, -1, 3, -1)),
    "gather_integers": lambda s, x, p: x.argmax(-1).gather(1, p[..., :4].argmax(-1)[:, :2]),
    "take_along": lambda s, x, p: torch.take_along_dim(x, p.argmax(-1, keepdim=True), -1),
    "cumsum": lambda s, x, p: x.cumsum(1),
    "cumsum_integers": lambda s, x, p: x.argmax(-1).cumsum(-1),
    "cumsum_mask": lambda s, x, p: (x > 0).cumsum(-1),
    "cat": lambda s, x, p: torch.cat([x, p[:, :2], x], 1),
    "cat_many": lambda s, x, p: torch.cat([x[:, :1]] * 13, 1),
    "stack": lambda s, x, p: torch.stack([x, p], 2),
    "pad": lambda s, x, p: F.pad(x, (1, 2, 0, -1), value=0.25),
    "full": lambda s, x, p: x + torch.full_like(x, 0.3),
    "zeros": lambda s, x, p: torch.zeros_like(x) - x,
    "new_zeros": lambda s, x, p: x.new_zeros(x.shape) - x,
    "new_ones": lambda s, x, p: x.new_ones(x.shape) * 3,
    "arange": lambda s, x, p: x * torch.arange(6, device=x.device),
    "extents": lambda s, x, p: (
        (x * x.shape[0] + x.shape[1] - x.shape[0] * 2) / (x.shape[0] + 1) - 2 * (x > x.shape[0] - 2)
    ),
    "extent_first": lambda s, x, p: torch.sub(x.shape[0], x) + torch.add(x, x.shape[0], alpha=3) + x.shape[0] / p,
    "masks_added": lambda s, x, p: (x > 0) + (p > 1) * (x > 1),
    "mask_counted": lambda s, x, p: (x > 0) * 2 + (p > 1) - (x > 1).long() + ((x > 0) + 1),
    "bfloat": lambda s, x, p: (x.bfloat16() @ p.bfloat16()).float(),
    "bool_to_float": lambda s, x, p: (x > 0).float(),
    "int_to_float": lambda s, x, p: x.argmax(-1).float(),
    "integers": lambda s, x, p: x.argmax(-1) * 3 - x.argmin(-1),
    "repeat": lambda s, x, p: x.repeat(1, 2, 1, 3),
    "expand": lambda s, x, p: x[:, :1].expand(-1, 3, -1, -1) * p[:, :3],
    "permute": lambda s, x, p: x.permute(0, 3, 1, 2) * 2,
    "permute_matmul": lambda s, x, p: (x.transpose(2, 3) * 2) @ p,
    "view_of_permuted": lambda s, x, p: x.permute(0, 2, 1, 3).reshape(-1, 6, 24).exp(),
    "t": lambda s, x, p: x[:, 0, 0] @ (s.linear.weight[:6].t() * 2),
    "unsqueeze": lambda s, x, p: x.unsqueeze(2).squeeze() + 1,
    "slice": lambda s, x, p: x[:, 1:, ::2, -3:] * 2,
    "select": lambda s, x, p: x[:, -1, 2] * 2,
    "split": lambda s, x, p: x.split(3, -1)[1] * x.split([1, 2, 3], 2)[2][..., :3].sum(2, keepdim=True),
    "unbind": lambda s, x, p: x.unbind(1)[2] - x.unbind(1)[0],
    "chunk": lambda s, x, p: x.chunk(2, 1)[1] / 7,
    "tril": lambda s, x, p: x.masked_fill(torch.ones(6, 6, device=x.device).triu(1).bool(), -1.0),
    "clone": lambda s, x, p: x.clone(memory_format=torch.contiguous_format) + 1,
    "elu": lambda s, x, p: F.elu(x),
    "softplus": lambda s, x, p: F.softplus(x, 3, 2),
    "log_sigmoid": lambda s, x, p: F.logsigmoid(x),
    "selu": lambda s, x, p: F.selu(x),
    "celu": lambda s, x, p: F.celu(x, 0.7),
    "var": lambda s, x, p: x.var(-1),
    "var_several": lambda s, x, p: x.var((1, 3), correction=0, keepdim=True),
    "std": lambda s, x, p: x.std((1, 2)),
    "prelu": lambda s, x, p: F.prelu(x, s.conv.bias[:4]),
}


def written(x: torch.Tensor, mask: torch.Tensor, value: float) -> torch.Tensor:
    x[mask] = value
    return x


class Operators(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer_norm, self.group_norm, self.batch_norm = nn.LayerNorm(6), nn.GroupNorm(2, 4), nn.BatchNorm2d(4)
        self.linear, self.conv, self.embedding = nn.Linear(6, 9), nn.Conv2d(4, 8, 3, padding=1), nn.Embedding(6, 5)
        self.grouped, self.depthwise = nn.Parameter(torch.randn(6, 2, 3, 3)), nn.Parameter(torch.randn(4, 1, 3, 3))
        self.line, self.space = nn.Parameter(torch.randn(6, 2, 3)), nn.Parameter(torch.randn(2, 1, 3, 2, 3))
        self.batch_norm.running_mean.normal_()
        self.batch_norm.running_var.uniform_(0.5, 2)

    def forward(self, x: torch.Tensor, p: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return tuple(case(self, x, p) for case in CASES.values())


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Binary]:
    torch.manual_seed(0)
    samples = [((torch.randn(4, 6, 6), torch.rand(4, 6, 6) + 0.1),) for _ in range(5)]
    exporter = ModelExporter(Operators(), samples, samples, tmp_path_factory.mktemp("operators") / "export")
    yield exporter.generate(batch_size=3).compile(exporter.output_dir / "model")


def claims(binary: Binary) -> dict[str, str]:
    """What the export says of each case: the weakest of its operators."""
    order = ["native", "exact", "close"]
    made = dict.fromkeys(CASES, "native")
    text = (binary.folder / "model.cpp").read_text()
    names = list(CASES)
    manifest = {each["name"]: each for each in json.loads((binary.folder / "export.json").read_text())["operators"]}
    # operators that a result is computed from, followed through the program's variables
    sources: dict[str, set[str]] = {}
    for variable, code in re.findall(r"^    Tensor (\w+) = (.*?);", text, re.M):
        found: set[str] = set(re.findall(r'run\.op\("([^"]+)"', code))
        for word in re.findall(r"\w+", code):
            found |= sources.get(word, set()) if word != variable else set()
        sources[variable] = found
    results = re.findall(r"return \{(.*)\};\n\}", text)[-1].split(", ")
    for name, variable in zip(names, results, strict=True):
        for operator in sources.get(variable, set()):
            made[name] = max(made[name], manifest[operator]["bits"], key=order.index)
    return made


@pytest.mark.parametrize("chip", CHIPS)
def test_operators_against_eager(exported: Binary, chip: str) -> None:
    claimed = claims(exported)
    wrong = []
    for each in exported.test(chip).compare:
        if each.reference != f"eager on {chip}":
            continue
        name = list(CASES)[each.output]
        if claimed[name] != "close" and each.different:
            wrong.append(f"{name} ({claimed[name]}): {each}")
        if not each.max_diff <= 2e-5:
            wrong.append(f"{name}: {each}")
    assert not wrong, "\n".join(wrong)
    close = {name for name, kind in claimed.items() if kind == "close"}
    assert close == set()


def test_every_row_is_tried(exported: Binary) -> None:
    tried = {
        each["aten"].removeprefix("aten.")
        for each in json.loads((exported.folder / "export.json").read_text())["operators"]
    }
    calls = {name for name, row in rows().items() if row.view is None and not isinstance(row.items, str)}
    assert calls - tried == UNTRIED


# In place of these the graph has others, or constants; or what they give has no dimension of the batch.
UNTRIED = set(
    [
        "sub.Scalar",
        "div.Scalar",
        "sum.default",
        "mean.default",
        "any.default",
        "zeros.default",
        "ones.default",
        "ones_like.default",
        "full.default",
        "scalar_tensor.default",
        "arange.start_step",
        "native_batch_norm.default",
        "_batch_norm_no_update.default",
        "logical_or.default",
        "bitwise_and.Tensor",
        "bitwise_not.default",
    ]
)
