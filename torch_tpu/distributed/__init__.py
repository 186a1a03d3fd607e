"""torch.distributed for tensors of the tpu: the backend "tccl", registered by register().

Collectives go through the host, in memory that the ranks share or by gloo (csrc/distributed); docs/distributed.md says what that means.
"""

from __future__ import annotations

from torch_tpu.distributed.backend import BACKEND, NAMES_OF_THE_IDIOM, Options, register

__all__ = ["BACKEND", "NAMES_OF_THE_IDIOM", "Options", "register"]
