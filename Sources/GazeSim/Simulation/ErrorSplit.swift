private import GazePipeline
package import GazeRecording
private import PortableFoundation

/// Division of the tracker's raw error into a part that stays with a person and a part that changes with the session.
///
/// No one has published this division. The mean raw error vector of a take varies between takes. The variance between
/// takes is the sum of two parts: one part stays with the person, the other is drawn again for every session. The split
/// is the first part's share of the sum. At equal raw error, an earlier calibration helps much if the share is large,
/// and not at all if it is small, so a result that depends on one assumed share depends on a guess. The constants for
/// each share and drift are fitted (`script/evidence splits`) so that the raw error equals the published error.
package struct ErrorSplit: Equatable {
  /// `share`: share of the variance between takes that stays with the person, 0…1; `drift`: `tracker.driftSD`,
  /// degrees; `biasUp`: `tracker.biasUp`, degrees; `biasSD`: `tracker.biasSD`, degrees; `biasSpread`:
  /// `tracker.biasSpread`; `sessionBiasSD`: `tracker.sessionBiasSD`, degrees; `tracker.faceRotationBiasSD` is twice
  /// this value.
  package let share, drift, biasUp, biasSD, biasSpread, sessionBiasSD: Double

  /// The constants that the split determines, by key, in their units.
  package var constants: [String: Double] {
    [
      "tracker.biasUp": biasUp, "tracker.biasSD": biasSD, "tracker.biasSpread": biasSpread,
      "tracker.sessionBiasSD": sessionBiasSD, "tracker.faceRotationBiasSD": 2 * sessionBiasSD,
      "tracker.driftSD": drift,
    ]
  }

  /// `person`, `typical` or `session`; for other splits the form that `named(_:)` reads, such as `0.3,1.2`.
  package var name: String {
    Self.names.first { $0.share == share && $0.drift == drift }?.name
      ?? "\(NumberText.printf(share)),\(NumberText.printf(drift))"
  }

  /// The preset `typical` with these constants. Its name is `typical` for the typical split, otherwise for example
  /// `typical/session`.
  ///
  /// - Throws: for a constant outside its range.
  package func preset() throws -> GazePreset {
    var parameters = GazePreset.typical.parameters
    for (key, value) in constants { try GazeConstant.named(key).set(value, in: &parameters) }
    return GazePreset(name: name == "typical" ? name : "typical/\(name)", parameters: parameters)
  }

  private static let names: [(name: String, share: Double, drift: Double)] = [
    ("person", 0.8, 0.8), ("typical", 0.5, 0.8), ("session", 0.2, 0.8),
  ]

  /// The fitted split with this name: `person`, `typical`, `session`, or a share and a drift as in `0.3,1.2` (a share
  /// alone has a drift of 0.8°).
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  package static func named(_ name: String) throws(UnknownNameError) -> ErrorSplit {
    let parts = name.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    let asked: (share: Double, drift: Double)? =
      switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
      case (1, let share?, _): (share, 0.8)
      case (2, let share?, let drift?): (share, drift)
      default: names.first { $0.name == name }.map { ($0.share, $0.drift) }
      }
    if let asked, let split = fitted.first(where: { $0.share == asked.share && $0.drift == asked.drift }) {
      return split
    }
    throw UnknownNameError(
      kind: "split", name: name, among: fitted.map(\.name), listing: Wording.listing("gazesim compare --help"))
  }
}

extension ErrorSplit {
  /// The splits (pairs of a share and a drift) for which the raw error can match the published error, with the
  /// constants that achieve it, as printed by `script/evidence splits --fit` (1,400 people, seed 1). A share of 0.9 is
  /// impossible with a drift of 0.8°, and shares of 0.8 and 0.9 are impossible with a drift of 1.2°, because such a
  /// drift alone makes the error vary more from take to take than these shares allow.
  package static let fitted: [ErrorSplit] = rows.map(ErrorSplit.init)

  /// In the order of the properties. The row of share 0.5 and drift 0.8 has the constants of the preset `typical`;
  /// `ErrorSplitTests` compares them.
  private static let rows: [(Double, Double, Double, Double, Double, Double)] = [
    (0.9, 0.4, 2.30, 2.05, 0.57, 0.00),
    (0.8, 0.4, 2.30, 1.94, 0.56, 0.28),
    (0.7, 0.4, 2.30, 1.80, 0.55, 0.41),
    (0.6, 0.4, 2.29, 1.66, 0.55, 0.51),
    (0.5, 0.4, 2.29, 1.50, 0.55, 0.59),
    (0.4, 0.4, 2.28, 1.31, 0.55, 0.66),
    (0.3, 0.4, 2.27, 1.10, 0.55, 0.73),
    (0.2, 0.4, 2.26, 0.84, 0.56, 0.79),
    (0.1, 0.4, 2.24, 0.42, 0.56, 0.84),
    (0.8, 0.8, 2.30, 1.82, 0.68, 0.13),
    (0.7, 0.8, 2.29, 1.70, 0.66, 0.31),
    (0.6, 0.8, 2.29, 1.57, 0.66, 0.42),
    (0.5, 0.8, 2.28, 1.41, 0.66, 0.51),
    (0.4, 0.8, 2.28, 1.24, 0.66, 0.58),
    (0.3, 0.8, 2.27, 1.04, 0.66, 0.65),
    (0.2, 0.8, 2.25, 0.79, 0.66, 0.70),
    (0.1, 0.8, 2.24, 0.40, 0.67, 0.76),
    (0.7, 1.2, 2.27, 1.45, 0.96, 0.09),
    (0.6, 1.2, 2.27, 1.34, 0.93, 0.25),
    (0.5, 1.2, 2.26, 1.21, 0.93, 0.35),
    (0.4, 1.2, 2.25, 1.00, 1.00, 0.41),
    (0.3, 1.2, 2.24, 0.82, 1.00, 0.47),
    (0.2, 1.2, 2.23, 0.65, 0.93, 0.55),
    (0.1, 1.2, 2.21, 0.24, 1.00, 0.57),
  ]
}
