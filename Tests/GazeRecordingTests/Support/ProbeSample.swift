import TestSupport

@testable import GazeRecording

/// A rig for tests, with every kind of field, single and multiple, required and optional, and objects nested two deep.
struct ProbeSample: RigSample {
  struct Observation: Sendable {
    var time: Double
    var numbers: [Double]
  }

  static let rig = "probe"
  static let states = ["still", "walk", "turn"]

  mutating func fields(_ list: inout FieldList) {
    var place = 0
    hold(Four.self, "attitude", "w, x, y, z of a unit quaternion", &list, &place, .required)
    hold(One.self, "rate", "rad/s", &list, &place)
    hold(Three.self, "speeds", "m/s", &list, &place)
    hold(Flag.self, "tracked", "is it there", &list, &place)
    hold(Flags.self, "seen", "of each joint", &list, &place)
    hold(Intent.self, "intent", "what was meant", &list, &place)
    hold(Sides.self, "joints", "which", &list, &place)
    hold(Four.self, "truth.attitude", "w, x, y, z", &list, &place)
    hold(One.self, "truth.inner.x", "m", &list, &place)
    hold(State.self, "truth.state", "what it does", &list, &place)
  }

  private mutating func hold<P: Part>(
    _: P.Type, _ key: String, _ meaning: String, _ list: inout FieldList, _ place: inout Int,
    _ rules: SampleField.Rules = []
  ) {
    let range = place..<place + P.numberCount
    var part = P(numbers: Array(values[range]))
    list.field(key, &part, meaning, rules)
    values.replaceSubrange(range, with: part.numbers)
    place = range.upperBound
  }

  /// Number of the numbers before the truth.
  static let seen = 4 + 1 + 3 + 1 + 3 + 1 + 2
  static let count = seen + 4 + 1 + 1

  var time: Double
  var participant: Int
  /// The fields' numbers in the order of `fields(_:)`: tests change the rate as number 4, the intent as number 12.
  var values: [Double]

  init(time: Double, participant: Int) {
    self.init(unchecked: [Double](repeating: .nan, count: Self.count), time: time, participant: participant)
  }

  func check() throws(SampleError) {
    if values[..<4].allSatisfy({ $0 == 0 }) { throw SampleError("attitude", "is zero; expected a unit quaternion") }
  }

  /// Refuses nothing, so that the refusals of the codec are visible.
  init(unchecked values: [Double], time: Double = 0, participant: Int = 0) {
    (self.time, self.participant, self.values) = (time, participant, values)
  }

  var hasTruth: Bool { values[Self.seen...].contains { !$0.isNaN } }
  var observation: Observation { Observation(time: time, numbers: Array(values[..<Self.seen])) }

  /// Equal to the bit; unknown numbers count as equal.
  static func == (a: Self, b: Self) -> Bool {
    a.participant == b.participant && a.time.bitPattern == b.time.bitPattern && a.values.count == b.values.count
      && zip(a.values, b.values).allSatisfy { $0.isNaN ? $1.isNaN : $0.bitPattern == $1.bitPattern }
  }

  /// A sample with numbers from all finite bit patterns, in which a third of everything is unknown.
  static func random(using generator: inout SeededGenerator, truth: Bool = true) -> ProbeSample {
    func number() -> Double {
      while true {
        let value = Double(bitPattern: generator.next())
        if value.isFinite { return value }
      }
    }
    var values: [Double] = []
    for field in fields {
      for part in 0..<field.count {
        let isKnown = generator.next() % 3 != 0 || part == 0 && field.rules.contains(.required)
        guard isKnown, truth || !field.key.hasPrefix("truth.") else {
          values.append(.nan)
          continue
        }
        switch field.kind {
        case .number, .float: values.append(number())
        case .flag, .bool: values.append(Double(generator.next() % 2))
        case .name(let names, _): values.append(Double(generator.next() % UInt64(names.count)))
        }
      }
    }
    return ProbeSample(
      unchecked: values, time: number(), participant: generator.int(0...100_000))
  }

  /// A readable sample: 0.5 s, an attitude and nothing else.
  static func plain(time: Double = 0.5, participant: Int = 0, _ change: (inout [Double]) -> Void = { _ in }) -> Self {
    var values = [1.0, 0, 0, 0] + [Double](repeating: .nan, count: count - 4)
    change(&values)
    return ProbeSample(unchecked: values, time: time, participant: participant)
  }
}

/// Numbers of a field, NaN if unknown.
private protocol Part: SampleValue {
  var numbers: [Double] { get }
  init(numbers: [Double])
}

extension Part {
  init(_ row: UnsafeRawPointer, _ key: String) {
    self.init(
      numbers: (0..<Self.numberCount).map { place in
        if Self.kind == .number { return row.loadUnaligned(fromByteOffset: 8 * place, as: Double.self) }
        let code = row.load(fromByteOffset: place, as: Int8.self)
        return code < 0 ? .nan : Double(code)
      })
  }

  func store(_ row: UnsafeMutableRawPointer) {
    for (place, number) in numbers.enumerated() {
      if Self.kind == .number {
        number.store(row + 8 * place)
      } else {
        row.storeBytes(of: number.isNaN ? -1 : Int8(number), toByteOffset: place, as: Int8.self)
      }
    }
  }
}

private struct One: Part {
  typealias StoredNumber = Double
  static let (kind, numberCount) = (SampleField.Kind.number, 1)
  var numbers: [Double]
}

private struct Three: Part {
  typealias StoredNumber = Double
  static let (kind, numberCount) = (SampleField.Kind.number, 3)
  var numbers: [Double]
}

private struct Four: Part {
  typealias StoredNumber = Double
  static let (kind, numberCount) = (SampleField.Kind.number, 4)
  var numbers: [Double]
}

private struct Flag: Part {
  typealias StoredNumber = Int8
  static let (kind, numberCount) = (SampleField.Kind.flag, 1)
  var numbers: [Double]
}

private struct Flags: Part {
  typealias StoredNumber = Int8
  static let (kind, numberCount) = (SampleField.Kind.flag, 3)
  var numbers: [Double]
}

private struct Intent: Part {
  typealias StoredNumber = Int8
  static let (kind, numberCount) = (SampleField.Kind.name(["nod", "shake"], spoken: ["nod", "shake"]), 1)
  var numbers: [Double]
}

private struct Sides: Part {
  typealias StoredNumber = Int8
  static let (kind, numberCount) = (SampleField.Kind.name(["left", "right"], spoken: ["left", "right"]), 2)
  var numbers: [Double]
}

private struct State: Part {
  typealias StoredNumber = Int8
  static let (kind, numberCount) = (SampleField.Kind.name(ProbeSample.states, spoken: ProbeSample.states), 1)
  var numbers: [Double]
}

/// A header for probes.
func probeHeader(rig: String = ProbeSample.rig) -> RecordingHeader {
  var header = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 100_001, source: .simulated)
  header.rig = rig
  return header
}

/// The header as a line.
let probeHeaderLine = headerLine.replacing(#""device""#, with: #""rig":"probe","device""#)
