// What is asked of a status that is a truth value or a number. Any failure is meant by false.
bool sgdnnOfBool(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL(sgdnnTPUKernelLaunch(resource, "tpu_kernel_api_one", &api, sizeof(api), true));
  return true;
}
int sgdnnOfInt(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL(sgdnnTPUKernelLaunch(resource, "tpu_kernel_api_one", &api, sizeof(api), true));
  return 0;
}

bool sgdnnBoolEqual(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  if (sgdnnOfBool(resource, input, output) == false) return false;
  bool fine = sgdnnOfBool(resource, input, output);
  if (false != fine && input.dim > 1) return true;
  if ((fine) == true) return false;
  return true;
}

bool sgdnnBoolWhile(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  while (false == sgdnnOfBool(resource, input, output)) output.dim += 1;
  return true;
}

bool sgdnnBoolWithin(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  bool fine;
  if ((fine = sgdnnOfBool(resource, input, output)) == false) return false;
  return fine;
}

bool sgdnnBoolAnswer(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  bool asked = sgdnnOfBool(resource, input, output) != false;
  return asked;
}

bool sgdnnBoolFor(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  for (bool fine = sgdnnOfBool(resource, input, output); fine; ) output.dim += 1;
  return true;
}

bool sgdnnBoolForLater(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  bool fine = sgdnnOfBool(resource, input, output);
  for (; fine; ) output.dim += 1;
  return true;
}

bool sgdnnBoolFromNumber(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  return sgdnnOfInt(resource, input, output);
}

bool sgdnnBoolFromNumberKept(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  bool fine = sgdnnOfInt(resource, input, output);
  if (fine) return false;
  return true;
}

bool sgdnnBoolOfNumber(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  return -1;
}

bool sgdnnBoolNegated(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  if (!sgdnnOfBool(resource, input, output) == false) return true;
  return false;
}

int sgdnnIntFromTruth(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  return sgdnnOfBool(resource, input, output);
}

int sgdnnIntOfTruth(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  return true;
}

int sgdnnIntTruth(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  if (sgdnnOfInt(resource, input, output) == false) return 0;
  return -1;
}

int sgdnnIntSwitch(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  switch (sgdnnOfInt(resource, input, output)) { case 0: return 0; case -1: return 3; default: return -1; }
}

int sgdnnIntSwitchKept(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  int done = sgdnnOfInt(resource, input, output);
  switch (done) { case 0: return 0; default: return -1; }
}

int sgdnnIntReversed(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  if (-1 == sgdnnOfInt(resource, input, output)) return 3;
  return 0;
}

int sgdnnIntSum(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  if (1 + sgdnnOfInt(resource, input, output) == 0) return 3;
  return 0;
}

int sgdnnIntSumBehind(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  if (sgdnnOfInt(resource, input, output) == -1 + 1) return 3;
  return 0;
}

int sgdnnIntSumGiven(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  int done = sgdnnOfInt(resource, input, output);
  done = -1 + input.dim;
  return done;
}

int sgdnnIntChosen(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  int done = input.dim ? 3 : sgdnnOfInt(resource, input, output);
  return done;
}

int sgdnnIntCast(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  int done;
  done = (int) sgdnnOfInt(resource, input, output);
  return done;
}

int sgdnnIntGiven(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  int done;
  if ((done = sgdnnOfInt(resource, input, output)) != 0) return done;
  return 0;
}

int sgdnnIntCompared(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  int bad = sgdnnOfInt(resource, input, output) != 0;
  return bad ? 3 : 0;
}

int sgdnnIntArgument(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  output.dim = sgdnnTPUKernelDType((SgdnnDataType_t) input.dim);
  printf("%d", sgdnnOfInt(resource, input, output));
  return 0;
}

int sgdnnIntReturned(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output)
{
  return (sgdnnOfInt(resource, input, output));
}
