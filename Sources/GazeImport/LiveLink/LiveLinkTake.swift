import GazeRecording
private import PortableFoundation

/// `take.json`, which Live Link Face writes beside a take's CSV, and the frame rate of `video_metadata.json`.
///
/// Version 1 holds `version, slate, take, subject, identifier, date, deviceModel, appVersion, calibrated, frames`, as
/// Unreal Engine's MetaHuman plug-in reads it (`LiveLinkFaceMetadata.cpp`); the frame rate is in `video_metadata.json`
/// (`FrameRate`). No key is required, and other keys are ignored.
struct LiveLinkTake: Decodable {
  private enum CodingKeys: CodingKey { case slate, take, date, deviceModel, appVersion, calibrated, frames }

  private struct Video: Decodable {
    var FrameRate: Double?
  }

  private static let limit = 1 << 20
  /// Path of the file.
  private(set) var path = ""
  private(set) var slate: String?
  private(set) var take: Int?
  private(set) var date: String?
  /// `iPhone13,3`.
  private(set) var deviceModel: String?
  private(set) var appVersion: String?
  private(set) var calibrated: Bool?
  /// Number of frames of the video.
  private(set) var frames: Int?
  /// Frames per second of the video, from the `video_metadata.json` beside it.
  private(set) var frameRate: Double?

  /// Reads a file.
  init(path: String) throws(FileError) {
    let data = try FileContents.read(path, limit: Self.limit)
    do { self = try JSONDecoder().decode(LiveLinkTake.self, from: data) } catch {
      throw FileError(error, path: path, json: data)
    }
    self.path = path
    let video = Self.video(beside: path)
    let rate = (try? FileContents.read(video, limit: Self.limit)).flatMap {
      try? JSONDecoder().decode(Video.self, from: $0).FrameRate
    }
    frameRate = rate.flatMap { $0 >= 1 && $0 <= 1000 ? $0 : nil }
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
      if let slate = take.slate, let number = take.take, !name.hasPrefix("\(slate)_\(number)_") {
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
  func tell(_ facts: inout ImportFacts, rows: Int, csv: String, device: String) {
    var told: [String] = []
    if let deviceModel { told.append("taken on \(TerminalText.line(deviceModel.prefix(40)))") }
    if let date { told.append("at \(TerminalText.line(date.prefix(40)))") }
    if let appVersion { told.append("with Live Link Face \(TerminalText.line(appVersion.prefix(40)))") }
    if let frames { told.append("\(frames) video frames") }
    if let frameRate { told.append("\(frameRate) Hz") }
    facts.remarks.append(
      "\(path): " + (told.isEmpty ? "has no data that are used." : told.joined(separator: ", ") + "."))
    if calibrated == true, !csv.hasSuffix("_raw.csv") {
      facts.assumptions.append(
        "The app calibrated the facial coefficients, as take.json says: lids are relative to the person's "
          + "neutral face.")
    }
    // A small difference is normal, because the CSV begins and ends a few frames before or after the video.
    if let frames, abs(frames - rows) > max(5, frames / 50) {
      facts.doubt(
        .take, in: Occurrences(count: abs(frames - rows)),
        "take.json counts \(frames) video frames, the file holds \(rows) rows")
    }
    facts.nominalRate = frameRate
  }
}
