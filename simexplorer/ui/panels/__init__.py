"""What is seen: panels show what they are given and emit wishes; they decide nothing."""
