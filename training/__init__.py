"""PPO self-play on the games of `lostcities_env`: training, checkpoints and evaluation."""
