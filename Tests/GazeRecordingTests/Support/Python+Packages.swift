import TestSupport

let numPy = Python(with: "numpy")
let pandas = Python(with: "pandas")
