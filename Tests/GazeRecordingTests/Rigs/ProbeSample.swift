import GazeRecording
import RecordingFixtures

/// A rig of the tests' own, with every kind of field, alone and several, required, and in two depths of objects.
struct ProbeSample: RigSample {
  struct Observation: Sendable {
    var time: Double
    var numbers: [Double]
  }

  static let rig = "probe"
  static let states = ["still", "walk", "turn"]
  static let fields = [
    SampleField("attitude", 4, .number, isRequired: true, "w, x, y, z of a unit quaternion"),
    SampleField("rate", 1, .number, "rad/s"),
    SampleField("speeds", 3, .number, "m/s"),
    SampleField("tracked", 1, .flag, "is it there"),
    SampleField("seen", 3, .flag, "of each joint"),
    SampleField("intent", 1, .name(["nod", "shake"]), "what was meant"),
    SampleField("joints", 2, .name(["left", "right"]), "which"),
    SampleField("truth.attitude", 4, .number, "w, x, y, z"),
    SampleField("truth.inner.x", 1, .number, "m"),
    SampleField("truth.state", 1, .name(states), "what it does"),
  ]
  static let count = fields.reduce(0) { $0 + $1.count }
  /// Numbers before the truth.
  static let seen = 4 + 1 + 3 + 1 + 3 + 1 + 2

  var time: Double
  var participant: Int
  var values: [Double]

  init(time: Double, participant: Int, values: [Double]) throws(SampleFault) {
    if values[..<4].allSatisfy({ $0 == 0 }) { throw SampleFault("attitude", "is zero; expected a unit quaternion") }
    (self.time, self.participant, self.values) = (time, participant, values)
  }

  /// Nothing is refused here, so that what the codec refuses can be seen.
  init(unchecked values: [Double], time: Double = 0, participant: Int = 0) {
    (self.time, self.participant, self.values) = (time, participant, values)
  }

  var hasTruth: Bool { values[Self.seen...].contains { !$0.isNaN } }
  var observation: Observation { Observation(time: time, numbers: Array(values[..<Self.seen])) }
  func write(to values: inout [Double]) {
    for place in self.values.indices { values[place] = self.values[place] }
  }

  /// To the bit, what is not known aside.
  static func == (a: Self, b: Self) -> Bool {
    a.participant == b.participant && a.time.bitPattern == b.time.bitPattern && a.values.count == b.values.count
      && zip(a.values, b.values).allSatisfy { $0.isNaN ? $1.isNaN : $0.bitPattern == $1.bitPattern }
  }

  /// Numbers from all finite bit patterns, a third of everything not known.
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
        let isKnown = generator.next() % 3 != 0 || part == 0 && field.isRequired
        guard isKnown, truth || !field.key.hasPrefix("truth.") else {
          values.append(.nan)
          continue
        }
        switch field.kind {
        case .number: values.append(number())
        case .flag: values.append(Double(generator.next() % 2))
        case .name(let names): values.append(Double(generator.next() % UInt64(names.count)))
        }
      }
    }
    return ProbeSample(
      unchecked: values, time: number(), participant: Int.random(in: 0...100_000, using: &generator))
  }

  /// One that a person can read: 0.5 s, an attitude and nothing else.
  static func plain(time: Double = 0.5, participant: Int = 0, _ change: (inout [Double]) -> Void = { _ in }) -> Self {
    var values = [1.0, 0, 0, 0] + [Double](repeating: .nan, count: count - 4)
    change(&values)
    return ProbeSample(unchecked: values, time: time, participant: participant)
  }
}

/// A header for probes.
func probeHeader(rig: String = ProbeSample.rig) -> RecordingHeader {
  var header = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 100_001, source: .simulated)
  header.rig = rig
  return header
}

/// The same as a line.
let probeHeaderLine = headerLine.replacing(#""device""#, with: #""rig":"probe","device""#)

/// Writes a recording of these.
func write<Sample: RecordedSample>(_ samples: [Sample], _ header: RecordingHeader, to path: String) throws {
  var writer = try SampleWriter<Sample>(path: path, force: true, header: header)
  for sample in samples { try writer.write(sample) }
  try writer.close()
}

/// All samples of a recording, and whether it was cut off.
func read<Sample: RecordedSample>(
  _: Sample.Type, _ path: String, header: RecordingHeader? = nil
) throws -> (samples: [Sample], isCutOff: Bool) {
  var reader = try SampleReader<Sample>(RecordingFile(path: path, header: header))
  var samples: [Sample] = []
  try reader.forEach { samples.append($0) }
  return (samples, reader.isCutOff)
}
