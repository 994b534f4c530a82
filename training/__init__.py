"""Training by self-play and honest evaluation, on top of the public `lostcities_env`."""
