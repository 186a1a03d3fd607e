"""Names that the generators derive from public function names."""

import re

_PREFIX = "tpudnn"
_SUFFIX = "Async"


def snake_case(name: str) -> str:
    """``BatchMatmul`` -> ``batch_matmul``, ``RMSNorm`` -> ``rms_norm``, ``Conv2dBackward`` -> ``conv2d_backward``."""
    name = re.sub(r"_(?=[A-Z])", "__", name)  # Atan2C and Atan2_C are two operators
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()


def operator_key(function: str) -> str:
    """Key of an operator in kernel tables: ``tpudnnMatmulAsync`` -> ``matmul``."""
    return snake_case(function.removeprefix(_PREFIX).removesuffix(_SUFFIX))


def body_name(function: str) -> str:
    """Name that a body in dnnlib/src/tensor gets, so that the public name can be the entry."""
    return f"{function}Body"
