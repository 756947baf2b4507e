import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// The check of one number after another is the reference.
struct NumPyCheckTests {
  private let layout = FieldLayout(RecordedFrame.self)

  private var checks: [NumPyCheck] {
    var checks: [NumPyCheck] = []
    for index in layout.slots.indices.dropFirst(FieldLayout.firstField) {
      NumPyCheck.add(index, of: layout, to: &checks)
    }
    return checks
  }

  private func isValid(_ index: Int, _ row: UnsafeRawPointer) -> Bool {
    let slot = layout.slots[index]
    let numbers = 0..<slot.count
    switch slot.storage {
    case .float: return numbers.allSatisfy { slot.float($0, row).isFinite }
    case .number:
      let unknown = numbers.filter { slot.double($0, row).bitPattern == Double.nan.bitPattern }
      return unknown.count == slot.count || numbers.allSatisfy { slot.double($0, row).isFinite }
    case .flag: return numbers.allSatisfy { (-1...1).contains(slot.code($0, row)) }
    case .name:
      return numbers.allSatisfy { (-1..<layout.keys.names[index].count).contains(Int(slot.code($0, row))) }
    case .bool, .participant: return true
    }
  }

  @Test("a row passes where each of its numbers does, whatever the numbers")
  func random() {
    let frame = RecordedFrame(
      observation: .init(
        frame: FaceFrame(
          time: 1, face: .identity, leftEye: .identity, rightEye: .identity, blendShapes: BlendShapes())))
    let odd: [UInt64] = [
      0, 1, .max, 1 << 63, Double.nan.bitPattern, Double.nan.bitPattern | 1, Double.signalingNaN.bitPattern,
      (-Double.nan).bitPattern, Double.infinity.bitPattern, (-Double.infinity).bitPattern,
      Double.greatestFiniteMagnitude.bitPattern, UInt64(Float.infinity.bitPattern), UInt64(Float.nan.bitPattern),
      UInt64((-Float.infinity).bitPattern) << 32, UInt64(Float.signalingNaN.bitPattern) << 32,
      UInt64(Float.greatestFiniteMagnitude.bitPattern),
    ]
    var generator = SeededGenerator(seed: 1)
    var passed = (0, 0)
    for _ in 0..<5_000 {
      layout.withRow(of: frame) { row in
        for _ in 0..<generator.int(0...3) {
          let place = generator.int(FieldLayout.fieldsOffset...layout.size - 8)
          let value = Bool.random(using: &generator) ? generator.next() : odd.randomElement(using: &generator) ?? 0
          let slot = layout.slots.last { $0.offset <= place }
          // Half of the numbers are replaced as a whole, the others across their bounds.
          let whole = Bool.random(using: &generator) ? slot.map { place - (place - $0.offset) % $0.width } : nil
          row.storeBytes(of: value, toByteOffset: min(whole ?? place, layout.size - 8), as: UInt64.self)
        }
        for check in checks {
          let isPassed = check.passes(row)
          #expect(isPassed == check.slots.allSatisfy { isValid($0, row) })
          if isPassed { passed.0 += 1 } else { passed.1 += 1 }
        }
      }
    }
    #expect(passed.0 > 1_000 && passed.1 > 1_000)
  }
}
