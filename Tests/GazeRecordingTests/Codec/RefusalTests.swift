import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// Inputs that the readers refuse. A row is `input => error` and belongs to the reader above it.
///
/// HEADER, POSES, UNIT, ATTITUDE, NAMES and ROW stand for what is usual, V3 for version 3, and `⏎` for a line end. A
/// header with ` -> ` is the usual one with a change, and one that begins with a comma is the usual one with more keys.
struct RefusalTests {
  private static let table = #"""
    == header a:1: ==
     => expected a gazesim recording
    t,x,y => expected a gazesim recording
    { => begins a JSON object of several lines, such as a calibration
    {} => field "format": expected a gazesim recording
    {"format":"gazesim.recording"} => field "version": is missing; expected 1 to 3
    "version":2 -> "version":4 => field "version": 4 is newer than this program knows (3); update gazesim
    "version":2 -> "version":0 => field "version": 0 expected 1 to 3
    "version":2 -> "version":"1" => field "version": expected a whole number
    {"format":"gazesim.recording","version":1} => field "device": is missing
    iphone12mini ->  => field "device": expected a device's identifier
    :60 -> :0 => field "rate": expected frames per second, above 0, at most 10000
    :60 -> :"60" => field "rate": expected a number
    100001 -> 100002 => field "participants": expected a whole number from 0 to 100001
    100001 -> -1 => field "participants": expected a whole number from 0 to 100001
    ,"points":[1] => field "points": expected width and height in points, each above 0, at most 100000
    ,"source":"dreamt" => field "source": is "dreamt"; expected one of "simulated", "recorded"
    ,"thermalState":"tepid" => field "thermalState": is "tepid"; expected one of "nominal", "fair",
    ,"truth":{"screen":[1],"camera":[0,0],"people":[]} => field "truth.screen": expected 2 numbers, found 1
    ,"truth":{"screen":[1,1],"camera":[0,0],"people":[{"participant":0,"failing":true}]} => .kappaLeft": is missing
    ,"person":"" => field "person": expected an identifier of 1 to 200 bytes, without control characters
    ,"person":"a\u202eb" => field "person": expected an identifier
    ,"person":" a" => field "person": expected an identifier
    ,"person":5 => field "person": expected a string
    ,"session":-1 => field "session": expected a whole number from 0 to 1000000, or an object with "id"
    ,"session":"a" => field "session": expected
    ,"session":{} => field "session.id": is missing
    ,"session":{"id":""} => field "session.id": expected an identifier
    ,"session":{"id":3} => field "session.id": expected a string
    ,"session":{"id":"a","start":"yesterday"} => field "session.start": expected a time such as 2026-03-01T09:30:00Z
    ,"session":{"id":"a","start":"2026-13-01T09:30:00Z"} => field "session.start": expected a time
    ,"constants":[1] => field "constants": expected an object
    ,"constants":{"x":"1"} => field "constants.x": expected a number, found another type
    ,"constants":{"":1} => field "constants.": expected a name of 1 to 100 bytes
    ,"lines":7 => field "lines": expected a list, found another type
    ,"lines":[[0,0,1,1],[0,0,1]] => field "lines.1": expected x, y, width and height in points of the page: 4 numbers
    ,"lines":[[0,0,0,1]] => field "lines.0": expected x, y
    ,"lines":[[2e9,0,1,1]] => of at most 1e9, width and height above 0, found [2000000000.0, 0.0, 1.0, 1.0]
    ,"rig":"he\u001bad","lines":[[0,0,1,1]] => expected line boxes only in a recording of gaze, found one of he?ad
    "version":2 -> V3,"pages":7 => field "pages": expected a list, found another type
    "version":2 -> V3,"pages":[7] => field "pages.0": expected an object
    "version":2 -> V3,"pages":[{"lines":[]}] => field "pages.0.participant": is missing
    "version":2 -> V3,"pages":[{"participant":1}] => field "pages.0.lines": is missing
    "version":2 -> V3,"pages":[{"participant":-1,"lines":[]}] => a participant from 0 to 100000, found -1
    "version":2 -> V3,"pages":[TWO,TWO] => pages.1.participant": expected each participant once, found 2 again
    "version":2 -> V3,"pages":[TWO,{"participant":3,"lines":[[0,0,1]]}] => field "pages.1.lines.0": expected x, y
    "version":2 -> V3,"rig":"head","pages":[TWO] => field "pages.0.lines": expected line boxes only in a recording
    ,"x":[1 => is not valid JSON: expected `,` or `]`, found `}`
    ,"x":1} => is not valid JSON: expected the end of the file, found `}`

    == frame a:3: ==
    {POSES} => field "t": is missing; expected seconds
    {"t":NaN,POSES} => field "t": expected a number, found `NaN`
    {"t":1e999,POSES} => field "t": expected a number within the range of Double (1.8e308)
    {"t":01,POSES} => field "t": expected a number, found `01`
    {"t":"1",POSES} => field "t": expected a number, found `"1"`
    {"t":0,"face":UNIT} => field "camera": is missing; expected a list of 16 numbers, or null
    {"t":0,"face":[1,2,3]} => field "face": expected 16 numbers, found 3
    {"t":0,"face":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]} => field "face": expected 16 numbers, found 17
    {"t":0,"face":{}} => field "face": expected a list of 16 numbers, found `{`
    {"t":0,"face":[1e39]} => field "face": expected a number within the range of Float (3.4e38)
    {"t":0,"face":[1 2]} => field "face": expected `,` or `]`, found `2`
    {"t":0,"blink":[1,null]} => field "blink": expected a number, found `null`
    {"t":0,"intent":"left"} => field "intent": expected one of "up", "none", "down", found "left"
    {"t":0,"tracked":1} => field "tracked": expected true or false, found `1`
    {"t":0,"participant":0.5} => field "participant": expected a whole number from 0 to 100000
    {"t":0,"participant":100001} => field "participant": expected a whole number from 0 to 100000
    {"t":0,"participant":2,POSES} => field "participant": 2 is not below the header's number of participants, 2
    {"t":0,"truth":{"gaze":[1,2]}} => field "truth.state": is missing
    {"t":0,"truth":{"state":"dream"}} => field "truth.state": expected one of "fixate", "read"
    {"t":0,"blendShapes":{"jawOpen":"x"}} => field "blendShapes": expected a number, found `"x"`
    {"t":0,"pointer":[1,null]} => field "pointer": expected a number, found `null`
    {"t":0,"tap":[1]} => field "tap": expected 2 numbers, found 1
    {"t":0,"scroll":"left"} => field "scroll": expected one of "up", "none", "down"
    {"t":0,"page":"top"} => field "page": expected a number, found `"top"`
    {"t":0,"x":tru} => expected a value, found `tru`
    {"t":0,"x":"⇥"} => a string contains a control character
    {"t":0,"\q":1} => a string contains an escape that JSON does not define
    {"t":0,POSES} x => expected the end of the line after the frame, found `x`
    [1] => expected a frame, `{"t":…}`, found `[1`
    {"t":0,} => expected a string, found `}`
    {"t" 0} => expected `:` after a key, found `0`

