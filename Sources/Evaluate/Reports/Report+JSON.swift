import GazeMetrics
import GazeRecording
import GazeTesting

extension Report: Encodable {
  /// Name and version of the layout.
  static var layout: (schema: String, version: Int) { ("gazesim.evaluation", 1) }

  /// Writes every key, with null for a missing number. The keys of the rig's own findings are on the same level.
  package func encode(to encoder: any Encoder) throws {
    try findings.encode(to: encoder)
    var keys = encoder.container(keyedBy: AnyKey.self)
    func put(_ key: String, _ value: some Encodable) throws { try keys.encode(value, forKey: AnyKey(key)) }
    try put("schema", Self.layout.schema)
    try put("version", Self.layout.version)
    for (key, text) in [
      ("rig", self.rig), ("device", self.device), ("pipeline", self.pipeline), ("scenario", self.scenario),
      ("source", self.source), ("against", self.comparedWith), ("loop", self.loop),
      ("deviceCalibration", self.deviceCalibration),
    ] { try put(key, text) }
    try put("preset", self.preset)
    if !self.constants.isEmpty { try put("set", self.constants) }
    try put("seed", self.seed)
    try put("phone", self.phone)
    try put("noise", self.noise)
    try put("participants", participants)
    try put("frames", frames)
    try put("seconds", seconds)
    try put("intervals", intervals)
    try put("peopleNeeded", peopleNeeded)
    if let recorded { try put("recorded", recorded) }
    if let recordingFaults { try put("recordingFaults", recordingFaults) }
    try put("gates", gates)
    if !limitsLeftOut.isEmpty { try put("limitsLeftOut", limitsLeftOut) }
    try put("looks", looks)
    try put("baseline", baseline)
    if R.facts.judgesMapping { try put("correctness", correctness ?? mapping) }
    if let correctnessOmitted { try put("correctnessOmitted", correctnessOmitted) }
    try put("verdict", verdict)
  }
}

/// A JSON key that is known only at run time.
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(_ stringValue: String) { self.stringValue = stringValue }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
