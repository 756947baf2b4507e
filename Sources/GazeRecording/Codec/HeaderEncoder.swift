import GazePipeline

/// Encodes a recording's header as its first line.
extension RecordingEncoder {
  package static func append(_ header: RecordingHeader, into out: inout [UInt8]) {
    out.append("{\"format\":\"gazesim.recording\",\"version\":\(RecordingVersion.of(header))")
    out.append(",\"rig\":", quoted: header.rig)
    out.append(",\"device\":", quoted: header.device)
    out.append(",\"rate\":")
    out.append(header.rate)
    if let seed = header.seed { out.append(",\"seed\":\(seed)") }
    if let phone = header.phone { out.append(",\"phone\":\(phone)") }
    if let noise = header.noise { out.append(",\"noise\":\(noise)") }
    out.append(",\"loop\":", quoted: header.loop)
    out.append(",\"personCalibration\":", quoted: header.personCalibration)
    out.append(",\"scenario\":", quoted: header.scenario)
    out.append(",\"participants\":\(header.participants)")
    out.append(",\"preset\":", quoted: header.preset)
    out.append(",\"person\":", quoted: header.person)
    if let session = header.session { append(session, into: &out) }
    out.append(",\"source\":\"\(header.source.rawValue)\"")
    if let points = header.points { out.append(",\"points\":", [points.x, points.y]) }
    if header.orientation != .portrait { out.append(",\"orientation\":\"\(header.orientation.rawValue)\"") }
    if let state = header.thermalState { out.append(",\"thermalState\":\"\(state.rawValue)\"") }
    if !header.lines.isEmpty { append(",\"lines\":", header.lines, into: &out) }
    if !header.pages.isEmpty {
      out.append(",\"pages\":")
      out.append(list: header.pages) { out, page in
        out.append("{\"participant\":\(page.participant)")
        append(",\"lines\":", page.lines, into: &out)
        out.append("}")
      }
    }
    if !header.constants.isEmpty { append(header.constants, into: &out) }
    if !header.assumptions.isEmpty {
      out.append(",\"assumptions\":")
      out.append(list: header.assumptions) { $0.append(quoted: $1) }
    }
    if let truth = header.truth { append(truth, into: &out) }
    out.append("}\n")
  }

  /// A header's line.
  static func line(_ header: RecordingHeader) -> [UInt8] {
    var line: [UInt8] = []
    append(header, into: &line)
    return line
  }

  private static func append(_ key: String, _ lines: [RecordingHeader.LineBox], into out: inout [UInt8]) {
    out.append(key)
    out.append(list: lines) { $0.append(list: $1.list) { $0.append($1) } }
  }

  /// Appends a session: as a number if the session is only a number, as in simulations, else as an object.
  private static func append(_ session: RecordingHeader.Session, into out: inout [UInt8]) {
    out.append(",\"session\":")
    if session.start == nil, let number = session.number { return out.append("\(number)") }
    out.append("{\"id\":", quoted: session.identifier)
    out.append(",\"start\":", quoted: session.start)
    out.append("}")
  }

  /// Appends the constants sorted by name, so that equal headers have equal bytes.
  private static func append(_ constants: [String: Double], into out: inout [UInt8]) {
    out.append(",\"constants\":{")
    for (i, constant) in constants.sorted(by: { $0.key < $1.key }).enumerated() {
      if i > 0 { out.append(.comma) }
      out.append(quoted: constant.key)
      out.append(.colon)
      out.append(constant.value)
    }
    out.append("}")
  }

  private static func append(_ truth: RecordingHeader.Truth, into out: inout [UInt8]) {
    out.append(",\"truth\":{\"screen\":", truth.screen)
    out.append(",\"camera\":", truth.camera)
    out.append(",\"people\":")
    out.append(list: truth.people) { out, person in
      out.append("{\"participant\":\(person.participant),\"failing\":\(person.failing)")
      out.append(",\"kappaLeft\":", person.kappaLeft)
      out.append(",\"kappaRight\":", person.kappaRight)
      out.append(",\"flag\":", quoted: person.flag)
      out.append("}")
    }
    out.append("}")
  }
}

extension [UInt8] {
  /// Appends a key and a string; nothing for nil.
  fileprivate mutating func append(_ key: String, quoted text: String?) {
    guard let text else { return }
    append(key)
    append(quoted: text)
  }
}
