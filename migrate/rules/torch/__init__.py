"""The rules of torch-side files, one module for each kind of edit."""