    == sample a:3: ==
    {"t":0.5} => field "attitude": is missing; expected 4 numbers (w, x, y, z of a unit quaternion)
    {"t":0.5,"attitude":[1,0,0]} => field "attitude": expected 4 numbers (w, x, y, z of a unit quaternion), found 3
    {"t":0.5,"attitude":1} => expected a list of 4 numbers (w, x, y, z of a unit quaternion), found `1`
    {"t":0.5,"attitude":[0,0,0,0]} => field "attitude": is zero; expected a unit quaternion
    {"t":0.5,ATTITUDE,"rate":[1]} => field "rate": expected a number, found `[1`
    {"t":0.5,ATTITUDE,"seen":[true,false]} => field "seen": expected 3 flags (of each joint), found 2
    {"t":0.5,ATTITUDE,"intent":"left\u0007"} => field "intent": expected one of "nod", "shake", found "left?"
    {"t":0.5,ATTITUDE,"intent":1} => field "intent": expected a string, found `1`
    {"t":0.5,ATTITUDE,"truth":[1]} => field "truth": expected an object or null, found `[1`
    {"t":0.5,ATTITUDE,"truth":{"inner":{"x":"1"}}} => field "truth.inner.x": expected a number, found
    [] => expected a sample, `{"t":…}`, found `[`

