// sgdnnLater refused: L170: a lambda: what it captures and when it runs is not followed; write a function or a loop
// sgdnnStop refused: L171: abort ends the process, which no operator of the unified library may; test with a check that gives a status
// sgdnnInMacro refused: L117: the macro EMPTY of this file contains .addr; write its text in place
tpudnnStatus_t tpudnnPlainAsync(tpudnnHandle_t handle, tpudnnTensor_t input)
{
    TPUDNN_CHECK(input.dim > 0);
    return TPUDNN_STATUS_SUCCESS;
}
// bm_a plain: - 1 - - -
// sg_b plain: - 1 - - -
// sgdnnCut refused: L153: a conditional stands inside the function's declaration
// sgdnnTries refused: L176: a try block: sgdnnPlain, another operator, is called in it, which gives a status for what it throws; test the condition or the status
// sgdnnPlace refused: L177: __LINE__ is another one in the output; it cannot move with the function
// sgdnnSized refused: L181: the size of tpu_device_mem_t is another one in the unified library; write the number that is meant
// sgdnnRanged refused: L181: SGDNN_DTYPE_FP16 is an end of a range; what lies between is not the same in the unified library; name each value
// sgdnnLanes refused: L160: a variable of the function that lives on is no constant that is the same on all chips; the library serves all chips in one process
// sgdnnPacked refused: L162: a pragma before the function says how the type that it declares here is laid out; put the pragma's effect into the type
// sgdnnCleared refused: L181: more than dim is reached from its address, and what lies behind it is not the same in the unified library; name each field
// sgdnnChosen refused: L181: what stands before the condition of a switch cannot be checked; write it as a statement of its own
