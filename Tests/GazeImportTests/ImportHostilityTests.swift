import Foundation
import GazeImport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

/// Files that are cut off, damaged or rearranged give a recording, or one line that names the file, and nothing else.
struct ImportHostilityTests {
  private let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private static let table = """
    time,leftEye_0,leftEye_1,leftEye_2,leftEye_3,leftEye_4,leftEye_5,leftEye_6,leftEye_7,leftEye_8,leftEye_9,\
    leftEye_10,leftEye_11,leftEye_12,leftEye_13,leftEye_14,leftEye_15,rightEye_qx,rightEye_qy,rightEye_qz,rightEye_qw,\
    participant,intent
    0,1,0,0,0,0,1,0,0,0,0,1,0,0.03,0.03,0.02,1,0,0,0,1,a,up
    0.0167,1,0,0,0,0,1,0,0,0,0,1,0,0.03,0.03,0.02,1,0,0,0,1,b,none
    0.0333,1,0,0,0,0,1,0,0,0,0,1,0,0.03,0.03,0.02,1,0,0,0,1,a,

    """
  private static let units = """
    {"n":[1,{}],"units":[{"timeStamp":550000000.5,"faceEyeTransform":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,-0.35,1]],
    "leftEyeTransform":[1,0,0,0,0,1,0,0,0,0,1,0,0.03,0.03,0.02,1],"rightEyeTransform":null},
    {"timeStamp":550000000.6,"faceEyeTransform":null,"leftEyeTransform":null,"rightEyeTransform":null}]}
    """
  private static let session = """
    {"id":"A","deviceInfo":{"model":"iPad8,1","screenSize":[834,1194]},\
    "scanPath":[{"x":1,"y":2.5,"timestamp":1595626844.05,
    "orientation":3},{"x":-57,"y":2e2,"timestamp":1595626844.06,"orientation":4}],\
    "blendShapes":{"eyeBlink_L":[{"value":0.5,
    "timestamp":1595626844.05,"blendShapeLocation":"eyeBlink_L"}]}}
    """
  private static let livelink = """
    Timecode,BlendshapeCount,EyeBlinkLeft,EyeBlinkRight,LeftEyeYaw,LeftEyePitch,RightEyeYaw,RightEyePitch,\
    HeadYaw,HeadPitch,HeadRoll
    23:59:59:58.000,61,0.5,0.25,0.1,0,0.05,0,0.1,0.2,0.3
    23:59:59:59.000,0
    00:00:00:00.500,61,0.5,0.25,0.1,0,0.05,0,0.1,0.2,0.3

    """
  private static let head = """
    timestamp,qw,qx,qy,qz,rotationRateX,rotationRateY,rotationRateZ
    0.00,1,0,0,0,0,0,0.5
    0.04,0.9998,0,0,0.02,0,0,0.5
    0.08,0.9992,0,0,0.04,0,0,0.5

    """
  private static let samples: [(format: ImportFormat, bytes: [UInt8])] = [
    (.table, Array(table.utf8)), (.lineofsight, Array(units.utf8)), (.scanpath, Array(session.utf8)),
    (.livelink, Array(livelink.utf8)), (.headmotion, Array(head.utf8)),
  ]

  @Test(
    "an endless file of zeros is refused at once", .enabled(if: access("/dev/zero", R_OK) == 0, "no /dev/zero"),
    .ends, arguments: ImportFormat.allCases)
  func zeros(_ format: ImportFormat) {
    let error = importFault("/dev/zero", format)
    #expect(error.hasPrefix("/dev/zero:1: "))
  }

  @Test("blanks without an end are refused after a mebibyte", arguments: [ImportFormat.lineofsight, .scanpath])
  func blanks(_ format: ImportFormat) throws {
    let path = scratch("blanks")
    try Data([UInt8(ascii: "[")] + [UInt8](repeating: 0x20, count: 4 << 20)).write(to: URL(filePath: path))
    let error = importFault(path, format)
    #expect(error.contains("bytes of white space"))
  }