    == meter a:2: ==
    {"t":0} => field "level": is missing; expected a number (litres)
    {"t":0,"level":null} => field "level": is missing; expected a number (litres)

    == head a:2: ==
    {"t":0,"attitude":null} => field "attitude": is missing while the headphones are connected: expected w, x, y, z
    {"t":0,"attitude":[0,0,0,0]} => field "attitude": is a quaternion of zeros, not an attitude
    {"t":0,"attitude":[0.5,-0.5,null,0.5]} => field "attitude": has 3 of 4 numbers
    {"t":0,"attitude":[2,0,0,0]} => expected w, x, y, z of length 1; divide by the length
    {"t":0,"attitude":[1.011,0,0,0]} => field "attitude": has the length 1.011
    {"t":0,"attitude":[1,0,0,0],"reference":[0,0,0,0]} => field "reference": is a quaternion of zeros
    {"t":0,"attitude":[1,0,0,0],"truth":{"attitude":[0,0,0,0]}} => field "truth.attitude": is a quaternion of zeros

    == drag a:2: ==
    {"t":0,"location":[10,20]} => field "phase": is missing although there is a "location"
    {"t":0,"phase":"moved"} => field "location": is missing although "phase" says that there is a touch
    {"t":0,"phase":"moved","location":[10,null]} => field "location": has only one of its two numbers; expected x, y
    {"t":0,"camera":[0,0,0,0]} => field "camera": is a quaternion of zeros
    {"t":0,"camera":[1,0,null,null]} => field "camera": has 2 of 4 numbers
    {"t":0,"camera":[1.011,0,0,0]} => field "camera": has the length 1.011
    {"t":0,"anchor":[0,0,0]} => field "anchor": has length 0.0; expected a unit vector
    {"t":0,"anchor":[1,1,1]} => field "anchor": has length 1.73
    {"t":0,"truth":{"location":[1,null],"heading":1,"pitch":1,"state":"drag"}} => field "truth.location": has only one

    == body a:2: ==
    {"t":0,"joints":[960,0.2,REST]} => is at (960.0, 0.2): expected at most 10.0 either way; landmarks are normalised
    {"t":0,"joints":[null,0.2,REST]} => has only one coordinate: expected x and y, or null for both
    {"t":0,"joints":[0.1,0.2,REST],"shown":[5,null,REST]} => field "shown": head_joint has only one coordinate
    {"t":0,"joints":[0.1,0.2,REST],"shown":[1e7,3,REST]} => field "shown": head_joint is at (10000000.0, 3.0)

