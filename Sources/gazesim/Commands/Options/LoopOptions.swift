import ArgumentParser
import Evaluate
import GazeRecording
import GazeSimulation

/// Option that chooses what moves the page in an evaluation of simulated people.
struct LoopOptions: ParsableArguments {
  @Option(
    help: "What moves the page: open (the person's intent) or closed (the judged pipeline; its name means the same).",
    completion: .list(["open", "closed"]))
  var loop = "open"

  /// The loop of an evaluation of `pipeline`; a nil pipeline means a comparison of several pipelines, each in its own
  /// loop.
  func chosen<R: Rig>(_ pipeline: Pipeline<R>?) throws -> Run<R>.Loop {
    if let loop = Run<R>.Loop(rawValue: loop) { return loop }
    let names = pipeline == nil ? [] : R.pipelines.map(\.name)
    guard let pipeline, names.contains(loop) else {
      throw UnknownNameError(
        kind: "loop", name: loop, among: Run<R>.Loop.allCases.map(\.rawValue) + names,
        listing: "gazesim evaluate --help")
    }
    guard loop == pipeline.name else {
      throw SimulationError.argument(
        "loop = \(loop): expected open, closed or \(pipeline.name), since the pipeline that is judged moves the "
          + "page; for a loop closed by \(loop) give --pipeline \(loop), or generate --loop \(loop) and evaluate "
          + "--input")
    }
    return .closed
  }
}
