"""Notices on people's devices: whose, to which push services, sealed how, and when."""
