private import GazePipeline

extension ScrollTrigger.Settings {
  /// Refuses numbers and signs with which the rule cannot work; `place` is the path of the settings in the file.
  func checkSigns(_ path: String, _ place: String) throws(FileError) {
    func expect(_ isFine: Bool, _ field: String, _ message: String) throws(FileError) {
      guard isFine else { throw FileError(path: path, field: "\(place).\(field)", message: message) }
    }
    for (field, value) in [("signHold", signHold), ("longestScroll", longestScroll)] {
      try expect((0...60).contains(value), field, "is \(value); expected 0 to 60 s")
    }
    // Blend shapes are 0 to 1; a nod is an angle of at most π/2.
    for (field, value) in [("signOn", signOn), ("signOff", signOff)] {
      if let value { try expect((0...2).contains(value), field, "is \(value); expected 0 to 2") }
    }
    guard rule == .confirm || rule == .sign else { return }
    let (on, off) = (signOn ?? sign.onThreshold, signOff ?? sign.offThreshold)
    try expect(
      off <= on, signOff == nil ? "signOn" : "signOff", "the sign ends at \(off), above \(on) where it begins")
    guard rule == .sign else { return }
    try expect(sign != .none, "sign", "the rule \"sign\" needs a sign other than \"none\"")
    try expect(upSign != sign, "upSign", "the rule \"sign\" needs another sign than \"\(sign.name)\" to scroll up")
  }
}
