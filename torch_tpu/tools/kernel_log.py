"""The kernel log for programs of the torch device: dnnlib.kernel_log, which has no need of torch. docs/kernel-log.md."""

from dnnlib.kernel_log import clear, disable, enable, enable_from_environment, json
from dnnlib.kernel_log.recorder import Recorder
from dnnlib.kernel_log.replay import Difference, LogError, Report, replay

__all__ = [
    "Difference",
    "LogError",
    "Recorder",
    "Report",
    "clear",
    "disable",
    "enable",
    "enable_from_environment",
    "json",
    "replay",
]
