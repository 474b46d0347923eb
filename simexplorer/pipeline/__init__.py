"""What runs when, and only what must: recipe, stages that remember, engine, result."""
