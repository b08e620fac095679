"""The version of the distribution, which is that of lumi."""

VERSION = "0.1.0"
