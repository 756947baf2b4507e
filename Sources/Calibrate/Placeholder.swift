// Calibrate
