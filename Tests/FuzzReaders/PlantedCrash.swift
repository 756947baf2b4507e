import Foundation
import GazeSimulation

/// A crash that must be found before any other run counts.
enum PlantedCrash: String {
  /// Found only with coverage, since each byte of the text must be guessed after the one before.
  case plantedTrap
  /// Found only with the address sanitizer.
  case plantedOverflow
  /// Found only behind a part's checksums and its checks: figures of a changed cell that no check refuses.
  case plantedPart

  /// The crash that this process has to find; nil in a search for others.
  nonisolated(unsafe) static var armed: PlantedCrash?

  /// Figures of the first part that was read, which is the seed.
  nonisolated(unsafe) private static var first: [Double]?

  /// Traps at other figures than the first ones, if this crash is armed.
  func meet(_ figures: [Double]) {
    guard Self.armed == self, !figures.isEmpty else { return }
    if let first = Self.first, first != figures { fatalError("planted") }
    Self.first = figures
  }

  func read(_ bytes: UnsafeRawBufferPointer) {
    switch self {
    case .plantedTrap:
      var known = 0
      for (byte, expected) in zip(bytes, "gaze!".utf8) {
        guard byte == expected else { return }
        known += 1
        if known == 5 { fatalError("planted") }
      }
    case .plantedOverflow:
      guard bytes.count > 3, let base = bytes.baseAddress else { return }
      let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 1)
      defer { copy.deallocate() }
      copy.copyMemory(from: base, byteCount: bytes.count)
      // The byte after the copy.
      if copy.load(fromByteOffset: bytes.count, as: UInt8.self) == 1 { known() }
    case .plantedPart: _ = FuzzTarget.part.read(bytes, ways: [FuzzTarget.part(DragRig.self)])
    }
  }

  @inline(never)
  private func known() {}
}
