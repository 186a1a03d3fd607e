"""Latent defects of the legacy code, reported while it is migrated. A check never changes what is written."""
