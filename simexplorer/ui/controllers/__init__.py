"""What happens when something is pressed: each file connects one feature's panels to its work."""
