"""Training and evaluation on `lostcities_env` with standard tools."""

import os

# Torch's threads spin while they wait for one another. As long as they do by default, others that want
# the processor hold them up many times over; without any spinning small layers take twice as long on a
# machine that is free. A thousand rounds are enough for one and little harm to the other.
os.environ.setdefault("GOMP_SPINCOUNT", "1000")
