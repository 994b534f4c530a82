"""Evaluation: matches on the same deals, what they measure, ratings, pictures and reports."""
