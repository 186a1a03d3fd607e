"""A module as a C++ program of C API calls, and a binary without Python: docs/export.md."""

from .dataset import BinDataset, write_tensor
from .errors import ExportError
from .exporter import Binary, ModelExporter, Result
from .tuner import Trial, Tuning, tune

__all__ = ["BinDataset", "Binary", "ExportError", "ModelExporter", "Result", "Trial", "Tuning", "tune", "write_tensor"]
