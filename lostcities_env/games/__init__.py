"""The rulesets, one folder each; a folder with a `GAME` is found by its name."""
