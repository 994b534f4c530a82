"""Tests run side by side: each keeps to one thread of torch."""

import torch

torch.set_num_threads(1)
