import GazeMetrics
import GazeRecording

extension RigEvaluation {
  /// A key that is known only when it runs.
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ stringValue: String) { self.stringValue = stringValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// A number, null where it could not be formed, or what stands below a part of a metric's path.
  private indirect enum Tree: Encodable {
    case value(Double?)
    case group([String: Tree])

    mutating func set(_ path: ArraySlice<Substring>, _ value: Double?) {
      guard let first = path.first else { return self = .value(value) }
      var children: [String: Tree] = if case .group(let children) = self { children } else { [:] }
      var child = children[String(first)] ?? .group([:])
      child.set(path.dropFirst(), value)
      children[String(first)] = child
      self = .group(children)
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .value(let value):
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
      case .group(let children):
        var container = encoder.container(keyedBy: Key.self)
        for (name, child) in children { try container.encode(child, forKey: Key(name)) }
      }
    }
  }

  /// Writes every key, null where there is no number; each metric stands at its path.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var tree = Tree.group([:])
    for figure in figures { tree.set(figure.metric.split(separator: ".")[...], figure.value) }
    if case .group(let groups) = tree {
      for (name, group) in groups { try container.encode(group, forKey: Key(name)) }
    }
    try container.encode("gazesim.evaluation", forKey: Key("schema"))
    try container.encode(1, forKey: Key("version"))
    for (name, text) in [
      ("rig", rig), ("device", device), ("pipeline", pipeline), ("scenario", scenario), ("source", source),
      ("against", against), ("loop", "open"), ("deviceCalibration", origin.deviceCalibration),
    ] {
      try container.encode(text, forKey: Key(name))
    }
    try container.encode(origin.preset, forKey: Key("preset"))
    try container.encode(origin.seed, forKey: Key("seed"))
    try container.encode(origin.phone, forKey: Key("phone"))
    try container.encode(origin.noise, forKey: Key("noise"))
    try container.encode(participants, forKey: Key("participants"))
    try container.encode(frames, forKey: Key("frames"))
    try container.encode(seconds, forKey: Key("seconds"))
    try container.encode(settings, forKey: Key("settings"))
    try container.encode(["participants": failingParticipants], forKey: Key("failing"))
    try container.encode(
      Dictionary(uniqueKeysWithValues: figures.map { ($0.metric, $0.ci95) }), forKey: Key("intervals"))
    try container.encode(
      Dictionary(
        uniqueKeysWithValues: figures.compactMap { figure in figure.peopleNeeded.map { (figure.metric, $0) } }),
      forKey: Key("peopleNeeded"))
    try container.encode(people, forKey: Key("people"))
    if let recorded { try container.encode(recorded, forKey: Key("recorded")) }
    try container.encode(remarks, forKey: Key("remarks"))
    try container.encode(gates, forKey: Key("gates"))
    try container.encode(looks, forKey: Key("looks"))
    try container.encode(baseline, forKey: Key("baseline"))
    try container.encode(verdict, forKey: Key("verdict"))
  }
}
