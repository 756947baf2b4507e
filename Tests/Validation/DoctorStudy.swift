import GazePipeline
import GazeRecording
import GazeSimulation
import PortableFoundation

@testable import Evaluate
@testable import Inspection
@testable import StudySupport

/// Plants each fault alone, in each of its ways, into good recordings, one per seed, and runs the doctor on them.
struct DoctorStudy: Sendable {
  let profile: DeviceProfile
  /// Simulation of the first recording; the seeds and phones of further recordings count up from its seed and phone.
  let simulation: Simulation
  let seeds: Int

  /// A fault planted in one way, over all seeds.
  struct Row: Sendable, Equatable {
    /// The fault; nil for good recordings.
    var fault: DoctorFault?
    /// Way in which the fault was planted.
    var way: String
    /// Number of recordings in which the doctor named only the planted fault; for good recordings, in which it named no
    /// fault.
    var alone = 0
    /// Number of recordings in which the doctor named the planted fault together with other faults.
    var withOthers = 0
    /// Number of recordings in which the doctor did not name the planted fault.
    var missed = 0
    /// Faults that were named but not planted, with their counts.
    var others: [String: Int] = [:]
  }

  func table(jobs: Int) async throws -> StudyTable {
    let rows = try await rows(jobs: jobs)
    let columns: [StudyColumn<Row>] = [
      .init("fault") { $0.fault?.title ?? "none" }, .init("planted in", \.way),
      .init("named alone") { "\($0.alone)/\(seeds)" }, .init("with others", \.withOthers), .init("missed", \.missed),
      .init("others") { row in
        let others = row.others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return others.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      },
    ]
    let planted = rows.dropFirst()
    return StudyTable(
      title: [
        """
        \(profile.id): \(seeds) recordings of \(simulation.participants) people, seeds from \(simulation.seed) on, a \
        phone each, \(simulation.scenario.rawValue), preset \(simulation.preset.name)
        """, "good recordings (fault none): named alone counts those in which no fault is named",
      ],
      parts: [StudyPart(nil, rows, columns)],
      remarks: ["fewest named alone: \(rows.map(\.alone).min() ?? 0) of \(seeds)"],
      conclusion: """
        \(planted.count { $0.alone == seeds }) of \(planted.count) planted faults are named alone in each recording; \
        \(seeds - rows[0].alone) of \(seeds) good recordings are blamed
        """)
  }

  /// Good recordings first, then the faults.
  func rows(jobs: Int) async throws -> [Row] {
    var rows = [Row(way: "good")] + plants.map { Row(fault: $0.fault, way: $0.way) }
    for named in try await mapInParallel(count: seeds, jobs: jobs, { result($0) }) {
      for (index, faults) in named.enumerated() {
        let rest = faults.filter { $0 != rows[index].fault }
        let isNamed = rows[index].fault.map { faults.contains($0) } ?? true
        if !isNamed {
          rows[index].missed += 1
        } else if rest.isEmpty {
          rows[index].alone += 1
        } else {
          rows[index].withOthers += 1
        }
        for fault in rest { rows[index].others[fault.rawValue, default: 0] += 1 }
      }
    }
    return rows
  }

  private var plants: [PlantedFault] {
    let screen = profile.geometry
    let body = BodySize.millimetres[profile.id].map { $0 / 1000 } ?? screen.metres + SIMD2(0.007, 0.007)
    return PlantedFault.all(screen: screen, body: body)
  }

  private func result(_ index: Int) -> [Set<DoctorFault>] {
    let simulation = simulation.repeated(index)
    var header = simulation.header
    header.truth = nil
    let observations = (0..<simulation.participants).flatMap { participant in
      simulation.frames(participant: participant).map(\.observation)
    }
    let good = PlantedFault.Take(header: header, observations: observations)
    func named(_ take: PlantedFault.Take) -> Set<DoctorFault> {
      var doctor = Doctor(header: take.header, path: "", profile: profile)
      for observation in take.observations { doctor.add(observation) }
      let report = doctor.report()
      // A single distance is only a note, but the study plants it.
      return report.named.union(report.findings.map(\.fault).filter { $0 == .oneDistance })
    }
    return [named(good)]
      + plants.map { planted in
        var take = good
        planted.plant(&take)
        return named(take)
      }
  }
}
