import GazePipeline

/// The numbers that stand for names in a `.npy`; part of the format, so they never change.
enum FrameCodes {
  /// Where an intent or a state is not there.
  static let none: Int8 = -1

  static let intents: [(code: Int8, value: ScrollDirection)] = [(0, .none), (1, .up), (2, .down)]

  static let states: [(code: Int8, value: Truth.State)] = [
    (0, .fixate), (1, .read), (2, .pursue), (3, .saccade), (4, .blink), (5, .scroll), (6, .away),
  ]

  static func code(_ intent: ScrollDirection?) -> Int8 {
    switch intent {
    case nil: none
    case .some(.none): 0
    case .up: 1
    case .down: 2
    }
  }

  static func code(_ state: Truth.State?) -> Int8 { states.first { $0.value == state }?.code ?? none }
}
