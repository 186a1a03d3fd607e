// sgdnnMixed refused: L123: one branch is an address, the other is offset * 2
// sgdnnMoved refused: L124: arithmetic on a virtual address; write it on a char pointer
// sgdnnNumber refused: L126: a tensor's address is set from where, which is not known to be virtual
