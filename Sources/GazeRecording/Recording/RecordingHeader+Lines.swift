public import GazePipeline

/// The lines of text in a header: boxes that everybody reads, or a page for each person.
extension RecordingHeader {
  /// The box of one line of text, in points of the page; y is 0 at the page's top. On the screen the box appears
  /// `AppState.page` points higher, because the page is scrolled by this distance.
  public struct LineBox: Sendable, Equatable {
    /// Left edge.
    public var x: Double
    /// Top edge.
    public var y: Double
    /// Width, above 0.
    public var width: Double
    /// Height, above 0.
    public var height: Double

    /// A box from its parts.
    public init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The box of a line as a pipeline takes it.
    public init(_ line: TextLine) { self.init(x: line.x, y: line.y, width: line.width, height: line.height) }

    /// The box as a pipeline takes it.
    public var line: TextLine { TextLine(x: x, y: y, width: width, height: height) }

    /// Largest number of boxes in a header.
    static let most = TextBoxes.most
    /// Expected value, in words for errors.
    static let expected =
      "x, y, width and height in points of the page: 4 numbers of at most 1e9, width and height above 0"

    /// The four numbers, in the order in which files hold them.
    var list: [Double] { [x, y, width, height] }
    /// True if all four numbers are finite and within their ranges. Sums and differences of numbers up to 1e9 are exact
    /// enough to distinguish lines.
    var isSound: Bool { list.allSatisfy { $0.magnitude <= 1e9 } && width > 0 && height > 0 }
  }
}

extension RecordingHeader {
  /// The lines of text that one participant reads.
  public struct PersonPage: Sendable, Equatable, Codable {
    /// The participant's number, below the header's number of participants.
    public var participant: Int
    /// The boxes of the page's lines, valid during the whole take; at most 10,000, in any order.
    public var lines: [LineBox]

    /// A page from its parts.
    public init(participant: Int, lines: [LineBox]) { (self.participant, self.lines) = (participant, lines) }
  }

  /// The boxes of the lines that a participant reads: those of the participant's own page, else those of everybody's.
  public func lines(of participant: Int) -> [LineBox] {
    // The usual place is tried first, since a file may have 100,000 pages.
    if pages.indices.contains(participant), pages[participant].participant == participant {
      return pages[participant].lines
    }
    return pages.first { $0.participant == participant }?.lines ?? lines
  }

  /// States the lines of all participants, in the order of their numbers: as everybody's page if all are the same, else
  /// as a page for each person.
  package mutating func setLines(_ all: [[LineBox]]) {
    let first = all.first ?? []
    let isShared = all.allSatisfy { $0 == first }
    lines = isShared ? first : []
    pages = isShared ? [] : all.enumerated().map { PersonPage(participant: $0, lines: $1) }
  }

  /// The header as it holds for one participant alone, whose lines become everybody's.
  package func header(of participant: Int) -> RecordingHeader {
    var header = self
    (header.lines, header.pages) = (lines(of: participant), [])
    return header
  }
}

/// Coded as a list of four numbers.
extension RecordingHeader.LineBox: Codable {
  /// Reads four numbers.
  public init(from decoder: any Decoder) throws {
    guard let list = try? [Double](from: decoder), list.count == 4 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected " + Self.expected))
    }
    self.init(x: list[0], y: list[1], width: list[2], height: list[3])
  }

  /// Writes four numbers.
  public func encode(to encoder: any Encoder) throws { try list.encode(to: encoder) }
}
