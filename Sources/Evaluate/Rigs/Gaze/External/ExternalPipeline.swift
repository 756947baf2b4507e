import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

/// A pipeline that must be ended after its last frame.
protocol EndingPipeline: PointerPipeline {
  /// Ends the pipeline; called once, after the last frame.
  func end()
}

/// A pipeline that an external program computes: one process for one person and scenario.
///
/// `step` cannot throw. A failure is kept in the box that all programs of the command share; from then on no program
/// for this or a later person is asked, the outputs are empty, and the run throws the failure
/// (`Pipeline.checkFailure`).
final class ExternalPipeline: EndingPipeline, Sendable {
  private let command: ExternalCommand
  private let participant: Int?
  private let rate: Double
  /// A constant that is added to the program's pointer, points; the program's scrolls stay as they are.
  private let shift: Vector2
  // A trial is made, stepped and ended by one thread at a time.
  private nonisolated(unsafe) var process: ExternalProcess?
  private nonisolated(unsafe) var frames = 0
  private nonisolated(unsafe) var line: [UInt8] = []
  private nonisolated(unsafe) var lastTime: Double?
  private nonisolated(unsafe) var hasStatedScroll = false
  /// The program's first line; nil if it failed.
  let ready: ExternalMessages.Ready?

  /// Starts a program and exchanges `hello` and `ready`.
  init(_ command: ExternalCommand, _ setup: Setup) {
    self.command = command
    (participant, rate, shift) = (setup.participant, setup.header.rate, setup.earlierSession.constantOffset)
    guard !command.hasFailed(for: participant) else {
      ready = nil
      return
    }
    var started: ExternalProcess?
    do throws(ExternalFault) {
      let process = try ExternalProcess(command.line, command.limits)
      started = process
      let answer = try process.exchange(
        ExternalMessages.hello(setup), within: command.limits.start, expected: ExternalMessages.readyLine,
        earlier: "wrote before it was greeted")
      ready = try Self.read(answer, "its answer to hello", ExternalMessages.ready)
      self.process = process
    } catch {
      ready = nil
      keep(error, "at its start", started?.errors)
    }
  }

  /// Asks the program for the output of a frame.
  func step(_ frame: FaceFrame) -> PointerOutput {
    let none = PointerOutput(pointer: nil, rawPointer: nil)
    guard let process else { return none }
    guard !command.hasFailed(for: participant) else {
      self.process = nil
      return none
    }
    frames += 1
    line.removeAll(keepingCapacity: true)
    ExternalMessages.append(frame, to: &line)
    do throws(ExternalFault) {
      let asked = ExternalProcess.now
      let bytes = try process.exchange(
        line, within: command.limits.answer, expected: "one answer for each frame", earlier: twice,
        advice: "a slower program needs --answer-within SECONDS")
      command.pace?.add(ExternalProcess.now - asked, rate: rate)
      let answer = try Self.read(bytes, "its answer", ExternalMessages.answer)
      guard answer.time == frame.time else {
        throw ExternalFault(
          answer.time == lastTime
            ? twice : "answered t = \(answer.time); expected the frame's t, \(frame.time), with all its digits")
      }
      lastTime = frame.time
      if answer.statesScroll, !hasStatedScroll {
        hasStatedScroll = true
        command.noteScroll()
      }
      guard ready?.scrolls != false || answer.output.scroll.direction == .none else {
        throw ExternalFault("scrolls, although its answer to hello claims \"scrolls\":false; leave the claim out")
      }
      guard shift != .zero else { return answer.output }
      var output = answer.output
      output.pointer = output.pointer.map { $0 + shift }
      output.rawPointer = output.rawPointer.map { $0 + shift }
      return output
    } catch {
      fail(error, "frame \(frames) (t = \(frame.time))")
      return none
    }
  }

  private var twice: String { "wrote more than one line for a frame; expected one answer for each frame" }

  /// Ends the program.
  func end() {
    guard let process, !command.hasFailed(for: participant) else { return self.process = nil }
    let idle = frames == 0 ? command.limits.idle : 0
    do throws(ExternalFault) { try process.end(earlier: twice, watching: idle) } catch {
      fail(error, "at its end, after \(NumberText.count(frames, "frame"))")
    }
    self.process = nil
  }

