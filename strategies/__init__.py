"""Shipped strategies, one file each."""
