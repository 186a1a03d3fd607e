"""The operator harness: cases per operator, run on a simulated chip and held to an error model."""
