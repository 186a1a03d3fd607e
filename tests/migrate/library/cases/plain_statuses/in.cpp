// An int: 0 is success.
int sgdnnNumber(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  if (input.dim != output.dim) return 3;
  if (input.dim > 4)
  {
    return -1;
  }
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL(sgdnnTPUKernelLaunch(resource, "tpu_kernel_api_number", &api, sizeof(api), true));
  return 0;
}

int sgdnnCalls(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  int done = sgdnnNumber(resource, input, output);
  if (done != 0) return done;
  if (sgdnnNumber(resource, output, input) != 0 || input.dim == 3) return -1;
  done = sgdnnNumber(resource, input, output);
  if (done == 3) return 0;
  return sgdnnNumber(resource, output, output);
}

// A truth value as a number is no status.
int sgdnnCounts(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  int sum = 1 + sgdnnNumber(resource, input, output);
  return sum;
}

// Nothing: an answer of its own.
void sgdnnSilent(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  if (input.dim == 0) return;
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL(sgdnnTPUKernelLaunch(resource, "tpu_kernel_api_silent", &api, sizeof(api), true));
}

// An enumeration with a scope.
Code sgdnnScoped(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  if (input.dim != output.dim) return Code::Wrong;
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL(sgdnnTPUKernelLaunch(resource, "tpu_kernel_api_scoped", &api, sizeof(api), true));
  return Code::Fine;
}

// A truth value: true is success.
bool sgdnnTrue(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  if (!sgdnnTrue(resource, output, input) && input.dim > 1) return false;
  bool fine = sgdnnTrue(resource, input, output);
  int wrong = sgdnnNumber(resource, input, output);
  if (!fine || wrong) return false;
  if (!wrong && fine) return input.dim == output.dim;
  return true;
}

// What a status begins with is one as well, in each block's own variable.
bool sgdnnBegins(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  bool done = false;
  if (input.dim > 1) {
    done = sgdnnTrue(resource, input, output);
  } else {
    bool done = true;
    done = sgdnnTrue(resource, output, input);
    if (!done) return false;
  }
  const auto last = sgdnnTrue(resource, input, output);
  if (!last) return false;
  return done;
}

// A declaration of more than one variable has one type.
int sgdnnTwoOfOne(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  int wrong = 0, i;
  for (i = 0; i < 2; ++i) wrong = sgdnnNumber(resource, input, output);
  return wrong;
}

// A number that no rule names.
int sgdnnBeginsOdd(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  int wrong = -22;
  wrong = sgdnnNumber(resource, input, output);
  return wrong;
}
