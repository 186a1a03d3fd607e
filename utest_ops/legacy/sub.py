import torch
import torch.nn as nn
from top_utest import Tester_Basic, set_bacis_info


class Sub(nn.Module):
    def forward(self, left, right):
        return left - right


def case1():
    # step 1: the seed
    seed = 1000
    set_bacis_info(seed)
    # step 2: the inputs
    input_data = [
        [torch.rand(8, 9), torch.rand(8, 9)],
        [torch.rand(8, 1, 9), torch.rand(7, 9)],
    ]
    # step 3: what is compared, on which chips
    metric_table = ['max_diff', 'MAE']
    chip_arch_dict = {"bm1684x": 1, "sg2260": 1}
    epsilon_dict = {'bm1684x': {'f32': 1e-5, 'f16': 1e-2}, 'sg2260': {'f32': 1e-5, 'f16': 1e-2}}
    case_name = __file__.split('.py')[0]
    dump_flag = True
    device = torch.device("tpu:0")

    My_Tester = Tester_Basic(case_name, chip_arch_dict, device, metric_table, epsilon_dict, seed, dump_flag)
    return My_Tester.Torch_Test_Execution_Function(Sub(), input_data)


if __name__ == "__main__":
    case1()
