"""The engine as environments of the standard libraries."""
