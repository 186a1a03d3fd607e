import torch
import torch.nn as nn
from top_utest import Tester_Basic, set_bacis_info


class Matmul(nn.Module):
    def forward(self, left, right):
        return torch.mm(left, right)


class Linear(nn.Module):
    def forward(self, x, weight, bias):
        return torch.addmm(bias, x, weight.transpose(0, 1))


class BatchMatmul(nn.Module):
    def forward(self, left, right):
        return torch.bmm(left, right.transpose(1, 2))


def run(module, inputs):
    seed = 1000
    set_bacis_info(seed)
    metric_table = ['max_diff', 'MAE']
    chip_arch_dict = {"bm1684x": 1, "sg2260": 1}
    epsilon_dict = {'bm1684x': {'f32': 1e-5, 'f16': 1e-2}, 'sg2260': {'f32': 1e-5, 'f16': 1e-2}}
    tester = Tester_Basic(__file__.split('.py')[0], chip_arch_dict, torch.device("tpu:0"), metric_table, epsilon_dict, seed, True)
    return tester.Torch_Test_Execution_Function(module, inputs)


def case1():
    return run(Matmul(), [[torch.rand(32, 48), torch.rand(48, 16)], [torch.rand(1, 7), torch.rand(7, 1)]])


def case2():
    return run(Linear(), [[torch.rand(12, 64), torch.rand(24, 64), torch.rand(24)]])


def case3():
    return run(BatchMatmul(), [[torch.rand(4, 6, 8), torch.rand(4, 10, 8)]])


if __name__ == "__main__":
    case1()
    case2()
    case3()
