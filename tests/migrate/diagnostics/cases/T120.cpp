// One value for all chips is compiled.
#ifdef BACKEND_SG2260
#define LANES 64
#else
#define LANES 32
#endif
int f() { return LANES; }
