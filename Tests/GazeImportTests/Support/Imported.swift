import Foundation
import GazeImport
import GazePipeline
import GazeRecording
import TestSupport

/// A foreign file, imported into memory.
struct Imported {
  var plan: ImportPlan
  var frames: [RecordedFrame] = []
  var quality: FrameQuality
  var dropped: Int
  var unplaced: Int

  /// A phone with round numbers.
  static let screen = ScreenGeometry(
    points: SIMD2(375, 812), metres: SIMD2(0.057_63, 0.124_866), camera: SIMD2(0.0288, -0.004))

  init(
    _ path: String, _ format: ImportFormat, _ configure: (inout ImportOptions) throws -> Void = { _ in }
  ) throws {
    let job = try Self.job(path, format, configure)
    plan = try job.plan()
    var frames: [RecordedFrame] = []
    let result = try job.run(plan) { frames.append($0) }
    (quality, dropped, unplaced) = (result.quality, result.droppedDuplicates, result.unplaced)
    self.frames = frames
  }

  static func job(
    _ path: String, _ format: ImportFormat, _ configure: (inout ImportOptions) throws -> Void = { _ in }
  ) throws -> RecordingImport {
    var options = ImportOptions(device: "iphone12mini", screen: screen)
    try configure(&options)
    return RecordingImport(path: path, format: format, options: options)
  }

  var header: RecordingHeader { plan.header }
  var findings: [ImportFinding.Kind] { plan.findings.map(\.kind) }
  var faces: [FaceFrame] { frames.map(\.observation.frame) }
  var times: [Double] { faces.map(\.time) }

  /// Third-party data beside the package; see its NOTES.md.
  static func shared(_ path: String) -> String { sharedData.appending(path: path).path }
}

/// The error of an import; `none` for an import without an error.
func importFault(
  _ path: String, _ format: ImportFormat, _ configure: (inout ImportOptions) throws -> Void = { _ in }
) -> String {
  message { _ = try Imported(path, format, configure) } ?? "none"
}

/// True if the left eyes' poses differ by less than a millionth.
func haveSameEyes(_ a: Imported, _ b: Imported) -> Bool {
  zip(a.faces, b.faces).allSatisfy { a, b in (0..<16).allSatisfy { abs(a.leftEye[$0] - b.leftEye[$0]) < 1e-6 } }
}

/// True if the frames are equal to the last bit, also for NaN: the frames' texts are compared, and each float is
/// written as the shortest text that gives its bits.
func areSame<Frame>(_ a: [Frame], _ b: [Frame]) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { String(reflecting: $0) == String(reflecting: $1) }
}
