// sgdnnCombined refused: L150: what bm_a sees depends on a macro that is no chip's
// sgdnnCut refused: L153: a branch of this conditional cuts through a statement
// sgdnnDiffers refused: L152: the chips differ, and the function has no status to answer NOT_SUPPORTED with
