import TestSupport
import Testing

@testable import GazeRecording

struct UnknownNameErrorTests {
  private let devices = ["iphonex", "iphone12mini", "iphone13mini", "iphone12", "iphone12pro", "ipadpro13m4"]

  @Test("The most similar names come first: typos, swaps, case, spaces, beginnings")
  func near() {
    #expect(nearest(to: "iphone12min", among: devices).first == "iphone12mini")
    #expect(nearest(to: "ipohne12", among: devices).first == "iphone12")
    #expect(nearest(to: "iPhone 13 Mini", among: devices).first == "iphone13mini")
    #expect(nearest(to: "ipad", among: devices) == ["ipadpro13m4"])
  }

  @Test("No name is similar to an empty, other or huge one")
  func far() {
    #expect(nearest(to: "", among: devices).isEmpty)
    #expect(nearest(to: "galaxy", among: devices).isEmpty)
    #expect(nearest(to: String(repeating: "é", count: 1 << 20), among: devices).isEmpty)
    #expect(nearest(to: "iphone12", among: []).isEmpty)
    #expect(nearest(to: "a", among: ["", "bcd"]).isEmpty)
    #expect(nearest(to: "foo", among: ["dot", "tap15"]).isEmpty && nearest(to: "dit", among: ["dot"]) == ["dot"])
  }

  @Test("The error is one line with the names and the command that lists all")
  func description() {
    let error = UnknownNameError(kind: "device", name: "ipohnex", among: devices, listing: "gazesim devices")
    #expect(error.description.hasPrefix(#"unknown device "ipohnex": did you mean "iphonex""#))
    #expect(error.description.hasSuffix("? `gazesim devices` lists all"))
    #expect(UnknownNameError(kind: "pipeline", name: "q", among: []).description == #"unknown pipeline "q""#)
    let hostile = UnknownNameError(kind: "device", name: "i\u{1B}[31m\n::error::x", among: []).description
    #expect(hostile.allSatisfy { !$0.isNewline && $0 != "\u{1B}" }, "\(hostile)")
  }
}
