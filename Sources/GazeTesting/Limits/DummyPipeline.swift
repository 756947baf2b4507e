package import GazePipeline
import GazeRecording
import GazeSimulation

/// A pipeline that does not look: what limits must not let pass.
public enum Dummy: String, Sendable, CaseIterable {
  /// A pointer in the screen's middle.
  case still
  /// A pointer that rests where, as one knows afterwards, a person's gaze was nearest.
  case bestConstant
  /// Nothing moves the page.
  case neverScrolls
  /// The page is moved down without a pause.
  case alwaysScrolls
  /// The page is moved down for a third of every second.
  case scrollsEverySecond

  /// In words, with its article.
  var words: String {
    switch self {
    case .still: "a pointer that never moves (the screen's middle)"
    case .bestConstant: "a pointer that never moves (the best place in hindsight)"
    case .neverScrolls: "a pipeline that never scrolls"
    case .alwaysScrolls: "a pipeline that always scrolls"
    case .scrollsEverySecond: "a pipeline that scrolls once a second"
    }
  }

  /// Those that could keep limits on the pointer alone, and those that could keep limits on the scrolling, whatever the
  /// pointer does.
  static let ofPointer: [Dummy] = [.still, .bestConstant]
  static let ofScrolling: [Dummy] = [.neverScrolls, .alwaysScrolls, .scrollsEverySecond]
}

/// A dummy at work.
package struct DummyPipeline: PointerPipeline {
  private let dummy: Dummy
  private let point: SIMD2<Double>

  /// A dummy whose pointer rests at a point.
  package init(_ dummy: Dummy, at point: SIMD2<Double>) {
    self.dummy = dummy
    self.point = point
  }

  /// Gives the same, whatever the frame holds.
  package mutating func step(_ frame: FaceFrame) -> PointerOutput {
    let scrolls =
      switch dummy {
      case .still, .bestConstant, .neverScrolls: false
      case .alwaysScrolls: true
      case .scrollsEverySecond: frame.time.isFinite && frame.time - frame.time.rounded(.down) < 1.0 / 3
      }
    return PointerOutput(
      pointer: point, rawPointer: point, scroll: scrolls ? ScrollCommand(direction: .down, distance: 5) : .none)
  }
}

extension Dummy {
  /// What dummies come to on one person's takes, in the order of `dummies`.
  ///
  /// In an open loop all of them see the same frames; the best place takes a second look, since it is known afterwards.
  static func results(_ dummies: [Dummy], on takes: [Simulation], participant: Int) -> [PersonResult] {
    var people = [PersonResult?](repeating: nil, count: dummies.count)
    for take in takes {
      for (index, result) in results(dummies, on: take, participant: participant).enumerated() {
        people[index]?.merge(result)
        if people[index] == nil { people[index] = result }
      }
    }
    return people.map { $0 ?? PersonResult(participant: participant) }
  }

  private static func results(_ dummies: [Dummy], on simulation: Simulation, participant: Int) -> [PersonResult] {
    let screen = simulation.device.geometry.turned(to: simulation.orientation)
    let middle = screen.points / 2
    func results(
      _ dummies: [Dummy], at point: SIMD2<Double>, watching watch: ((RecordedFrame, [PointerOutput]) -> Void)? = nil
    ) -> [PersonResult] {
      var take = SimulatedTake(simulation, participant: participant)
      let trials = dummies.map { dummy -> any Trial<RecordedFrame, PointerOutput, PersonResult> in
        PersonTrial(
          DummyPipeline(dummy, at: point), participant: participant, geometry: screen, reference: .truth,
          rate: simulation.rate)
      }
      return GazeRig.measure(&take, trials, watching: watch).map { result in
        var result = result
        take.complete(&result)
        return result
      }
    }
    // A page of its own for each.
    if simulation.loop != "open" { return dummies.flatMap { results([$0], at: middle) } }
    var (away, next) = ([SIMD2<Double>](), 0.0)
    let watch = { (frame: RecordedFrame, _: [PointerOutput]) in
      let time = frame.observation.frame.time
      guard time >= next, let gaze = frame.truth?.gaze, screen.contains(gaze) else { return }
      away.append(middle - gaze)
      next = time + 0.2
    }
    let searches = dummies.contains(.bestConstant)
    var others = results(dummies.filter { $0 != .bestConstant }, at: middle, watching: searches ? watch : nil)[...]
    return dummies.map { dummy in
      dummy == .bestConstant
        ? results([dummy], at: middle + ConstantOffset(people: [away]).best)[0] : others.removeFirst()
    }
  }
}
