"""How everything looks: colours, the similarity scale, icons, numbers, the grid."""
