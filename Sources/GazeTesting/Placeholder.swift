// GazeTesting