    == last line a:2: ==
    {"t":0} => field "camera": is missing
    {"t":0,"camera":[1,2,} => field "camera": expected a number
    {"t":0,"camera":[1,nope,2 => field "camera": expected a number
    t,x => expected a frame
    {"t":0,"came⏎{} => expected the string's closing quote

    == frame table a: ==
    # {}⏎NAMES => 1: field "format": expected a gazesim recording
    # HEADER => ends after its header; expected a line of column names
    NAMES => has lost the recording's header (the first line, `# {"format":"gazesim.recording",…}`)
    # HEADER⏎NAMES⏎ROW,x => 3: field "face15": expected a number or nothing, found `x`
    # HEADER⏎NAMES⏎ROW,1e39 => 3: field "face15": expected a number within the range of Float (3.4e38)
    # HEADER⏎NAMES⏎ROW, => 3: field "face": has 15 of its 16 numbers; expected all, or none (empty)
    # HEADER⏎NAMES⏎ROW,1,1 => 3: expected 65 fields, one per column, found 66
    # HEADER⏎NAMES,intent⏎ROW,1,left => 3: field "intent": expected one of up, none, down, or nothing; found `left`
    # HEADER⏎NAMES,truthPage⏎ROW,1,5 => 3: field "truthState": is empty beside other values of truth
    # HEADER⏎NAMES,tapX,tapY⏎ROW,1,5, => 3: field "tap": has 1 of its 2 numbers
    # HEADER⏎NAMES,tracked⏎ROW,1,maybe => 3: field "tracked": expected true or false, found `maybe`

    == sample table a: ==
    t,participant,attitude0,attitude1,attitude3 => 2: field "attitude2": is not among the columns; expected attitude0
    participant,attitude0,attitude1,attitude2,attitude3 => 2: field "t": is not among the columns
    NAMES,speeds1 => 2: field "speeds0": is not among the columns; expected speeds0
    NAMES,rate,rate => 2: field "rate": occurs 2 times among the columns
    NAMES⏎0.5,0,1,0,0 => 3: expected 6 fields, one per column, found 5
    NAMES⏎,0,1,0,0,0 => 3: field "t": is empty; expected seconds
    NAMES⏎0,0,1,0,0,inf => 3: field "attitude3": expected a number or nothing, found `inf`
    NAMES⏎0,0,1,0,0,1e999 => 3: field "attitude3": expected a number within the range of Double
    NAMES⏎0,0,0,0,0,0 => 3: field "attitude": is zero; expected a unit quaternion
    NAMES⏎0,-1,1,0,0,0 => 3: field "participant": expected a whole number

    == array of frames PATH: ==
    { => is not a readable .npy: its header is not {'descr'
    {'descr': __import__('os').system('true'), 'shape': (0,), } => its header is not {'descr'
    {'descr': '<f8', 'fortran_order': False, 'shape': (3,), } => holds plain numbers (<f8); expected frames
    {'descr': [('t', '<f8')], 'shape': (0, 2), } => has 2 dimensions; expected one, with a row per frame
    {'descr': [('t', '<f8')], 'shape': 5, } => its header has no shape
    {'descr': [('t', '<f8')], 'shape': (0,), } => field "camera": is missing; the array has t
    {'descr': [('t', '>f8'), NEEDED], 'shape': (0,), } => field "t": is big-endian (>f8); expected little-endian
    {'descr': [('t', '<f2'), NEEDED], 'shape': (0,), } => field "t": is <f2; expected float32 or float64
    {'descr': [('t', '<f8', (2,)), NEEDED], 'shape': (0,), } => field "t": is <f8 of shape (2); expected float32
    {'descr': [('intent', '<f8'), ('t', '<f8'), NEEDED], 'shape': (0,), } => is <f8; expected whole numbers
    {'descr': [('x', '|O'), ('t', '<f8')], 'shape': (0,), } => field "x": holds Python objects
    {'descr': [('t', '<f8'), NEEDED], 'shape': (9223372036854775807,), } => is cut off: it states 92233720
    {'descr': [('t', '<f8'), NEEDED], 'shape': (2,), } => is cut off: it states 2 frames and holds 1
    {'descr': [('x', '<f8', (99999999,))], 'shape': (0,), } => field "x": its size in the array's description
    {'descr': [('x', '<f8', (9223372036854775807, 4))], 'shape': (0,), } => its size in the array's description
    {'descr': [('x', '<f8', 'y')], 'shape': (0,), } => field "x": its shape in the array's description makes no sense
    {'descr': [('x', 'f8')], 'shape': (0,), } => field "x": its type, "f8", in the array's description makes no sense
    {'descr': [('x', [('a', 5)])], 'shape': (0,), } => field "x": its type in the array's description makes no sense
    {'descr': [('x', '|V0')], 'shape': (0,), } => has rows of 0 bytes
    {'descr': [('t',)], 'shape': (0,), } => a field of the array is not described as (name, type) or (name, type, shape)
    """#

  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Names of a table of frames, the face last, and its usual row without the last number.
  private static let (frameNames, frameRow): (String, String) = {
    let names = ["camera", "leftEye", "rightEye", "face"].flatMap { pose in (0..<16).map { "\(pose)\($0)" } }
    let unit = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1].map(String.init)
    let row = (["0.5"] + unit + unit + unit + unit.dropLast()).joined(separator: ",")
    return ((["t"] + names).joined(separator: ","), row)
  }()

  /// The error of one input, in a file that errors call `a`; an array is in a file on disk.
  private func error(_ reader: String, _ input: String) throws -> String? {
    let attitude = #""attitude":[1,0,0,0]"#
    var input = input.replacing("⏎", with: "\n").replacing("⇥", with: "\u{1}").replacing("POSES", with: poses)
    input = input.replacing("UNIT", with: unit).replacing("ATTITUDE", with: attitude)
    let twoPeople = headerLine.replacing("100001", with: "2")
    switch reader {
    case "header":
      input = input.replacing("TWO", with: #"{"participant":2,"lines":[[0,0,1,1]]}"#)
      input = input.replacing("V3", with: #""version":3"#)
      let change = input.split(separator: " -> ", omittingEmptySubsequences: false).map(String.init)
      let line =
        change.count == 2
        ? headerLine.replacing(change[0], with: change[1])
        : input.hasPrefix(",") ? headerLine.dropLast() + input + "}" : input
      return message { _ = try read(RecordedFrame.self, text: line + "\n") }
    case "frame":
      return message { _ = try read(RecordedFrame.self, text: "\(twoPeople)\n{\"t\":0,\(poses)}\n\(input)\n") }
    case "sample":
      return message {
        _ = try read(ProbeSample.self, text: "\(probeHeaderLine)\n{\"t\":0,\(attitude)}\n\(input)\n")
      }
    case "meter":
      let header = probeHeaderLine.replacing("probe", with: "meter")
      return message { _ = try read(MeterSample.self, text: "\(header)\n\(input)\n") }
    case "head", "drag", "body":
      input = input.replacing("REST", with: [String](repeating: "0.5", count: 36).joined(separator: ","))
      let text = "\(headerLine.replacing("\"device\"", with: "\"rig\":\"\(reader)\",\"device\""))\n\(input)\n"
      return message {
        switch reader {
        case "head": _ = try read(RecordedHead.self, text: text)
        case "drag": _ = try read(RecordedDrag.self, text: text)
        default: _ = try read(RecordedBody.self, text: text)
        }
      }
    case "last line": return message { _ = try read(RecordedFrame.self, text: "\(headerLine)\n\(input)") }
    case "frame table":
      input = input.replacing("HEADER", with: headerLine).replacing("NAMES", with: Self.frameNames)
      return message { _ = try read(RecordedFrame.self, text: input.replacing("ROW", with: Self.frameRow) + "\n") }
    case "sample table":
      input = input.replacing("NAMES", with: "t,participant,attitude0,attitude1,attitude2,attitude3")
      return message { _ = try read(ProbeSample.self, text: "# \(probeHeaderLine)\n\(input)\n") }
    default:
      let text = input.replacing("NEEDED", with: arrayPoses)
      try writeArray(text, [UInt8](repeating: 0, count: 300), to: scratch("a.npy"))
      return message { _ = try read(RecordedFrame.self, scratch("a.npy")) }?.replacing(scratch("a.npy"), with: "PATH")
    }
  }

  @Test("every error is a line of file, place, field, found and expected")
  func rows() throws {
    var (reader, beginning, count) = ("", "", 0)
    for line in Self.table.split(separator: "\n") {
      if let title = line.wholeMatch(of: /== (.*) (\S+) ==/) {
        (reader, beginning) = (String(title.1), "\(title.2) ".replacing("a: ", with: "a:"))
        continue
      }
      let row = line.split(separator: " => ", omittingEmptySubsequences: false)
      let (input, expected) = (String(row[0]), row[1])
      let found = try error(reader, input) ?? "none"
      #expect(found.hasPrefix(beginning) && found.contains(expected), "\(reader): \(input): \(found)")
      #expect(!found.utf8.contains { $0 < 0x20 }, "\(reader): \(input)")
      count += 1
    }
    // The table was read.
    #expect(count > 100)
  }

  @Test("inputs too large, too many or too deep are refused")
  func limits() throws {
    func list(_ value: String, _ count: Int) -> String {
      "[" + [String](repeating: value, count: count).joined(separator: ",") + "]"
    }
    for key in ["assumptions", "lines", "points", "constants", "device"] {
      let expected = "a:1: field \"\(key)\": holds more than 100000 values; leave out what is not needed"
      #expect(try error("header", ",\"\(key)\":\(list("1", 100_001))") == expected)
    }
    let (long, name) = (String(repeating: "a", count: 10_001), String(repeating: "é", count: 51))
    let constants = (0...100).map { #""x\#($0)":1"# }.joined(separator: ",")
    for (keys, expected) in [
      (",\"assumptions\":\(list("\"a\"", 1001))", "field \"assumptions\": expected at most 1000 sentences, found 1001"),
      (",\"assumptions\":[\"\(long)\"]", "field \"assumptions.0\": expected at most 10000 bytes, found 10001"),
      (",\"constants\":{\(constants)}", "field \"constants\": expected at most 100, found 101"),
      (",\"constants\":{\"\(name)\":1}", "expected a name of 1 to 100 bytes"),
      (",\"lines\":\(list("[0,0,1,1]", 10_001))", "field \"lines\": expected at most 10000 line boxes, found 10001"),
      (",\"person\":\"\(long.prefix(201))\"", "field \"person\": expected an identifier"),
      (",\"preset\":\"\(long.prefix(1001))\"", "field \"preset\": expected a name of at most 1000 bytes"),
    ] { #expect(try error("header", keys)?.hasSuffix(expected) == true || keys.contains("person"), "\(expected)") }
    for fine in [list("\"a\"", 1000), "null"] { #expect(try error("header", ",\"assumptions\":\(fine)") == nil) }
    #expect(try error("header", ",\"pages\":\(list("1", 100_001))") == nil, "version 2 has no pages")
    let deep = String(repeating: "[", count: 100_000)
    #expect(try error("frame", "{\"t\":0,\"x\":\(deep)")?.contains("is nested deeper than 64 levels") == true)
    #expect(try error("sample", "{\"t\":0,\"attitude\":\(list("1", 100_001))}")?.contains("found 100001") == true)
    #expect(try error("array", deep.prefix(60_000) + "")?.contains("its header is not {'descr'") == true)
    for (extra, isRead) in [(0, true), (1, false)] {
      let frame = #"{"t":0,\#(poses),"x":""#
      let line = frame + String(repeating: "x", count: (1 << 20) - frame.utf8.count - 2 + extra) + "\"}"
      let found = try error("frame", line)
      #expect(isRead ? found == nil : found?.hasPrefix("a:3: is longer than 1 MiB") == true)
    }
  }
}

/// A rig with one number, which every sample must know.
private struct MeterSample: RigSample {
  static let rig = "meter"
  var level: Double
  var time: Double { 0 }
  var participant: Int { 0 }
  var hasTruth: Bool { false }
  var observation: Double { level }

  init(time: Double, participant: Int) { level = .nan }
  mutating func fields(_ list: inout FieldList) { list.field("level", &level, "litres", .required) }
}
