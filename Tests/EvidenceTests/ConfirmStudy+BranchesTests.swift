import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct ConfirmStudyBranchesTests {
  private func course(_ simulation: Simulation, _ participant: Int, _ trigger: ScrollTrigger.Settings) throws
    -> ConfirmStudy.Course
  {
    let profile = try DeviceProfile.mini()
    let run = Run<GazeRig>(profile: profile, simulation: simulation, scenarios: [.reading])
    let pipeline = StandardPipeline(
      geometry: run.setup.geometry, smoothing: run.setup.smoothing, trigger: trigger)
    return ConfirmStudy.Course(simulation, participant: participant, pipeline: pipeline, trigger: trigger)
  }

  private func take(_ course: ConfirmStudy.Course) -> ConfirmStudy.Take {
    var course = course
    while course.step() {}
    return course.finish()
  }

  @Test(
    "the takes of all cells are those of each cell alone, with a visible pointer, too (3 people, seed 77)",
    arguments: [ScrollTrigger.Settings.confirm, nil], [0, 0.5])
  func cells(rule: ScrollTrigger.Settings?, compensation: Double) throws {
    let profile = try DeviceProfile.mini()
    let trigger = rule ?? profile.trigger.settings
    var simulation = Simulation(
      device: NominalPhone(profile), scenario: .reading, preset: .typical, seed: 77, phone: 81, participants: 3,
      duration: 150)
    simulation.loop = GazeRig.standard.name
    try simulation.set("sign.made", 1)
    try simulation.set("behaviour.compensation", compensation)
    let cells = [1.02, 0.95, 1.12].flatMap { gaze in
      [2.5, nil, 0.8].map { ConfirmStudy.Cell(gaze: gaze, patience: $0) }
    }
    var different = 0
    for participant in 0..<3 {
      let start = try course(simulation, participant, trigger)
      let patience = try GazeConstant.named("task.patience").value(in: simulation.parameters)
      let takes = ConfirmStudy.takes(start, cells, patience: patience)
      #expect(takes.count == cells.count)
      for (cell, subject) in zip(cells, takes) {
        var task = simulation
        try task.set("task.scrollGaze", cell.gaze)
        try task.set("task.patience", cell.patience ?? patience)
        let alone = take(try course(task, participant, trigger))
        #expect(subject.counts == alone.counts && subject.delays == alone.delays, "\(participant), \(cell.name)")
      }
      different += Set(takes.map { "\($0.counts)" }).count
    }
    // Otherwise the cells would prove nothing.
    #expect(different > 9)
  }
}
