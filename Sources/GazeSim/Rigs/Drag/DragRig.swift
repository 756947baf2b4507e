public import GazePipeline
public import GazeRecording

/// The drag rig: a person who looks around a 360° picture with strokes of a finger.
public enum DragRig: SimulatedRig {
  /// Constants of the simulator.
  public typealias Parameters = DragParameters
  /// Scenarios of the rig.
  public typealias Task = DragScenario
  /// Sample of the rig.
  public typealias Sample = RecordedDrag
  /// A participant's samples.
  public typealias Samples = SimulatedDrags

  /// Report rate of iPhones' digitisers, which is 60 or 120 per second.
  public static let defaultRate = 60.0
  /// Sample rates that a simulation supports.
  public static let rates = 20.0...240

  /// One participant's samples.
  public static func samples(_ simulation: RigSimulation<DragRig>, participant: Int) -> SimulatedDrags {
    SimulatedDrags(simulation, participant: participant)
  }

  /// Orientation from `view.orientation`; landscape by default, as in the article.
  public static func orientation(_ simulation: RigSimulation<DragRig>) -> ScreenOrientation {
    simulation.parameters.view.interface
  }

  /// The interface's width and height, points.
  private static func points(_ simulation: RigSimulation<DragRig>) -> SIMD2<Double> {
    simulation.parameters.view.interface.viewport(upright: simulation.device.geometry.points)
  }

  /// The view as stated by the app, and the true view.
  public static func constants(_ simulation: RigSimulation<DragRig>) -> [String: Double] {
    let points = points(simulation)
    // The value is rounded, because conversion to radians and back turns 60 into 59.99999999999999.
    func degrees(_ angle: Double) -> Double { (angle.degrees * 1e9).rounded() / 1e9 }
    return [
      "width": points.x, "height": points.y,
      "fieldOfViewDegrees": degrees(simulation.parameters.view.fieldOfView),
      RecordedDrag.trueFieldOfView: degrees(trueView(simulation).fieldOfView),
    ]
  }

  /// False for everyone, because a digitiser fails for no person unless it is broken.
  public static func isFailing(_ simulation: RigSimulation<DragRig>, participant: Int) -> Bool { false }

  /// The picture's true view, which the header may state wrongly.
  static func trueView(_ simulation: RigSimulation<DragRig>) -> PerspectiveView {
    let view = simulation.parameters.view
    let angle = min(max(view.fieldOfView + view.fieldOfViewError, 5.0.radians), 175.0.radians)
    do {
      return try PerspectiveView(points: points(simulation), fieldOfView: angle)
    } catch {
      return .fallback
    }
  }

  /// This phone's latency, seconds.
  static func latency(_ simulation: RigSimulation<DragRig>) -> Double {
    let touch = simulation.parameters.touch
    guard simulation.phone > 0 else { return touch.latency }
    let factor = 1 + touch.latencySpread * simulation.phoneStream(DragStream.person.rawValue).normal(0)
    return touch.latency * min(max(factor, 0.5), 1.5)
  }
}
