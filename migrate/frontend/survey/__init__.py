"""What a legacy tree contains, before there is a project file."""
