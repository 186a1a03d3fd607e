#include "nn.h"

static int nn_numel(const nn_tensor *t)
{
	int n = 1;
	for (int i = 0; i < t->ndim; i++)
		n *= t->dims[i];
	return n;
}

#define NN_TRY(e) do { int err_ = (e); if (err_) return err_; } while (0)

int nn_leaky_relu(nn_ctx *c, nn_tensor x, float slope, nn_tensor y)
{
	nn_unary_param p;

	NN_ASSERT(x.kind == y.kind);
	memset(&p, 0, sizeof p);
	p.src = x.base;
	p.dst = y.base;
	p.n = nn_numel(&x);
	p.slope = slope;
#ifdef NN_BIG
	return nn_submit_cluster(c, "leaky_relu", &p, sizeof(p), 8);
#else
	return nn_submit(c, "leaky_relu", &p, sizeof(p));
#endif
}

int nn_gemm(nn_ctx *c, nn_tensor a, nn_tensor b, nn_tensor out)
{
	nn_gemm_param p;
	int err;

	NN_ASSERT(a.ndim == 2 && b.ndim == 2 && a.dims[1] == b.dims[0]);
	memset(&p, 0, sizeof(p));
	p.a = a.base;
	p.b = b.base;
	p.out = out.base;
	p.m = a.dims[0];
	p.k = a.dims[1];
	p.n = b.dims[1];
	err = nn_submit(c, "gemm", &p, sizeof(p));
	if (err < 0)
		return err;
	return 0;
}

int nn_gemm_relu(nn_ctx *c, nn_tensor a, nn_tensor b, nn_tensor out)
{
	nn_dev tmp;
	int err;

	err = nn_tmp_get(c, &tmp, nn_numel(&out) * 4);
	if (err)
		return err;
	nn_tensor t = out;
	t.base = tmp;
	err = nn_gemm(c, a, b, t);
	if (!err)
		err = nn_leaky_relu(c, t, 0.0f, out);
	nn_tmp_put(c, tmp);
	return err;
}