  private func fail(_ fault: ExternalFault, _ place: String) {
    keep(fault, place, process?.errors)
    process = nil
  }

  private func keep(_ fault: ExternalFault, _ place: String, _ errors: [UInt8]?) {
    command.keep(
      ExternalFailure(
        command: command.line, participant: participant, at: place, fault: fault, errors: errors ?? []))
  }

  private static func read<Value>(
    _ line: ArraySlice<UInt8>, _ name: String, _ body: (UnsafeRawBufferPointer) throws(LineFault) -> Value
  ) throws(ExternalFault) -> Value {
    // `withUnsafeBytes` does not pass on the type of an error.
    let result: Result<Value, LineFault> = line.withUnsafeBytes { bytes in
      do throws(LineFault) { return .success(try body(bytes)) } catch { return .failure(error) }
    }
    switch result {
    case .success(let value): return value
    case .failure(let fault):
      throw ExternalFault("\(name) cannot be read: \(fault.field.map { $0 + ": " } ?? "")\(fault.message)")
    }
  }
}

extension GazeRig {
  /// The pipeline of an external program. A first process is started at once, so that a program that cannot run fails
  /// before anybody is simulated, and for its name and claims.
  ///
  /// - Parameters:
  ///   - command: a command for `/bin/sh -c`.
  ///   - profile: the device of the first process.
  ///   - seconds: longest time for an answer.
  ///   - remark: receives a remark on a slow program, once.
  /// - Throws: `ExternalFailure` if the program does not answer `ready`, or does not end as it should.
  static func program(
    _ command: String, on profile: DeviceProfile, within seconds: Double,
    remark: @escaping @Sendable (String) -> Void
  ) throws -> Pipeline<GazeRig> {
    var limits = ExternalLimits()
    limits.answer = seconds
    return try program(command, on: profile, limits: limits, pace: ExternalPace(remark))
  }

  static func program(
    _ command: String, on profile: DeviceProfile, limits: ExternalLimits, pace: ExternalPace? = nil
  ) throws -> Pipeline<GazeRig> {
    let shared = ExternalCommand(command, limits, pace)
    let first = ExternalPipeline(shared, Setup(upright: profile))
    let ready = first.ready
    first.end()
    try shared.check()
    let (claims, scrolls) = (ready?.claims ?? PointerClaims(), ready?.scrolls)
    return Pipeline(
      name(ready?.name), TerminalText.line(command.prefix(120)), source: "--pipeline-command",
      kind: .program, smoothing: "the program's own", learns: .person,
      engine: PointerEngine { ExternalPipeline(shared, $0) }.with {
        $0.claims = { _ in claims }
        $0.scrolling = {
          switch scrolls {
          case false?: .claimedAbsent
          case true?: .judged
          case nil: shared.statesScroll ? .judged : .neverAnswered
          }
        }
      }, failure: { try shared.check(for: $0) })
  }

  /// A name for reports: the program's own, unless it is that of a pipeline here or has other characters than a name.
  private static func name(_ stated: String?) -> String {
    guard let stated, !stated.isEmpty, stated.utf8.count <= 40,
      stated.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != .comma })
    else { return "command" }
    let taken = pipelines.map(\.name) + ["recorded", "open", "closed", "all"]
    return taken.contains(stated) ? stated + "-command" : stated
  }
}

/// A trial whose pipeline is ended after the last frame.
struct EndingTrial<Base: Trial>: Trial where Base.Sample == RecordedFrame, Base.Output == PointerOutput {
  private var base: Base
  private let pipeline: any EndingPipeline

  init(_ base: Base, ending pipeline: any EndingPipeline) { (self.base, self.pipeline) = (base, pipeline) }

  mutating func step(_ sample: RecordedFrame) -> PointerOutput { base.step(sample) }

  mutating func step(_ sample: RecordedFrame, sharing view: inout CachedEyeView) -> PointerOutput {
    base.step(sample, sharing: &view)
  }

  mutating func finish() -> Base.Result {
    pipeline.end()
    return base.finish()
  }
}
