// A test that imports GazeTesting needs the frame, pipelines, limits, metrics, people and phones of the modules below;
// it gets them with that one import. Swift 6.3 has no other spelling for this than the attribute with an underscore,
// which Apple's own overlays use; a type alias for each type would not bring in members such as `AccuracyGate.init`.
@_exported public import GazeMetrics
@_exported public import GazePipeline
@_exported public import GazeRecording
@_exported public import GazeSimulation
@_exported public import Profiles
