"""PyTorch's own test databases on the chips: OpInfo, ModuleInfo and OptimizerInfo, each entry against the CPU.

  entries     which entries there are (opinfo.py, moduleinfo.py, optimizerinfo.py make trials of one entry)
  trial       one call: function, arguments, what it is a check of
  transfer    arguments on a device, with strides and shared storages as they were
  execute     runs a trial on the CPU and on every chip, compares results, arguments after, devices, aliases
  pool        worker processes; an entry that crashes or hangs is named, and the others go on
  expectations.yaml   what PyTorch or a chip restricts, each with its reason

Command: `python -m utest_ops.databases --help`.
"""
