"""The version of the package, apart from it so that it can be read without importing anything."""

VERSION = "0.1.0"
