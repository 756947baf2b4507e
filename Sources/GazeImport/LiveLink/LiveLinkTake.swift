import GazeRecording
private import PortableFoundation

/// `take.json`, which Live Link Face writes beside a take's CSV, and the frame rate of `video_metadata.json`.
///
/// Version 1 holds `version, slate, take, subject, identifier, date, deviceModel, appVersion, calibrated, frames`, as
/// Unreal Engine's MetaHuman plug-in reads it (`LiveLinkFaceMetadata.cpp`); the frame rate is in `video_metadata.json`
/// (`FrameRate`). No key is required, and other keys are ignored.
struct LiveLinkTake {
  private struct File: Decodable {
    var slate: String?, take: Int?, date: String?, deviceModel: String?, appVersion: String?, calibrated: Bool?
    /// Number of frames of the video.
    var frames: Int?
  }

  private struct Video: Decodable {
    var FrameRate: Double?
  }

  private let path: String
  private let file: File
  /// Frames per second of the video, from the `video_metadata.json` beside it.
  private let frameRate: Double?

  /// `iPhone13,3`.
  var deviceModel: String? { file.deviceModel }

  /// Reads a file.
  init(path: String) throws(FileError) {
    self.path = path
    file = try FileContents.decoded(path)
    let video: Video? = try? FileContents.decoded(Self.video(beside: path))
    frameRate = video?.FrameRate.flatMap { (1...1000).contains($0) ? $0 : nil }
  }

  /// The `take.json` for a CSV, which is the file that the user named or the one beside the CSV; and a sentence if the
  /// file beside the CSV cannot be used.
  ///
  /// - Throws: if the file that the user named cannot be read.
  static func found(for csv: String, named: String?) throws(FileError) -> (LiveLinkTake?, String?) {
    if let named { return (try LiveLinkTake(path: named), nil) }
    let beside = take(beside: csv)
    guard csv != "-", access(beside, F_OK) == 0 else { return (nil, nil) }
    do throws(FileError) {
      let take = try LiveLinkTake(path: beside)
      // Files are named SLATE_TAKE_SUBJECT; the folder may contain another take's file.
      let name = csv.split(separator: "/").last.map(String.init) ?? csv
      if let slate = take.file.slate, let number = take.file.take, !name.hasPrefix("\(slate)_\(number)_") {
        let (other, own) = (TerminalText.line(slate.prefix(40)), TerminalText.line(name.prefix(60)))
        return (
          nil,
          "\(beside) belongs to \(other)_\(number), not to \(own), so it is not used"
            + Wording.of(command: "; use it with --take \(beside)") + "."
        )
      }
      return (take, nil)
    } catch {
      return (nil, "The take.json beside the file is not used: \(error).")
    }
  }

  /// Paths that a table is read with, besides its own and that of the `take.json` that the user named; none of these
  /// files need exist.
  static func found(beside csv: String, named: String?) -> [String] {
    if let named { return [video(beside: named)] }
    return csv == "-" ? [] : [take(beside: csv), video(beside: csv)]
  }

  private static func take(beside csv: String) -> String { folder(of: csv) + "take.json" }

  private static func video(beside path: String) -> String { folder(of: path) + "video_metadata.json" }

  private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  /// Adds this take's facts to `facts`, and compares them with a CSV that has `rows` rows.
  func add(to facts: inout ImportFacts, rows: Int, csv: String) {
    func short(_ text: String) -> String { TerminalText.line(text.prefix(40)) }
    let stated = [
      file.deviceModel.map { "taken on \(short($0))" }, file.date.map { "at \(short($0))" },
      file.appVersion.map { "with Live Link Face \(short($0))" }, file.frames.map { "\($0) video frames" },
      frameRate.map { "\($0) Hz" },
    ].compactMap { $0 }
    facts.remarks.append(
      "\(path): " + (stated.isEmpty ? "has no data that are used." : stated.joined(separator: ", ") + "."))
    if file.calibrated == true, !csv.hasSuffix("_raw.csv") {
      facts.assumptions.append(
        "The app calibrated the facial coefficients, as take.json says: lids are relative to the person's "
          + "neutral face.")
    }
    // A small difference is normal, because the CSV begins and ends a few frames before or after the video.
    if let frames = file.frames, abs(frames - rows) > max(5, frames / 50) {
      facts.doubt(
        .take, in: Occurrences(count: abs(frames - rows)),
        "take.json counts \(frames) video frames, the file holds \(rows) rows")
    }
    facts.nominalRate = frameRate
  }
}