  @Test(
    "zeros within JSON are refused where they begin, also in a value that is skipped",
    arguments: ["", "{\"other\":", "{\"other\":[", "{\"other\":\"", "{\"units\":[", "{\"scanPath\":["])
  func zerosWithin(_ beginning: String) throws {
    let path = scratch("zeros")
    try Data(beginning.utf8 + [UInt8](repeating: 0, count: 4 << 20)).write(to: URL(fileURLWithPath: path))
    for format in [ImportFormat.lineofsight, .scanpath] {
      let error = importFault(path, format)
      #expect(error.contains("a byte that is not JSON") || error.contains("a byte of value 0"), "\(error)")
    }
  }

  /// True if the file became a recording.
  private func survives(_ bytes: [UInt8], _ format: ImportFormat, mends: Bool) throws -> Bool {
    let path = scratch("a")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    do {
      let job = try Imported.job(path, format) { $0.mends = mends }
      let written = scratch("written.jsonl")
      _ = try job.write(try job.plan(), to: written, force: true)
      func check<Sample: RigSample>(_: Sample.Type) throws {
        var reader = try SampleReader<Sample>(path: written)
        while let sample = try reader.next() { #expect(sample.time >= 0) }
      }
      try format == .headmotion ? check(RecordedHead.self) : check(RecordedFrame.self)
      return true
    } catch let error as FileError {
      #expect(error.path == path && !error.description.contains("\n"), "\(error)")
      return false
    }
  }

  @Test("Cut off at every byte", arguments: ImportFormat.allCases)
  func truncated(format: ImportFormat) throws {
    let bytes = try #require(Self.samples.first { $0.format == format }?.bytes)
    #expect(try survives(bytes, format, mends: false))
    var refused = 0
    for count in 0..<bytes.count where try !survives(Array(bytes.prefix(count)), format, mends: count % 2 == 0) {
      refused += 1
    }
    #expect(refused > bytes.count / 4)
  }

  @Test("Four hundred copies with bytes changed, left out, doubled or moved, seed 6", arguments: ImportFormat.allCases)
  func mutated(format: ImportFormat) throws {
    let original = try #require(Self.samples.first { $0.format == format }?.bytes)
    var generator = SeededGenerator(seed: 6)
    let odd: [[UInt8]] = [
      "-", "1e999", "nan", "\"", "{", "]", ",", "\u{0}", "\u{FEFF}", "9999999999", "\n", ":", "null", "é",
    ].map { Array($0.utf8) }
    var refused = 0
    for copy in 0..<400 {
      var bytes = original
      for _ in 0..<generator.int(1...4) {
        let place = generator.int(0..<bytes.count)
        switch generator.int(0..<5) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: odd.randomElement(using: &generator) ?? [], at: place)
        case 3: bytes.insert(contentsOf: bytes[place..<min(place + 80, bytes.count)], at: place)
        default: bytes.swapAt(place, generator.int(0..<bytes.count))
        }
      }
      if try !survives(bytes, format, mends: copy % 2 == 0) { refused += 1 }
    }
    #expect(refused > 100 && refused < 400, "\(refused)")
  }

  @Test("A list's elements are read one at a time; one of 2 MB is refused")
  func streaming() throws {
    var text = "["
    let unit =
      #"""
      {"timeStamp":T,"faceEyeTransform":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,-0.35,1],\#
      "leftEyeTransform":[1,0,0,0,0,1,0,0,0,0,1,0,0.03,0.03,0.02,1],\#
      "rightEyeTransform":[1,0,0,0,0,1,0,0,0,0,1,0,-0.03,0.03,0.02,1]}
      """#
    let parts = unit.split(separator: "T,", maxSplits: 1)
    for index in 0..<40_000 {
      text += (index > 0 ? "," : "") + parts[0] + "\(550_000_000 + Double(index) / 64)," + parts[1]
    }
    let path = try scratch.write(text + "]", to: "long.json")
    let take = try Imported(path, .lineofsight)
    #expect(take.quality.frames == 40_000 && take.quality.gaps == 0 && take.header.rate == 64)
    let large = try scratch.write("[{\"x\":\"" + String(repeating: "a", count: 2_000_000) + "\"}]", to: "large.json")
    #expect(importFault(large, .lineofsight).contains("longer than 1 MiB"))
  }
}
