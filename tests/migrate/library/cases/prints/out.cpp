tpudnnStatus_t tpudnnTalkAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int count)
{
    if (count < 0) {
        TPUDNN_LOG_ERROR("count is %d", count);
        return TPUDNN_STATUS_SUCCESS;
    }
    TPUDNN_LOG_INFO("dim %d, 100%% of %d", input.dim, count);
    TPUDNN_LOG_ERROR("done");
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a talk: - 1 - - -
// sg_b talk: - 1 - - -
// sgdnnTalkOfUnknown refused: L141: std::cout keeps the base of numbers that is set here, and another print does not set it
// sgdnnTalkAndCount refused: L142: an argument of printf has an effect (++), and a log call that is switched off does not evaluate it
// sgdnnTalkAndAdd refused: L142: printf is a part of an expression, and a log call is a statement
tpudnnStatus_t tpudnnTalkOfPlaceAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    if (input.dim > 4) {
        TPUDNN_LOG_ERROR("%s:%d in %s: too many dimensions", __FILE__, __LINE__, __func__);
    }
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a talk_of_place: - 1 - - -
// sg_b talk_of_place: - 1 - - -
// D203 sgdnnTalkOfPlace: a message tells __FILE__, which is that of the unified source now
// D203 sgdnnTalkOfPlace: a message tells __LINE__, which is that of the unified source now
// D203 sgdnnTalkOfPlace: a message tells __func__, which is that of the unified source now
