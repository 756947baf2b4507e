public import GazeRecording

extension Constant {
  /// All constants in force, in the order of the data's way.
  public static let all: [Constant] = people + eyes + head + phone + tracker + task

  /// The constant with this key.
  ///
  /// - Throws: `UnknownName` with the nearest ones.
  public static func named(_ key: String) throws(UnknownName) -> Constant {
    if let constant = all.first(where: { $0.key == key }) { return constant }
    throw UnknownName(
      kind: "parameter", name: key, among: all.map(\.key), listing: "gazesim scenarios NAME --provenance")
  }
}
