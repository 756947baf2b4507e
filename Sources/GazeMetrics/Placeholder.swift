// GazeMetrics
