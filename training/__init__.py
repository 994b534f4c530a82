"""Training and evaluation on `lostcities_env` with standard tools."""

import os

# Threads that wait for work spin by default, which on a busy machine makes torch ten times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
