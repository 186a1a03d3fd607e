import torch
import torch.nn as nn
from top_utest import Tester_Basic, set_bacis_info, set_requires_grad


class Layernorm(nn.Module):
    def forward(self, x, weight, bias):
        return nn.functional.layer_norm(x, (32,), weight, bias, 1e-5)


def case1():
    # step 1: the seed
    seed = 1000
    set_bacis_info(seed)
    # step 2: the inputs
    input_data = [
        [torch.randn(4, 16, 32), torch.rand(32), torch.rand(32)],
    ]
    # step 3: what is compared, on which chips
    metric_table = ['max_diff', 'MAE']
    chip_arch_dict = {"bm1684x": 1, "sg2260": 1}
    epsilon_dict = {'bm1684x': {'f32': 1e-4, 'f16': 2e-2}, 'sg2260': {'f32': 1e-4, 'f16': 2e-2}}
    case_name = __file__.split('.py')[0]
    dump_flag = True
    device = torch.device("tpu:0")

    def customized_execute_function(input_sample_cpu, input_sample_tpu, net_cpu, net_tpu, dtype):
        set_requires_grad(input_sample_cpu, True)
        set_requires_grad(input_sample_tpu, True)
        output_cpu, output_tpu = net_cpu(*input_sample_cpu), net_tpu(*input_sample_tpu)
        output_cpu.sum().backward()
        output_tpu.sum().backward()
        return [output_tpu, input_sample_tpu[0].grad], [output_cpu, input_sample_cpu[0].grad]

    My_Tester = Tester_Basic(case_name, chip_arch_dict, device, metric_table, epsilon_dict, seed, dump_flag)
    My_Tester.customized_execute_function = customized_execute_function
    return My_Tester.Torch_Test_Execution_Function(Layernorm(), input_data)


if __name__ == "__main__":
    case1()
