import GazeMetrics
import GazePipeline

/// Counts the targets at whose onset the gaze is still at the previous target. In a log of every frame these are nearly
/// all targets; in stretches that were cut out of a log there are no such targets.
struct TargetChanges {
  /// Seconds after a target's onset during which eyes have not reacted yet.
  private static let reaction = 0.1

  /// Changes of the target that were followed by a gaze in time.
  private(set) var count = 0
  /// Changes with the gaze nearer to the previous target.
  private(set) var late = 0
  private var before: GazeAngles?
  private var present: (target: GazeAngles, since: Double)?
  private var isOpen = false

  /// True if the table is a log of every frame.
  var isLog: Bool { 2 * late > count }

  /// Takes in the onset of a target.
  mutating func begin(_ target: GazeAngles, at time: Double) {
    before = present?.target
    present = (target, time)
    isOpen = before != nil && before != target
  }

  /// Takes in a gaze on the present target; nil if it is lost.
  mutating func add(_ gaze: GazeAngles?, at time: Double) {
    guard isOpen, let before, let present, let gaze else { return }
    isOpen = false
    guard time - present.since <= Self.reaction else { return }
    func distance(_ a: GazeAngles) -> Double { SIMD2(a.yaw - gaze.yaw, a.pitch - gaze.pitch).length }
    count += 1
    if distance(before) < distance(present.target) { late += 1 }
  }
}
