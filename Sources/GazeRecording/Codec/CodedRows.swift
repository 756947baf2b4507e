/// The samples of an opened recording, whatever its format: those of people whom the header counts and, where that was
/// asked for, in the order of time.
struct CodedRows<Codec: SampleCodec>: ~Copyable {
  // One of these.
  private var jsonLines: JSONLinesSamples<Codec>?
  private var csv: CSVSamples<Codec>?
  private var numPy: NumPySamples<Codec>?
  private let codec: Codec
  private let participants: Int
  let isOrdered: Bool
  private var lastTimes: [Int: Double] = [:]
  private(set) var isCutOff = false

  init(_ codec: Codec, _ file: consuming RecordingFile, ordered: Bool) throws(FileError) {
    var file = file
    var jsonLines: JSONLinesSamples<Codec>?
    var csv: CSVSamples<Codec>?
    var numPy: NumPySamples<Codec>?
    if let array = file.array.take() {
      numPy = try NumPySamples(array, codec)
    } else if let lines = file.lines.take() {
      if let names = file.names {
        csv = try CSVSamples(lines, names: names, codec)
      } else {
        jsonLines = JSONLinesSamples(lines, codec)
      }
    }
    (self.codec, participants, isOrdered) = (codec, file.header.participants, ordered)
    self.jsonLines = jsonLines
    self.csv = csv
    self.numPy = numPy
  }

  mutating func next() throws(FileError) -> Codec.Sample? {
    let read: Codec.Sample?
    if jsonLines != nil {
      read = try jsonLines?.next()
    } else if csv != nil {
      read = try csv?.next()
    } else {
      read = try numPy?.next()
    }
    // Looked at in place: a frame has 700 bytes.
    guard let participant = read?.participant else {
      isCutOff = jsonLines?.isCutOff ?? csv?.isCutOff ?? false
      return nil
    }
    if participant >= participants || isOrdered, let sample = read {
      do throws(LineFault) { try check(sample) } catch {
        throw fault(error)
      }
    }
    return read
  }

  /// What is wrong, with the file and the line that was read last.
  func fault(_ fault: LineFault) -> FileError {
    jsonLines?.fault(fault) ?? csv?.fault(fault) ?? numPy?.fault(fault)
      ?? FileError(path: "", field: fault.field, message: fault.message)
  }

  private mutating func check(_ sample: Codec.Sample) throws(LineFault) {
    let (participant, time) = (sample.participant, sample.time)
    guard participant < participants else {
      let message = "\(participant) is not below the header's number of participants, \(participants)"
      throw LineFault(field: "participant", message: message)
    }
    guard isOrdered else { return }
    guard abs(time) <= SampleLimits.time else {
      throw LineFault(field: "t", message: "is \(time); expected seconds, at most 1e11 from 0")
    }
    try codec.checkOrdered(sample)
    if let last = lastTimes[participant], time < last {
      let message = "\(time) is before \(last), the time of the participant's last frame; sort the frames by time"
      throw LineFault(field: "t", message: message)
    }
    lastTimes[participant] = time
  }
}
