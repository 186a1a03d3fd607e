// Runs the legacy build of a case: LIBRARY RECORD
#include "recorder.h"

extern "C" void *hostile_handle(void) { return reinterpret_cast<void *>(0x5000); }

int main(int argc, char **argv) { return hostile::run(argc, argv); }
