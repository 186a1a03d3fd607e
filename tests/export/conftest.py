"""Exported models: real torch.export, a real compiler, binaries as processes of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
try:
    import torch_tpu  # noqa: F401
except ImportError as error:
    pytest.skip(str(error), allow_module_level=True)

from export_models import LeNet, digits  # noqa: E402

from torch_tpu.export import Binary, ModelExporter  # noqa: E402


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(0)


@pytest.fixture(scope="session")
def lenet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Binary]:
    """LeNet over 10 samples in batches of 4: the last batch has 2. In a folder with blanks in its name."""
    torch.manual_seed(0)
    folder = tmp_path_factory.mktemp("exports") / "le net"
    exporter = ModelExporter(LeNet(), digits(8), digits(10), folder).generate(batch_size=4)
    yield exporter.compile(folder / "bin" / "model")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "export"
