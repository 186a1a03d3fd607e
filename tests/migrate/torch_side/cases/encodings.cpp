namespace at {
	void tabs(const Tensor &a, Tensor &b) // Ein Kommentar mit Umlauten: äöü, 创建
	{
		/* 张 */ auto status = sgdnnAlpha(
			tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b));
        TORCH_CHECK(status == SG_SUCCESS, "latin: �");\
	}
}