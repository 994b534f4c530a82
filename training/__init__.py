"""Training and evaluation on `lostcities_env` with standard tools."""
