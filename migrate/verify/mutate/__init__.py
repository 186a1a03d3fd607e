"""Seeded mutants: half into converted code, half into the rules. Only compile, trace and results count as catching one."""
