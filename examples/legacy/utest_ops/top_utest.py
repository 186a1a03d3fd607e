"""What the unit tests of this tree run on: a module on the CPU and on the device, the results compared.

CHIP_ARCH names the chip the device has, bm1684x by default. A test runs only where its chip_arch_dict has that chip switched on.
"""

import copy
import os
import random

import numpy as np
import torch

DTYPES = {'f32': torch.float32, 'f16': torch.float16, 'bf16': torch.bfloat16}


def set_bacis_info(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def move_to(sample, device, dtype):
    """A nest of lists of tensors on the device; floating-point tensors as dtype."""
    if isinstance(sample, torch.Tensor):
        return sample.to(device, dtype) if sample.is_floating_point() else sample.to(device)
    return [move_to(part, device, dtype) for part in sample]


def set_requires_grad(sample, flag):
    for part in sample:
        if isinstance(part, torch.Tensor):
            if part.is_floating_point():
                part.requires_grad = flag
        else:
            set_requires_grad(part, flag)


def max_diff(actual, expected):
    return (actual - expected).abs().max().item()


def mae(actual, expected):
    return (actual - expected).abs().mean().item()


METRICS = {'max_diff': max_diff, 'MAE': mae}


def flatten(output):
    if isinstance(output, torch.Tensor):
        return [output]
    return [tensor for part in output for tensor in flatten(part)]


class Tester_Basic:
    """Compares by the metrics of metric_table, within epsilon_dict[chip][dtype]."""

    def __init__(self, case_name, chip_arch_dict, device, metric_table, epsilon_dict, seed=1000, dump_flag=False):
        self.case_name = os.path.basename(case_name)
        self.chip_arch_dict = chip_arch_dict
        self.device = device
        self.metric_table = metric_table
        self.epsilon_dict = epsilon_dict
        self.seed = seed
        self.dump_flag = dump_flag
        self.chip = os.environ.get('CHIP_ARCH', 'bm1684x')

    def customized_execute_function(self, input_sample_cpu, input_sample_tpu, net_cpu, net_tpu, dtype):
        return net_tpu(*input_sample_tpu), net_cpu(*input_sample_cpu)

    def Torch_Test_Execution_Function(self, module, input_data):
        """True where every sample is within the tolerance, also where the chip is switched off."""
        if not self.chip_arch_dict.get(self.chip):
            print(f'[{self.case_name}] off for {self.chip}')
            return True
        passed = True
        for name in self.epsilon_dict[self.chip]:
            for number, sample in enumerate(input_data):
                passed = self.run_sample(module, sample, name, number) and passed
        return passed

    def run_sample(self, module, sample, name, number):
        rounded = move_to(sample, torch.device('cpu'), DTYPES[name])
        net_cpu = copy.deepcopy(module)
        net_tpu = copy.deepcopy(module).to(self.device, DTYPES[name])
        sample_cpu = move_to(rounded, torch.device('cpu'), torch.float32)
        sample_tpu = move_to(rounded, self.device, DTYPES[name])
        output_tpu, output_cpu = self.customized_execute_function(sample_cpu, sample_tpu, net_cpu, net_tpu, DTYPES[name])
        return all([self.compare(a, e, name, number) for a, e in zip(flatten(output_tpu), flatten(output_cpu), strict=True)])

    def compare(self, actual, expected, name, number):
        actual, expected = actual.detach().cpu().double(), expected.detach().double()
        values = {metric: METRICS[metric](actual, expected) for metric in self.metric_table}
        epsilon = self.epsilon_dict[self.chip][name]
        passed = actual.shape == expected.shape and all(value <= epsilon for value in values.values())
        print(f'[{self.case_name}] {self.chip} {name} sample {number} {values} {"passed" if passed else "FAILED"}')
        if not passed and self.dump_flag:
            print(f'device {actual}\ncpu {expected}')
        return passed
