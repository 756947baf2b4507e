import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording

struct RecordInfoCommand: ParsableCommand, ReadsFiles {
  static let configuration = CommandConfiguration(
    commandName: "record-info", abstract: "Say what a recording holds, and how good it is.",
    discussion: """
      For gaze it prints header, people, frames, measured rate, gaps, repeats, losses, blinks (both lids beyond 0.5), \
      targets, intents, truth, and what is wrong with the recording. For another rig it prints header, people, \
      samples, measured rate, gaps, and the known share of each field. A gap is a step of more than 1.5 times the \
      median step. A file with an invalid line is described up to that line, and the exit code is 2; a file that ends \
      in the middle of its last line is used up to there.
      """)

  @Argument(help: "The recording; - is stdin.", completion: Completions.recordings)
  var recording: String

  @OptionGroup var console: OutputOptions

  var inputs: [String] { [recording] }

  func run() throws {
    let file = try RecordingFile(path: recording)
    let rig = try Rigs.of(file.header.rig, path: recording).sample
    if rig is RecordedFrame.Type { try tellGaze(file) } else { try tell(rig, file) }
  }

  private func tell<Sample: RigSample>(_: Sample.Type, _ file: consuming RecordingFile) throws {
    var reader = try SampleReader<Sample>(file)
    var audit = SampleAudit<Sample>()
    var broken: FileError?
    do throws(FileError) {
      while let sample = try reader.next() { audit.step(sample) }
    } catch {
      broken = error
    }
    let quality = audit.finish()
    try show(reader.header, quality, RecordingCounts(quality), faults: [], broken: broken, isCutOff: reader.isCutOff)
  }

  private func tellGaze(_ file: consuming RecordingFile) throws {
    var reader = try RecordingReader(file)
    var audit = FrameAudit()
    var lids = 0
    var broken: FileError?
    do throws(FileError) {
      while let frame = try reader.next() {
        audit.step(frame.observation, hasTruth: frame.truth != nil)
        let blink = frame.observation.frame.blink
        if blink.min() < -0.01 || blink.max() > 1.01 { lids += 1 }
      }
    } catch {
      broken = error
    }
    let quality = audit.finish(rate: reader.header.rate)
    try show(
      reader.header, quality, RecordingCounts(quality),
      faults: Self.faults(quality, lids: lids, transposed: audit.transposed), broken: broken,
      isCutOff: reader.isCutOff)
  }

  private func show(
    _ header: RecordingHeader, _ quality: some Encodable, _ counts: RecordingCounts, faults: [String],
    broken: FileError?, isCutOff: Bool
  ) throws {
    let profile = try? DeviceOptions.library(file: nil).profile(id: header.device)
    var faults = Self.faults(header, counts) + faults
    if profile == nil {
      faults.append("the device \"\(header.device)\" is not known: give --profile to commands that use the recording")
    }
    if let broken { faults.append("breaks off: \(broken.description)") }
    if isCutOff {
      faults.append(
        "ends in the middle of a \(header.row), as happens when the app is killed: the \(header.row)s before it are "
          + "whole")
    }
    let info = RecordingInfo(
      recording: recording, header: header, deviceName: profile?.name, quality: quality, faults: faults)
    if console.json { try Console.print(json: info) } else { try Console.print(info.lines(counts)) }
    if let broken { throw broken }
  }

  /// Faults that only frames of gaze can have.
  private static func faults(_ quality: FrameQuality, lids: Int, transposed: Int) -> [String] {
    var faults: [String] = []
    if quality.unusableFrames > 0 {
      faults.append(
        "\(NumberText.count(quality.unusableFrames, "frame")) with a face whose pose is not a rigid transform, or both "
          + "of whose eyes' poses are not")
    }
    if lids > 0 {
      faults.append("\(NumberText.count(lids, "frame")) with lid values outside of 0 (open) to 1 (closed)")
    }
    if transposed > 0 {
      faults.append(
        "\(NumberText.count(transposed, "matrix", "matrices")) with the translation at the place of row-major order: "
          + "write them column-major")
    }
    return faults
  }

  /// Faults that a recording of any rig can have.
  private static func faults(_ header: RecordingHeader, _ quality: RecordingCounts) -> [String] {
    var faults: [String] = []
    let row = header.row
    if quality.frames == 0 { faults.append("holds no \(row)") }
    if quality.runsBack > 0 {
      faults.append(
        "time runs back \(NumberText.times(quality.runsBack)): commands that need durations refuse the recording; sort "
          + "the \(row)s by time")
    }
    if quality.sameTime > 0 {
      faults.append("\(NumberText.count(quality.sameTime, row)) at the same time as the \(row) before")
    }
    if let rate = quality.rate, abs(rate - header.rate) > 0.05 * header.rate {
      faults.append(
        "\(row)s come at \(NumberText.fixed(rate, 2)) Hz, the header says \(NumberText.fixed(header.rate, 2)) Hz")
    }
    if quality.frames > 0, quality.people < header.participants {
      let all = NumberText.count(header.participants, "participant")
      faults.append("\(quality.people) of the header's \(all) have \(row)s")
    }
    return faults
  }
}
