import Foundation
import GazeSimulation

/// The function that libFuzzer calls with each input; the environment names the reader.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  switch FuzzEntry.chosen {
  case .reader(let target): _ = target.read(bytes)
  case .planted(let crash): crash.read(bytes)
  }
  return 0
}

/// The choice of what is fuzzed.
enum FuzzEntry {
  case reader(FuzzTarget)
  case planted(PlantedCrash)

  static let chosen: FuzzEntry = {
    let name = ProcessInfo.processInfo.environment["GAZESIM_FUZZ"] ?? ""
    if let target = FuzzTarget(rawValue: name) { return .reader(target) }
    if let crash = PlantedCrash(rawValue: name) {
      PlantedCrash.armed = crash
      return .planted(crash)
    }
    fatalError("GAZESIM_FUZZ=\(name): expected one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
  }()
}
