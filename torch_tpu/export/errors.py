class ExportError(Exception):
    """What a model, a dataset or a folder has that cannot be exported, as a sentence."""
