"""What the text of a source is made into before it is converted, so that the rules meet shapes that they know.

Each step has the legacy text as its input and legacy text as its output; places in reports stay those of the files. The steps and their order: `steps.py`.
"""
