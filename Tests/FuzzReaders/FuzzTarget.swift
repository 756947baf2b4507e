import Evaluate
import Foundation
import GazeImport
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Inspection

/// A reader of files that may come from a stranger, for `script/fuzz` and for the tests of its cases.
package enum FuzzTarget: String, CaseIterable {
  case jsonl, npy, csv, gzip
  case livelink, lineofsight, scanpath, table, headmotion
  case program
  case limits, baseline, quality, columns, profile, calibration, preset
  case part, report

  /// Result of a reading: the rows or files that were read, and the refusals.
  package struct Outcome: Equatable {
    /// Number of rows that were read; for a file without rows, 1.
    package var read = 0
    /// The errors' messages.
    package var refusals: [String] = []
  }

  /// Reads the bytes in every way that the reader has.
  ///
  /// It stops the process if a message is not one line of plain text, or if a time is not finite: those are faults that
  /// a fuzzer would not see otherwise.
  package func read(_ bytes: UnsafeRawBufferPointer) -> Outcome { read(bytes, ways: ways) }

  /// Reads the bytes in some ways.
  func read(_ bytes: UnsafeRawBufferPointer, ways: [Way]) -> Outcome {
    var outcome = Outcome()
    guard let path = FuzzFile.write(bytes, named: "case.\(ending)") else { return outcome }
    for way in ways {
      do { outcome.read += try way(path, bytes) } catch let error as FileError {
        outcome.refusals.append(Self.checked("\(error)"))
      } catch let fault as LineFault {
        outcome.refusals.append(Self.checked("\(fault.field ?? ""): \(fault.message)"))
      } catch {
        outcome.refusals.append("\(error)")
      }
    }
    return outcome
  }

  /// Returns the message if it is fit for a terminal.
  private static func checked(_ message: String) -> String {
    precondition(!message.unicodeScalars.contains(where: TerminalText.isUnsafe), "unsafe message: \(message)")
    return message
  }

  typealias Way = (String, UnsafeRawBufferPointer) throws -> Int

  /// Ending of the file's name.
  private var ending: String {
    switch self {
    case .npy: "npy"
    case .gzip: "jsonl.gz"
    case .jsonl: "jsonl"
    case .csv, .livelink, .table, .headmotion, .quality: "csv"
    default: "json"
    }
  }

  private var ways: [Way] {
    switch self {
    case .jsonl, .npy, .csv, .gzip: Self.recordings
    case .livelink: Self.imports(.livelink)
    case .lineofsight: Self.imports(.lineofsight)
    case .scanpath: Self.imports(.scanpath)
    case .table: Self.imports(.table)
    case .headmotion: Self.imports(.headmotion)
    case .program: [{ _, bytes in try Self.answers(bytes) }]
    case .limits: [{ path, _ in try LimitsFile(path: path).limits.count }]
    case .baseline: [{ path, _ in try Baseline(path: path).people.count }]
    case .quality: [{ path, _ in try Self.quality(path) }]
    case .columns:
      [
        { path, _ in
          _ = try PoseTableMap(path: path)
          return 1
        },
        { _, bytes in
          var map = PoseTableMap()
          try map.add(columns: String(decoding: bytes, as: UTF8.self))
          return map.roles.count + map.poses.count
        },
      ]
    case .profile:
      [
        { path, _ in
          _ = try DeviceProfile(path: path)
          return 1
        }
      ]
    case .calibration:
      Rigs.all.map { rig in
        { path, _ in
          _ = try CalibrationFile(path: path, rig: rig.name)
          return 1
        }
      }
    case .preset:
      [
        Self.preset(SimulationParameters.self), Self.preset(HeadParameters.self), Self.preset(BodyParameters.self),
        Self.preset(DragParameters.self),
      ]
    case .part:
      [Self.part(GazeRig.self), Self.part(HeadRig.self), Self.part(BodyRig.self), Self.part(DragRig.self)]
    case .report:
      [
        { path, bytes in
          // A changed report gets the checksum that is right for it, so that what is behind the check is reached.
          _ = ReportChecksum(Data(bytes)).closed.withUnsafeBytes { FuzzFile.write($0, named: "case.json") }
          let report = try ReportFile(path: path)
          let closed = try FileContents.read(path, limit: 1 << 20)
          return try report.differences(to: closed).count + report.command.arguments.count
        }
      ]
    }
  }

  private static var recordings: [Way] {
    [false, true].flatMap { ordered in
      [
        samples(RecordedFrame.self, ordered), samples(RecordedHead.self, ordered), samples(RecordedBody.self, ordered),
        samples(RecordedDrag.self, ordered),
      ]
    }
  }

  private static func samples<S: RigSample>(_: S.Type, _ ordered: Bool) -> Way {
    { path, _ in
      var reader = try SampleReader<S>(path: path, ordered: ordered)
      var count = 0
      while let sample = try reader.next() {
        precondition(!ordered || sample.time.isFinite, "a time is not finite")
        count += 1
      }
      return count
    }
  }

  private static func imports(_ format: ImportFormat) -> [Way] {
    [false, true].map { mends in
      { path, _ in
        let screen = ScreenGeometry(
          points: SIMD2(375, 812), metres: SIMD2(0.057_63, 0.124_866), camera: SIMD2(0.0288, -0.004))
        var options = ImportOptions(device: "iphone12mini", screen: screen)
        options.mends = mends
        let job = RecordingImport(path: path, format: format, options: options)
        let plan = try job.plan()
        if format == .headmotion {
          _ = try job.write(plan, to: "/dev/null", force: true)
          return 1
        }
        var count = 0
        _ = try job.run(plan) { frame in
          precondition(frame.time.isFinite, "a time is not finite")
          count += 1
        }
        return count
      }
    }
  }

  /// Reads the lines as those of an external program: its `ready`, then its answers.
  private static func answers(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    var count = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let line = UnsafeRawBufferPointer(rebasing: line)
      if count == 0 {
        _ = try ExternalMessages.ready(line)
      } else {
        let answer = try ExternalMessages.answer(line)
        let pointer = answer.output.pointer ?? .zero
        precondition(answer.time.isFinite && pointer.x.isFinite && pointer.y.isFinite, "a number is not finite")
      }
      count += 1
    }
    return count
  }

  /// Reads a part, whose lines get the checksums that are right for them, as one of a rig's people, and forms all
  /// figures.
  static func part<R: Rig>(_: R.Type) -> Way {
    { path, bytes in
      let lines = bytes.split(separator: UInt8(ascii: "\n")).flatMap { PartLine.resealed(Array($0)) }
      _ = lines.withUnsafeBytes { FuzzFile.write($0, named: "case.json") }
      let reader = try PartFile.Reader(try PartFile(path: path))
      var people = Cohort<R>()
      let cells = max(lines.count { $0 == UInt8(ascii: "\n") } - 1, 0)
      for cell in 0..<cells {
        let person: PersonMeasurement<R.Person> = try reader.next(cell)
        people.add(person)
      }
      let figures = R.Person.metrics.compactMap { people.estimate($0)?.value }
      PlantedCrash.plantedPart.meet(figures)
      return cells + figures.count
    }
  }

  private static func quality(_ path: String) throws -> Int {
    let screen = QualityRun.Screen(
      metres: SIMD2(0.5, 0.3), units: SIMD2(1920, 1080), distance: 0.6)
    return try QualityRun(path: path, screen: screen).report().rows
  }

  private static func preset<P: SimulatorParameters>(_: P.Type) -> Way {
    { path, _ in
      _ = try PresetFile(path: path, of: P.self).preset(path, of: P.self)
      return 1
    }
  }
}
