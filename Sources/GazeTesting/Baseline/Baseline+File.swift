import GazeMetrics
import GazePipeline
package import GazeRecording
package import PortableFoundation

/// The baseline's file: the figures for a reviewer come first, then one line per person, so that a line diff shows the
/// differences of two versions.
///
///     {"schema":"gazesim.baseline","version":1,"scenarioHash":…,"peopleHash":…,"conditions":{…},
///      "accepted":{…},"figures":{…},"people":[…]}
///
/// The hashes show edits: a file whose values were changed by hand is refused. Files from before `peopleHash` lack it.
extension Baseline {
  /// The call that writes a baseline.
  private static var call: String {
    Wording.of(command: "`gazesim gate --baseline FILE --accept`", app: "AccuracyBaseline.write(to:)")
  }

  /// The remedy for a baseline that cannot be used.
  private static var again: String {
    Wording.of(
      command: "create a new baseline with --accept", app: "write a new baseline with AccuracyBaseline.write(to:)")
  }

  /// Largest file, bytes.
  static let largestFile = 1 << 26
  private static let mostPeople = 100_000
  private static let schema = "gazesim.baseline", version = 1

  /// The names of the properties of `Head`, `Line` and `People`, and of `Facts` and `Figure` in Baseline.swift, are the
  /// file's keys: another name refuses each existing file, which `script/corpus` finds.
  private struct Head: Codable {
    var schema = Baseline.schema
    var version = Baseline.version
    var scenarioHash: String
    var peopleHash: String?
    var conditions: [String: String]
    var accepted: Facts
    var figures: [String: Figure]
  }

  private struct Line: Codable {
    var participant: Int
    var failing: Bool
    var parts: [String: [Double]]
  }

  private struct People: Decodable {
    var people: [Line]
  }

  private struct Identity: Decodable {
    var schema: String?
    var version: Int?
  }

  /// The file's bytes; equal baselines have equal bytes.
  package func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let head = Head(
      scenarioHash: conditions.hash, peopleHash: peopleHash, conditions: conditions.fields, accepted: facts,
      figures: figures)
    var text = String(decoding: try encoder.encode(head), as: UTF8.self)
    while text.last?.isWhitespace == true || text.last == "}" && !text.hasSuffix(" }") { text.removeLast() }
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = try people.map { person in
      let line = Line(
        participant: person.participant, failing: person.isFailing,
        parts: person.parts.mapValues { [$0.numerator, $0.denominator] })
      return "    " + String(decoding: try encoder.encode(line), as: UTF8.self)
    }
    text += ",\n  \"people\" : [\n" + lines.joined(separator: ",\n") + "\n  ]\n}\n"
    return Data(TerminalText.json(text).utf8)
  }

  /// Reads and checks a file.
  ///
  /// - Throws: if the file cannot be read, is no baseline, or was edited so that it is not valid.
  package init(path: String) throws(FileError) {
    let (head, lines) = try Self.decoded(path: path)
    conditions = ScenarioConditions(fields: head.conditions)
    (facts, figures) = (head.accepted, head.figures)
    guard head.scenarioHash == conditions.hash else {
      throw FileError(
        path: path, field: "scenarioHash",
        message: "does not match the conditions: the file was edited; \(Self.again)")
    }
    guard (1...Self.mostPeople).contains(lines.count) else {
      throw FileError(
        path: path, field: "people", message: "holds \(lines.count); expected 1 to \(Self.mostPeople) people")
    }
    people = []
    for (index, line) in lines.enumerated() {
      people.append(try Self.person(line, at: index, among: figures, path: path))
    }
    guard head.peopleHash == nil || head.peopleHash == peopleHash else {
      throw FileError(
        path: path, field: "peopleHash",
        message: "does not match the figures and the people: the file was edited; \(Self.again)")
    }
  }

  /// Contents of a file that is a baseline, not yet checked further.
  private static func decoded(path: String) throws(FileError) -> (head: Head, lines: [Line]) {
    let data = try FileContents.read(path, limit: largestFile)
    do {
      let identity = try JSONDecoder().decode(Identity.self, from: data)
      guard identity.schema == schema, identity.version == version else {
        let found = identity.schema.map { "\"\($0.prefix(40))\", version \(identity.version ?? 0)" }
        throw FileError(
          path: path, field: "schema",
          message:
            "is \(found ?? "missing"); "
            + "expected \"\(schema)\", version \(version), as \(call) writes it")
      }
      let head = try JSONDecoder().decode(Head.self, from: data)
      return (head, try JSONDecoder().decode(People.self, from: data).people)
    } catch {
      throw FileError(error, path: path, json: data)
    }
  }

  /// Person in a line of a file, the one at `index`, with parts of these figures.
  private static func person(
    _ line: Line, at index: Int, among figures: [String: Figure], path: String
  ) throws(FileError) -> Person {
    guard line.participant == index else {
      throw FileError(
        path: path, field: "people.\(index).participant",
        message: "is \(line.participant); expected participant \(index) (each once, in order)")
    }
    var person = Person(participant: index, isFailing: line.failing, parts: [:])
    for (name, numbers) in line.parts {
      guard figures[name] != nil, numbers.count == 2, abs(numbers[0]) <= 1e15, numbers[1] > 0, numbers[1] <= 1e15
      else {
        throw FileError(
          path: path, field: "people.\(index).parts.\(name.prefix(80))",
          message: "expected numerator and denominator (above 0) of one of the figures, each at most 1e15")
      }
      person.parts[name] = PeopleEstimate.Part(numbers[0], numbers[1])
    }
    return person
  }

  /// Refuses a comparison with other people, another phone, other scenarios or another simulator.
  ///
  /// - Throws: an error that names the differences.
  package func check(_ now: ScenarioConditions, path: String) throws(FileError) {
    let differences = conditions.differences(from: now)
    guard !differences.isEmpty else { return }
    throw FileError(
      path: path, field: "scenarioHash",
      message:
        "is of another scenario: \(differences.joined(separator: "; ")) "
        + "\(NumberText.word(differences.count, "differs", "differ")); "
        + Wording.of(
          command: "give the same options, or accept a new baseline with --accept",
          app: "simulate the same people, or \(Self.again)"))
  }
}
