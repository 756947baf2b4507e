/// One person's track in one scenario, and which of the groups it is held out with.
package struct SmoothingTake: Sendable, Equatable {
  /// What the person did: `validation`, `reading`, a recording's own name.
  package var scenario: String
  /// Whose it is.
  package var participant: Int
  /// The pointer.
  package var track: PointerTrack

  /// A take from its parts.
  package init(scenario: String, participant: Int, track: PointerTrack) {
    self.scenario = scenario
    self.participant = participant
    self.track = track
  }

  /// Takes by what is held out together: by scenario where there are several, else by person.
  static func groups(_ takes: [SmoothingTake]) -> [[PointerTrack]] {
    let isOneScenario = takes.allSatisfy { $0.scenario == takes.first?.scenario }
    var (names, groups): ([String], [[PointerTrack]]) = ([], [])
    for take in takes where take.track.samples.contains(where: { $0.reference != nil }) {
      let name = isOneScenario ? "\(take.participant)" : take.scenario
      if let index = names.firstIndex(of: name) {
        groups[index].append(take.track)
      } else {
        names.append(name)
        groups.append([take.track])
      }
    }
    return groups
  }
}
