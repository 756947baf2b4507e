import Calibrate
import GazePipeline
package import GazeRecording
package import GazeSimulation
import GazeTesting
import Inspection
import PortableFoundation

extension GazeRig {
  /// A fit to fixations on known targets.
  package static func fit(_ setup: Setup) -> GazeFit { GazeFit(setup) }

  /// Fits to fixations, and adds the parts that an app's pointer uses, with smoothing and trigger fitted with the
  /// geometry just found.
  package static func calibrate(_ run: CalibrationRun<GazeRig>, _ work: Work) async throws -> CalibrationFile {
    // The simulated people are taken in in parallel; each person is a separate recording.
    var (file, fit, roster) = try await run.fitted(
      work,
      taking: { simulation, fit, setup in
        let blank = fit
        fit.found = try await mapInParallel(count: simulation.participants, jobs: work.jobs) { participant in
          var part = blank
          part.begin(setup, session: 0)
          for frame in simulation.frames(participant: participant) {
            part.add(frame.observation, participant: participant)
          }
          try part.end()
          return part.found
        }.flatMap { $0 }
      }, joining: run.join,
      attending: { header, path in
        guard let faults = run.faults else { return nil }
        var doctor = Doctor(header: header, path: path, profile: run.profile)
        return (
          { doctor.add($0.observation) },
          {
            if doctor.isFaceless {
              throw FileError(
                path: path, field: "face",
                message: "no frame has a face, only a pointer, so there is nothing to fit to")
            }
            faults.add(doctor.faults(.calibrating))
          }
        )
      })
    guard let estimate = fit.estimate else { return file }
    file.fittedTo = run.words(fit, estimate.fixations, roster)
    work.progress(0.6)
    let smoothing = try await run.smoothing(estimate, roster, jobs: work.jobs)
    work.progress(0.8)
    file.fit.heldOut = try await run.heldOut(estimate, jobs: work.jobs)
    var gaze = CalibrationFile.Gaze(
      geometry: estimate.fileGeometry, people: estimate.filePeople, smoothing: smoothing,
      trigger: run.profile.trigger.settings, kept: estimate.kept, sessionSpread: estimate.sessionSpread,
      panelSize: estimate.panelSize)
    for place in gaze.people.indices {
      gaze.people[place].person = roster.identifier(of: gaze.people[place].participant)
    }
    file.gaze = gaze
    work.progress(0.85)
    if let tuned = try await run.trigger(file, jobs: work.jobs) {
      (gaze.trigger, gaze.triggerChoice) = tuned
      file.gaze = gaze
    }
    return file
  }
}

extension CalibrationRun where R == GazeRig {
  /// Refuses a recording of another device, or of another simulated phone; the phone's number determines the phone. A
  /// recording stripped of its truth does not state the phone's number; then the user must make sure that it is the
  /// same phone, as with a real phone.
  fileprivate func join(_ header: RecordingHeader, path: String, after earlier: [Earlier]) throws(FileError) {
    guard profile.isNamed(header.device) else {
      throw FileError(
        path: path, line: 1, field: "device",
        message: "is a recording of \"\(header.device)\", the fit is of \"\(profile.id)\"; fit each device separately")
    }
    guard header.source == .simulated, let phone = header.phone else { return }
    for other in earlier where other.header.source == .simulated && other.header.phone ?? phone != phone {
      throw FileError(
        path: path, line: 1, field: "phone",
        message: "comes from a different simulated phone than the first recording; fit each phone separately")
    }
  }

  /// The data of the fit in words, with the number of fixations.
  fileprivate func words(_ fit: GazeFit, _ count: Int, _ roster: RecordedPeople) -> String {
    let (kind, origin): (String, String)
    switch source {
    case .simulated(let simulation):
      kind = FixationSearch.kind(fit.found)
      origin = """
        simulated: \(NumberText.count(simulation.participants, "person", "people")), \
        \(simulation.scenario.rawValue)\(kind), preset \(simulation.preset.name), phone \(simulation.phone), \
        seed \(simulation.seed)
        """
    case .recordings(let paths):
      kind = fit.found.map { FixationSearch.kind([$0]) }.joined()
      origin = "\(paths.joined(separator: ", "))\(kind) (\(roster.people.summary))"
    }
    // The tally of dropped fixations counts only fixations on stationary targets; for other kinds of fixations it is
    // not used.
    let dropped = kind.isEmpty ? fit.tally.dropped : 0
    let left = dropped > 0 ? " (\(dropped) more were too short, or without a usable face)" : ""
    return "\(count) fixations\(left), \(origin)"
  }

