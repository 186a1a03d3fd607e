"""Sizes that satisfy an operator's row: one generator per relation, patterns otherwise."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dnnlib.codegen.contracts import WORD, Check, Contract, DimKind

MOST_ELEMENTS = 3000
Shape = tuple[int, ...]


@dataclass
class Sizes:
    """What is chosen so far: shapes by parameter (a list of them for a list of tensors), values by parameter."""

    rng: random.Random
    row: Contract
    shapes: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)

    def dims(self, parameter: str) -> int:
        """How many dimensions the row's pattern of a tensor has."""
        pattern = self.row.pattern(parameter)
        return len(pattern.dims) if pattern else 0

    def size(self, least: int = 0) -> int:
        choices = (0, 1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33, 70)
        return max(least, self.rng.choices(choices, (1, 4, 4, 6, 6, 6, 6, 4, 4, 4, 2, 2, 1, 1))[0])

    def shape(self, least: int = 0, most: int = 4) -> Shape:
        dims = self.rng.randint(least, self.rng.choice((most, most, 8)) if most == 4 else most)
        while True:
            shape = tuple(self.size() for _ in range(dims))
            if elements(shape) <= MOST_ELEMENTS:
                return shape


def elements(shape: Shape) -> int:
    product = 1
    for extent in shape:
        product *= extent
    return product


def permuted(s: Sizes, output: str, source: str, order: str) -> None:
    shape = s.shape()
    permutation = list(range(len(shape)))
    s.rng.shuffle(permutation)
    s.shapes |= {source: shape, output: tuple(shape[i] for i in permutation)}
    s.values[order] = permutation


def concatenated(s: Sizes, output: str, inputs: str, count: str, axis: str) -> None:
    shape = list(s.shape(least=1, most=3))
    along = s.rng.randrange(len(shape))
    lengths = [s.rng.randint(0, 4) for _ in range(s.rng.randint(1, 5))]
    s.shapes[inputs] = [(*shape[:along], length, *shape[along + 1 :]) for length in lengths]
    s.shapes[output] = (*shape[:along], sum(lengths), *shape[along + 1 :])
    s.values |= {count: len(lengths), axis: s.rng.choice((along, along - len(shape)))}


