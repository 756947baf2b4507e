package import GazePipeline
import GazeRecording
import GazeSimulation

/// A pipeline that ignores the frames; limits must not let it pass.
public enum Dummy: String, Sendable, CaseIterable {
  /// A pointer in the screen's middle.
  case still
  /// A pointer at rest where, in hindsight, a person's gaze was nearest.
  case bestConstant
  /// The pipeline never moves the page.
  case neverScrolls
  /// The pipeline moves the page down without a pause.
  case alwaysScrolls
  /// The pipeline moves the page down for a third of every second.
  case scrollsEverySecond

  /// The dummy in words, with the indefinite article.
  package var words: String {
    switch self {
    case .still: "a pointer that never moves (the screen's middle)"
    case .bestConstant: "a pointer that never moves (the best place in hindsight)"
    case .neverScrolls: "a pipeline that never scrolls"
    case .alwaysScrolls: "a pipeline that always scrolls"
    case .scrollsEverySecond: "a pipeline that scrolls once a second"
    }
  }

  /// Dummies that could keep limits on the pointer alone, and dummies that could keep limits on scrolling, whatever the
  /// pointer does.
  static let ofPointer: [Dummy] = [.still, .bestConstant]
  static let ofScrolling: [Dummy] = [.neverScrolls, .alwaysScrolls, .scrollsEverySecond]

  /// True for a dummy that could keep limits on scrolling.
  package var isOfScrolling: Bool { Self.ofScrolling.contains(self) }
}

/// A pipeline that behaves like a dummy.
package struct DummyPipeline: PointerPipeline {
  private let dummy: Dummy
  private let point: Vector2

  /// A dummy whose pointer rests at a point.
  package init(_ dummy: Dummy, at point: Vector2) {
    self.dummy = dummy
    self.point = point
  }

  /// Returns the same output whatever the frame contains.
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
  /// Results of dummies on one person's takes, in the order of `dummies`.
  ///
  /// In an open loop all dummies see the same frames. `bestConstant` needs a second pass, because its place is known
  /// only after the first one.
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
    // Limits on scrolling are judged alone, if there are any.
    let parts = dummies.allSatisfy(\.isOfScrolling) ? PointerMeter.Parts.scrolling : .all
    func results(
      _ dummies: [Dummy], at point: Vector2, watching watch: ((RecordedFrame, [PointerOutput]) -> Void)? = nil
    ) -> [PersonResult] {
      let trials = dummies.map { dummy -> GazeTrial in
        PersonTrial(
          DummyPipeline(dummy, at: point),
          PointerMeter(
            participant: participant, geometry: screen, reference: .truth, rate: simulation.rate, parts: parts))
      }
      return simulation.results(of: trials, participant: participant, watching: watch)
    }
    // In a closed loop each dummy has a page of its own.
    if simulation.loop != "open" { return dummies.flatMap { results([$0], at: middle) } }
    var (away, next) = ([Vector2](), 0.0)
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
