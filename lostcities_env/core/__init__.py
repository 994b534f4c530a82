"""The engine that all rulesets share: it knows no game and no reinforcement learning."""
