/// One person's track in one scenario, with the fields that assign it to a held-out group.
package struct SmoothingTake: Sendable, Equatable {
  /// Scenario of the recording: `validation`, `reading`, or a recording's own name.
  package var scenario: String
  /// Number of the person.
  package var participant: Int
  /// The pointer.
  package var track: PointerTrack

  /// A take from its parts.
  package init(scenario: String, participant: Int, track: PointerTrack) {
    self.scenario = scenario
    self.participant = participant
    self.track = track
  }

  /// Groups of takes that are held out together: by scenario if there are several, else by person.
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
