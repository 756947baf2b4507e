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
    var audit = GazeFileFaults()
    var broken: FileError?
    do throws(FileError) {
      while let frame = try reader.next() { audit.step(frame) }
    } catch {
      broken = error
    }
    let quality = audit.quality(rate: reader.header.rate)
    try show(
      reader.header, quality, RecordingCounts(quality), faults: audit.found(quality), broken: broken,
      isCutOff: reader.isCutOff)
  }

  private func show(
    _ header: RecordingHeader, _ quality: some Encodable, _ counts: RecordingCounts, faults: [String],
    broken: FileError?, isCutOff: Bool
  ) throws {
    let profile = try? DeviceOptions.library(file: nil).profile(id: header.device)
    let common = FileFaults.Counts(
      people: counts.people, frames: counts.frames, rate: counts.rate, sameTime: counts.sameTime,
      runsBack: counts.runsBack)
    var faults = FileFaults.any(header, common) + faults
    if profile == nil {
      faults.append("the device \"\(header.device)\" is not known: give --profile to commands that use the recording")
    }
    if let broken { faults.append("breaks off: \(broken.description)") }
    if isCutOff { faults.append(FileFaults.cutOff(header)) }
    let info = RecordingInfo(
      recording: recording, header: header, deviceName: profile?.name, quality: quality, faults: faults)
    if console.json { try Console.print(json: info) } else { try Console.print(info.lines(counts)) }
    if let broken { throw broken }
  }
}
