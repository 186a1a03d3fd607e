"""Registration of native kernels, generated from ops.yaml over torchgen's parsed schemas."""
