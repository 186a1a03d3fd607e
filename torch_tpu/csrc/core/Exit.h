#pragma once

namespace c10_tpu
{

/// To be called by the thread that is about to finalize the interpreter (Python's atexit).
///
/// Before Python 3.14 a finalizing interpreter ends every other thread that asks for its lock by pthread_exit. torch asks for it in
/// destructors: a backward's device thread where it lets go of its graph, any thread where it returns from an operator. Unwinding cannot
/// pass them, so std::terminate would abort the process. From now on such a thread sleeps until the process has ended, as 3.14 has it, and
/// nobody waits for the device threads of the autograd engine.
void prepareExit();

} // namespace c10_tpu