def range_(s: Sizes, output: str, start: str, end: str, step: str) -> None:
    count, by = s.rng.randint(0, 50), s.rng.choice((1, 1, 2, 3, -1, -2, 1000))
    first = s.rng.randint(-1000, 1000)
    s.values |= {
        start: first,
        step: by,
        end: first + count * by - (by // abs(by) * s.rng.randrange(abs(by)) if count else 0),
    }
    s.shapes[output] = (count,)


def selected(s: Sizes, output: str, source: str, indices: str) -> None:
    shape = s.shape(least=1, most=3)
    shape = tuple(max(extent, 1) for extent in shape)
    count = s.rng.randint(1, len(shape))
    lengths = [(s.rng.randint(0, 6),) for _ in range(count)]
    s.shapes |= {source: shape, indices: lengths}
    s.shapes[output] = (*(length for (length,) in lengths), *shape[count:])
    s.values["#indexed"] = {indices: list(shape[:count])}


def positions(s: Sizes, output: str, source: str, count: str) -> None:
    shape = s.shape()
    s.shapes |= {source: shape, output: (elements(shape), max(len(shape), 1))}
    s.values[count] = elements(shape)


def convolved(s: Sizes, output: str, source: str, weight: str, param: str) -> None:
    axes = range(s.dims(weight) - 2)
    groups, kernel = s.rng.choice((1, 1, 2)), [s.rng.randint(1, 3) for _ in axes]
    channels, filters = groups * s.rng.randint(1, 3), groups * s.rng.randint(1, 3)
    stride, dilation, pad = ([s.rng.randint(low, low + 1) for _ in axes] for low in (1, 1, 0))
    size = [dilation[i] * (kernel[i] - 1) + 1 + s.rng.randint(0, 6) for i in axes]
    out = [(size[i] + 2 * pad[i] - dilation[i] * (kernel[i] - 1) - 1) // stride[i] + 1 for i in axes]
    batch = s.rng.randint(0, 2)
    s.shapes |= {
        source: (batch, channels, *size),
        weight: (filters, channels // groups, *kernel),
        output: (batch, filters, *out),
        "bias": (filters,),
    }
    s.values[param] = [*kernel, *pad, *stride, *dilation, groups]


def reordered(s: Sizes, output: str, source: str, mode: str) -> None:
    oc, ic = s.rng.randint(1, 40), s.rng.randint(1, 20)
    kernel = [s.rng.randint(1, 2) for _ in range(s.dims(source) - 2)]
    by_input = mode != "1" and s.rng.random() < 0.5
    kept, packed = (oc, ic) if by_input else (ic, oc)
    s.shapes |= {source: (oc, ic, *kernel), output: (kept, elements(tuple(kernel)), (packed + 31) // 32, 32)}
    if mode != "1":
        s.values[mode] = "REORDER_WEIGHT_32IC" if by_input else "REORDER_WEIGHT_32OC"


def rows_chosen(s: Sizes, output: str, source: str, mask: str) -> None:
    """A mask that chooses nothing."""
    shape = s.shape()
    dims = s.rng.randint(0, len(shape))
    s.shapes |= {source: shape, mask: shape[:dims], output: (0, *shape[dims:])}
    s.values["#indexed"] = {mask: [1]}


def attention(s: Sizes, queries: str, keys: str, cos: str, sin: str, mask: str, places: str) -> None:
    heads, size = s.rng.randint(1, 2), 2 * s.rng.randint(1, 4)
    count = s.rng.randint(1, 3)
    most = s.rng.randint(1, 4)
    lengths = [most] * count if s.dims(queries) == 4 else [s.rng.randint(0, most) for _ in range(count)]
    if s.row.pattern("input_length"):  # of which the fuzzer knows zeros alone
        lengths, s.shapes["input_length"], s.values["#indexed"] = [0], (1,), {"input_length": [1]}
    rows = (count, most) if s.dims(queries) == 4 else (sum(lengths),)
    s.shapes |= {queries: (*rows, heads * s.rng.randint(1, 2), size), keys: (*rows, heads, size)}
    tokens = elements(rows)
    s.shapes[cos] = s.shapes[sin] = (s.rng.choice((tokens, most)), size)
    s.shapes[mask] = (s.rng.choice((tokens, most)), most)
    if places != "S":
        s.values[places] = most
    s.values["#lengths"] = lengths
    if s.row.pattern("Kcache"):
        blocks = 4 * count
        s.values |= {
            "rope_head_size": size,
            "block_size": 2,
            "num_input_lengths": count,
            "input_lengths": lengths,
            "attention_mode": 2,
        }
        s.values |= {"cache_lengths": [0] * count, "#absent": ("input_lengths_tensor", "cache_lengths_tensor")}
        s.shapes |= {name: (blocks, 2, heads, size) for name in ("Kcache", "Vcache")}
        s.shapes["save_slots"] = s.shapes["block_tables"] = (count, 3)
        s.values["#indexed"] = {"block_tables": [blocks], "save_slots": [blocks]}


def sequences(s: Sizes, queries: str, lengths: str, count: str, most: str) -> None:
    """Of what the relation above has chosen."""
    chosen = s.values["#lengths"]
    s.values |= {lengths: chosen, count: len(chosen), "batch": len(chosen)}


def latent(s: Sizes, queries: str, cos: str, sin: str, lengths: str, count: str, added: str, mode: str) -> None:
    """Prefill, with room for all in each cache."""
    sequences = s.rng.randint(1, 2)
    chosen = [s.rng.randint(0, 3) for _ in range(sequences)]
    paged = any(check.parameter == "max_paged_block_num" for check in s.row.values)
    rope = 2 * s.rng.randint(1, 3)
    names = {check.parameter for check in s.row.values}
    s.values |= {
        name: s.rng.randint(1, 4)
        for name in ("n_heads", "num_heads", "v_head_dim", "qk_nope_head_dim")
        if name in names
    }
    s.values |= {
        name: s.rng.randint(1, 9) for name in ("q_lora_rank", "kv_lora_rank", "quant_block_size") if name in names
    }
    s.values |= {lengths: chosen, count: sequences, added: 1, "qk_rope_head_dim": rope}
    s.values |= {name: [0] * sequences for name in ("cache_lengths", "cache_seqlen") if name in names}
    s.values |= {name: 4 for name in ("max_cache_size", "block_size", "paged_cache_block_size") if name in names}
    s.values[mode] = "PAGED_ATTENTION_PREFILL" if paged else "NORMAL_ATTENTION_PREFILL"
    tokens = sum(chosen)
    s.shapes |= {queries: (tokens, s.values["q_lora_rank"]), cos: (tokens, rope), sin: (tokens, rope)}
    s.shapes |= {"KV": (tokens, s.values["kv_lora_rank"]), "PE": (tokens, rope)}
    heads = s.values.get("n_heads") or s.values["num_heads"]
    s.shapes["OUT"] = (tokens, heads, s.values["v_head_dim"])
    if paged:
        s.values["max_paged_block_num"] = 1
        s.shapes["save_slots"] = s.shapes["block_table"] = (sequences, 1)
        for name, rank in (("KVcache", s.values["kv_lora_rank"]), ("PEcache", rope)):
            s.shapes[name] = (sequences, 4, rank)
        s.values["#indexed"] = {"block_table": [sequences], "save_slots": [sequences]}
        s.values["#absent"] = ("input_length_tensor", "cache_length_tensor")


def broadcast(s: Sizes, output: str, *inputs: str) -> None:
    shape = s.shape()
    sizes = [tuple(1 if s.rng.random() < 0.3 else extent for extent in shape) for _ in inputs]
    result = tuple(next((extent for extent in extents if extent != 1), 1) for extents in zip(*sizes, strict=True))
    s.shapes |= {**dict(zip(inputs, sizes, strict=True)), output: result}


def expands(s: Sizes, tensor: str, target: str) -> None:
    shape = s.shapes.setdefault(target, s.shape())
    s.shapes[tensor] = tuple(1 if s.rng.random() < 0.3 else extent for extent in shape)


def reduced(s: Sizes, output: str, source: str, start: str, end: str, keep: str = "") -> None:
    shape = s.shape(least=1)
    first = s.rng.randrange(len(shape))
    last = first + 1 if end not in s.values or "+" in end else s.rng.randint(first + 1, len(shape))
    kept = bool(s.rng.getrandbits(1))
    middle = (1,) * (last - first) if kept else ()
    s.shapes |= {source: shape, output: (*shape[:first], *middle, *shape[last:])}
    s.values |= {start: first, keep: int(kept)}
    if "+" not in end:
        s.values[end] = last


def reduced_either(s: Sizes, output: str, source: str, start: str, end: str) -> None:
    reduced(s, output, source, start, end)
    while s.shapes[source][s.values[start]] == 0:
        reduced(s, output, source, start, end)
    s.shapes["values"] = s.shapes[output]


def reduced_over(s: Sizes, output: str, source: str, axes: str, count: str, keep: str) -> None:
    shape = s.shape()
    chosen = s.rng.sample(range(len(shape)), s.rng.randint(0, len(shape)))
    kept = bool(s.rng.getrandbits(1))
    sizes = [1 if axis in chosen else extent for axis, extent in enumerate(shape) if kept or axis not in chosen]
    s.shapes |= {source: shape, output: tuple(sizes)}
    s.values |= {axes: chosen, count: len(chosen), keep: int(kept)}


def pooled(s: Sizes, windows: str, plane: str, *window: str) -> None:
    size, padding = (s.rng.randint(1, 4), s.rng.randint(1, 4)), [0, 0]
    stride = (s.rng.randint(1, 3), s.rng.randint(1, 3))
    if len(window) == 1:
        padding = [s.rng.randint(0, extent // 2) for extent in size]
        s.values[window[0]] = [*size, *padding, *stride, 0, 0, None]  # the row says which modes there are
    else:
        size = (size[0], size[0])
        stride = size if window[1] == window[0] else (stride[0], stride[0])
        padding = [0, 0] if window[2] == "0" else [s.rng.randint(0, size[0] // 2)] * 2
        chosen = zip(window, (size[0], stride[0], padding[0]), strict=True)
        s.values |= {name: value for name, value in chosen if not name.isdigit()}
    extents = [max(1, size[i] - 2 * padding[i]) + s.rng.randint(0, 6) for i in range(2)]
    fitting = [(extents[i] + 2 * padding[i] - size[i]) // stride[i] + 1 for i in range(2)]
    planes = (s.rng.randint(0, 2), s.rng.randint(0, 3))
    s.shapes |= {plane: (*planes, *extents), windows: (*planes, *fitting)}


def loss(s: Sizes, output: str, source: str, reduction: str) -> None:
    shape, how = s.shape(), s.rng.randrange(3)
    s.shapes |= {source: shape, output: shape if how == 0 else (1,) * s.rng.randint(0, 2)}
    s.values[reduction] = how


def chosen(s: Sizes, output: str, source: str, count: str, axis: str) -> None:
    shape = s.shape(least=1)
    along = s.rng.randrange(len(shape))
    k = s.rng.randint(0, shape[along])
    s.shapes |= {source: shape, output: (*shape[:along], k, *shape[along + 1 :])}
    s.values |= {count: k, axis: along}


def gathered(s: Sizes, index: str, source: str, axis: str) -> None:
    shape = s.shape(least=1, most=3)
    along = s.rng.randrange(len(shape))
    sizes = [s.rng.randint(0, extent) for extent in shape]
    sizes[along] = s.rng.randint(0, 6) if shape[along] else 0
    s.shapes |= {source: shape, index: tuple(sizes)}
    s.values |= {axis: along, "#indexed": {index: [shape[along]]}}


def scattered(s: Sizes, index: str, source: str, output: str, axis: str) -> None:
    gathered(s, index, output, axis)
    s.shapes[source] = tuple(extent + s.rng.randint(0, 2) for extent in s.shapes[index])


def rows_of(s: Sizes, indices: str, source: str, axis: str) -> None:
    shape = s.shape(least=1, most=3)
    along = s.rng.randrange(len(shape))
    rows = s.rng.randint(0, 4) if shape[along] else 0
    s.shapes |= {"input": shape, "output": shape, source: (*shape[:along], rows, *shape[along + 1 :])}
    s.shapes[indices] = (elements(shape[:along]), rows) if s.rng.random() < 0.5 else (elements(shape[:along]) * rows,)
    s.values |= {axis: along, "#indexed": {indices: [shape[along]]}}


def rows_for(s: Sizes, value: str, io: str, indices: str, axis: str) -> None:
    shape = s.shape(least=1, most=3)
    along = s.rng.randrange(len(shape))
    rows = s.rng.randint(0, 4) if shape[along] else 0
    full = (*shape[:along], rows, *shape[along + 1 :])
    s.shapes |= {io: shape, indices: (rows,), value: full if s.rng.random() < 0.5 else (elements(full),)}
    s.values |= {axis: along, "#indexed": {indices: [shape[along]]}}


def squeezed(s: Sizes, output: str, source: str) -> None:
    shape = s.shape(most=3)
    other = [extent for extent in shape if extent != 1]
    for _ in range(s.rng.randint(0, 2)):
        other.insert(s.rng.randint(0, len(other)), 1)
    s.shapes |= {source: shape, output: tuple(other)}


def repeated(s: Sizes, output: str, source: str, times: str, count: str) -> None:
    shape = s.shape(most=3)
    shape = shape[-3:]
    number = [s.rng.randint(0, 3) for _ in range(len(shape) + s.rng.randint(0, 2))]
    aligned = (1,) * (len(number) - len(shape)) + shape
    s.shapes |= {source: shape, output: tuple(a * b for a, b in zip(aligned, number, strict=True))}
    s.values |= {times: number, count: len(number)}


def holds_bytes(s: Sizes, tensor: str, size: str) -> None:
    shape = s.shapes[tensor] = s.shape()
    s.values[size] = min(s.values.get(size, MOST_ELEMENTS), s.rng.randint(0, elements(shape)))


def appended(s: Sizes, rows: str, lengths: str, count: str, added: str) -> None:
    batch, room = s.rng.randint(0, 4), s.rng.randint(1, 9)
    s.shapes[rows] = (batch, room)
    s.values |= {lengths: [s.rng.randrange(room) for _ in range(batch)], count: batch, added: 1}


def sizes_from(s: Sizes, tensor: str, source: str, axis: str) -> None:
    shape = s.shapes.setdefault(source, s.shape(least=1))
    first = s.values.setdefault(axis, s.rng.randrange(-len(shape), len(shape)))
    s.shapes[tensor] = shape[first:]


_RELATIONS: dict[str, Callable[..., None]] = {
    **{f.__name__: f for f in (permuted, concatenated, selected, positions, convolved, reordered, broadcast, expands)},
    **{"range": range_, "reduced": reduced, "reduced_either": reduced_either},
    **{
        f.__name__: f
        for f in (reduced_over, pooled, loss, chosen, gathered, scattered, rows_of, rows_for, squeezed, repeated)
    },
    **{f.__name__: f for f in (holds_bytes, appended, sizes_from, rows_chosen, attention, sequences, latent)},
}

# Positions in tensors whose bound no relation gives: the parameter, and how many there are.
_POSITIONS: dict[str, tuple[str, Callable[[dict[str, Any]], int]]] = {
    "embedding_backward": ("indices", lambda shapes: shapes["grad_input"][0]),
    "index_add": ("indices", lambda shapes: min(shapes["io"], default=0)),  # along whichever axis
    "maxpooling_indices_bwd": ("indices", lambda shapes: elements(shapes["output"][2:])),
    "cross_entropy_loss": ("target", lambda shapes: shapes["input"][1]),
    "cross_entropy_loss_backward": ("target", lambda shapes: shapes["input"][1]),
}


def by_patterns(row: Contract, s: Sizes) -> None:
    """Shapes of what no relation has decided, from the row's patterns."""
    sizes: dict[str, int] = {}
    groups: dict[str, Shape] = {}
    if "group_size" in {check.parameter for check in row.values}:
        group, bits = s.rng.choice((1, 2, 4)), s.rng.choice((4, 8))
        s.values |= {"group_size": group, "weight_bits": bits}
        sizes |= {name: group * 2 * s.rng.randint(0, 6) for name in ("K", "I", "H")}
    if "blocksize" in {check.parameter for check in row.values}:
        s.values["blocksize"] = s.rng.choice((1, 3, 8))
    if "n_groups" in {check.parameter for check in row.values}:
        groups_of, size = s.rng.randint(1, 4), s.rng.randint(2, 5)
        best = s.rng.randint(1, groups_of)
        s.values |= {"batch_size": s.rng.randint(0, 4), "total_size": groups_of * size, "n_groups": groups_of}
        s.values |= {"topk_groups": best, "top_k": s.rng.randint(1, best * size)}
    if "group" in {check.parameter for check in row.values}:
        s.values["group"] = s.rng.randint(1, 3)
        sizes["C"] = s.values["group"] * s.rng.randint(0, 3)
    for tensor in row.tensors:  # what relations have decided binds names
        decided = s.shapes.get(tensor.parameter)
        if isinstance(decided, tuple) and len(decided) == len(tensor.dims):
            sizes |= {d.name: n for d, n in zip(tensor.dims, decided, strict=True) if d.kind is DimKind.SIZE}
        if isinstance(decided, tuple) and [d.kind for d in tensor.dims] == [DimKind.GROUP]:
            groups[tensor.dims[0].name] = decided
    for tensor in row.tensors:
        if tensor.parameter in s.shapes:
            continue
        shape: list[int] = []
        for dim in tensor.dims:
            if dim.kind is DimKind.ANY:
                axes = [
                    check
                    for check in row.values
                    if check.name.startswith("axis") and tensor.parameter in check.arguments
                ]
                shape += s.shape(least=1 if axes else 0)
            elif dim.kind is DimKind.SIZE:
                shape.append(sizes.setdefault(dim.name, s.size(1 if "dim" in str(row.values) else 0)))
            elif dim.kind is DimKind.GROUP:
                chosen = groups.setdefault(
                    dim.name, s.shape(most=2 if len(row.groups) > 1 else 4, least=_least(row, dim.name))
                )
                if dim.expression:
                    s.values[dim.expression] = len(chosen)
                shape += chosen
            elif dim.kind is DimKind.ELEMENTS:
                product = elements(tuple(sizes[n] if n in sizes else int(n) for n in dim.expression.split(" * ")))
                shape += [1] * s.rng.randint(0, 2) if dim.expression == "1" else [product]
            elif dim.kind is DimKind.ELEMENTS_OF_GROUP:
                shape += [elements(groups[dim.name])] if s.rng.random() < 0.5 else groups[dim.name]
            else:
                known = {**sizes, **{k: v for k, v in s.values.items() if isinstance(v, int)}}
                text = WORD.sub(lambda m, known=known: str(known[m[0]]), dim.text.replace("/", "//"))
                shape.append(int(eval(text, {"__builtins__": {}})))  # digits and operators only
        s.shapes[tensor.parameter] = tuple(shape)


def _least(row: Contract, group: str) -> int:
    """Sizes that a group needs so that an axis can name one of them."""
    return 1 if any(check.name.startswith("axis") for check in row.values) and group in ("S", "C") else 0


def _lacks_source(check: Check, s: Sizes) -> bool:
    if check.name != "source_for":
        return False
    source, output = (elements(s.shapes[name]) for name in check.arguments)
    return source == 0 and output != 0


def _bound(row: Contract, s: Sizes) -> bool:
    """Notes how many positions there are; False where some are drawn, and there is none."""
    if row.key not in _POSITIONS:
        return True
    parameter, bound = _POSITIONS[row.key]
    s.values["#indexed"] = {parameter: [bound(s.shapes)]}
    return bound(s.shapes) > 0 or elements(s.shapes[parameter]) == 0


def draw_sizes(row: Contract, rng: random.Random) -> Sizes:
    """Shapes and the values that go with them. Lists of tensors without a relation get up to three shapes."""
    while True:
        s = Sizes(rng, row)
        for check in row.values:
            if check.name == "end_axis":
                s.values[check.parameter] = None
        for relation in row.relations:
            if relation.name in _RELATIONS:
                _RELATIONS[relation.name](s, *relation.arguments)
        by_patterns(row, s)
        flat = [one for shape in s.shapes.values() for one in (shape if isinstance(shape, list) else [shape])]
        if any(
            check.name == "at_least" and len(s.shapes[check.arguments[0]]) < int(check.arguments[1])
            for check in row.relations
        ):
            continue
        if any(_lacks_source(check, s) for check in row.relations) or not _bound(row, s):
            continue
        if all(elements(shape) <= 2 * MOST_ELEMENTS and len(shape) <= 8 for shape in flat):
            return s
