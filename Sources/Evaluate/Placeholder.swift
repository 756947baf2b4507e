// Evaluate
