import GazePipeline
import TestSupport

@testable import GazeRecording

let numPy = Python(with: "numpy")
let pandas = Python(with: "pandas")