  /// The smoothing, fitted with the geometry just found: to the fixations of recordings, and for simulated people also
  /// to their behaviour in a later session. If the pointer never jumped or never rested, lag and jitter cannot be
  /// distinguished; then the profile's smoothing is kept, without measured values.
  fileprivate func smoothing(
    _ estimate: GeometryEstimate, _ roster: RecordedPeople, jobs: Int
  ) async throws -> CalibrationFile.SmoothingChoice {
    var takes: [SmoothingTake] = []
    switch source {
    case .simulated(let simulation):
      takes = try await SmoothingRun.takes(
        simulation, [simulation.scenario] + SmoothingRun.scenarios.filter { $0 != simulation.scenario },
        geometry: estimate.geometry.turned(to: simulation.orientation), jobs: jobs,
        person: { estimate.person($0) ?? .none })
    case .recordings(let paths):
      for (place, path) in paths.enumerated() {
        var reader = try RecordingReader(path: path)
        let geometry = estimate.geometry.turned(to: reader.header.orientation)
        let scenario = reader.header.scenario
        let tracks = PointerTrack.tracks(
          from: try reader.observations(), geometry: geometry,
          person: { participant in
            roster.number(of: participant, in: place).flatMap { estimate.person($0) } ?? .none
          })
        takes += tracks.prefix(SmoothingRun.mostPeople).enumerated().map { index, track in
          SmoothingTake(
            scenario: scenario, participant: index, track: track.prefix(seconds: SmoothingRun.seconds))
        }
      }
    }
    let run = SmoothingRun(takes: takes)
    guard let selection = try await run.selection(jobs: jobs) else {
      return CalibrationFile.SmoothingChoice(profile.smoothingValue)
    }
    return try await run.choice(selection, jobs: jobs)
  }

  /// The trigger, tuned to simulated people with this phone, geometry and smoothing, each with a 5-point calibration as
  /// an app's users have. Recordings of fixations contain no intents to scroll, so the profile's trigger is kept for
  /// them.
  fileprivate func trigger(
    _ file: CalibrationFile, jobs: Int
  ) async throws -> (settings: ScrollTrigger.Settings, choice: CalibrationFile.TriggerChoice)? {
    guard case .simulated(var simulation) = source else { return nil }
    // More people are simulated for the trigger, since the few people who suffice for the geometry are too few for the
    // trigger.
    simulation.participants = TriggerRun.people
    simulation.duration = nil
    // The trigger is tuned with another seed, so that an evaluation with this command's seed uses people for whom the
    // trigger was not tuned.
    simulation.seed &+= TriggerRun.seedApart
    let evaluation = Run<GazeRig>(profile: profile, simulation: simulation, calibration: file)
    return try await TriggerRun(profile: profile, simulation: simulation).tuned(jobs: jobs) {
      evaluation.setup($0)
    }
  }

  /// The error of the same people and phone in a later session, which the fit did not use. Recordings have no such
  /// session.
  fileprivate func heldOut(_ estimate: GeometryEstimate, jobs: Int) async throws -> Double? {
    guard case .simulated(var later) = source else { return nil }
    later.scenario = .validation
    later.duration = nil
    let simulation = later
    let found = try await mapInParallel(count: simulation.participants, jobs: jobs) { participant in
      FixationFinder.fixations(in: simulation.frames(participant: participant).lazy.map(\.observation)).fixations
    }
    return GeometryFit.residualRMS(
      of: found.flatMap { $0 }.map { $0.upright(simulation.orientation, of: simulation.screen.points) },
      geometry: estimate.geometry, people: estimate.people)
  }
}
