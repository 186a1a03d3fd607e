"""The PyTorch device "tpu" on top of libtpudnn."""


def _autoload() -> None:
    """Entry point of torch.backends: called by `import torch`."""
