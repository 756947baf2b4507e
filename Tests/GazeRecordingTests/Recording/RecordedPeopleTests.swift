import Foundation
import GazeRecording
import TestSupport
import Testing

struct RecordedPeopleTests {
  private func header(
    person: String? = nil, session: RecordingHeader.Session? = nil, seed: UInt64? = nil, participants: Int = 1
  ) -> RecordingHeader {
    var header = RecordingHeader(
      device: "iphone12mini", rate: 60, scenario: "recorded", participants: participants, source: .recorded)
    (header.person, header.session, header.seed) = (person, session, seed)
    return header
  }

  /// The numbers of these recordings' participants, and the people.
  private func read(_ headers: RecordingHeader...) -> (numbers: [[Int]], people: [RecordedPeople.Person]) {
    var all = RecordedPeople()
    let numbers = headers.enumerated().map { index, header in
      all.begin(header, path: "\(index)")
      return (0..<header.participants).map { all.number(of: $0) }
    }
    return (numbers, all.people)
  }

  @Test("files without a person belong to different people")
  func nameless() {
    let (numbers, people) = read(header(), header(), header(participants: 2))
    #expect(numbers == [[0], [1], [2, 3]])
    #expect(people.summary == "4 people, 4 sessions")
    #expect(people.map(\.recordings) == [["0"], ["1"], ["2"], ["2"]] && people.allSatisfy { $0.person == nil })
  }

  @Test("files with an equal person belong to one person, equal session identifiers to one session")
  func named() {
    let (numbers, people) = read(
      header(person: "anna", session: .init(identifier: "monday")), header(person: "ben"),
      header(person: "anna", session: .init(identifier: "monday")), header(person: "anna"), header())
    #expect(numbers == [[0], [1], [0], [0], [2]])
    #expect(people.summary == "3 people, 4 sessions")
    #expect(people.map(\.person) == ["anna", "ben", nil] && people.map(\.sessions) == [2, 1, 1])
    #expect(people[0].recordings == ["0", "2", "3"])
  }

  @Test("with several participants, person identifies all of them, each by its number")
  func several() {
    let (numbers, people) = read(
      header(participants: 2), header(person: "crew", participants: 3), header(person: "crew"))
    #expect(numbers == [[0, 1], [2, 3, 4], [2]])
    #expect(people.map(\.person) == [nil, nil, "crew", "crew/1", "crew/2"])
    #expect(people.summary == "5 people, 6 sessions")
  }

  @Test("seed and number identify simulated people; a person's identifier takes precedence over the seed")
  func simulated() {
    let (numbers, people) = read(
      header(session: 0, seed: 1, participants: 2), header(session: 1, seed: 1, participants: 2),
      header(session: 1, seed: 1, participants: 1), header(session: 0, seed: 2, participants: 2),
      header(person: "anna", seed: 1))
    #expect(numbers == [[0, 1], [0, 1], [0], [2, 3], [4]])
    #expect(people.map(\.sessions) == [2, 2, 1, 1, 1])
  }

  @Test("participants of different files keep free numbers")
  func numbers() {
    var all = RecordedPeople()
    all.begin(header(), path: "a")
    #expect(all.number(of: 3) == 3)
    all.begin(header(), path: "b")
    #expect(all.number(of: 1) == 1 && all.number(of: 3) == 4 && all.number(of: 3) == 4)
    #expect(all.number(of: 3, in: 0) == 3 && all.number(of: 3, in: 1) == 4 && all.number(of: 2, in: 1) == nil)
  }

  @Test("a session's number is a simulation's own, else a free one")
  func sessionNumbers() {
    var all = RecordedPeople()
    func session(_ header: RecordingHeader) -> Int {
      all.begin(header, path: "a")
      return all.session
    }
    let numbers = [
      session(header(session: 1, seed: 1)), session(header()), session(header(person: "anna")),
      session(header(person: "anna", session: .init(identifier: "x"))),
      session(header(person: "anna", session: .init(identifier: "x"))),
      session(header(person: "ben", session: .init(identifier: "x"))),
    ]
    #expect(numbers[0] == 1 && numbers[3] == numbers[4])
    #expect(Set(numbers).count == 5 && numbers.dropFirst().allSatisfy { $0 < 0 })
  }
}
