"""Seeded mutants: half into converted code, half into the rules. Only compile and trace count as catching one."""
