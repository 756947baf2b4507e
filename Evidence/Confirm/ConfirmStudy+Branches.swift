import GazePipeline
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

extension ConfirmStudy {
  /// A take that remembers where others, which differ only in the reader's habits, branch off.
  ///
  /// Place of the gaze and patience matter only while there is an intent to scroll, and patience only in one that lasts
  /// as long. So each frame that cells have in common is simulated once; it halves the study's time.
  struct Trunk {
    /// An intent to scroll.
    private struct Intent {
      /// The take at a frame before the intent, without another intent in between that lasts longer.
      let before: Course
      /// Upper limit of the time for which it was pending, seconds.
      var length = Double.infinity
    }

    private let take: Take
    private let habits: ScrollHabits
    private let intents: [Intent]

    /// Frames between copies of the take: a copy costs as much as ten frames.
    private static let interval = 240
    /// Time by which an intent must be shorter than a patience that does not matter for it, seconds.
    private static let margin = 0.1

    /// Goes on with a take to its end, with these habits.
    init(_ start: Course, _ habits: ScrollHabits) {
      var course = start
      course.change(habits)
      var before = course
      var intents: [Intent] = []
      var (seen, age, begun) = (start.frames.intents, 0, 0.0)
      while true {
        let time = course.time
        if age >= Self.interval, seen?.isPending == false { (before, age) = (course, 0) }
        guard course.step() else { break }
        age += 1
        let now = course.frames.intents
        let (isNew, isPending) = (now?.count != seen?.count, now?.isPending == true)
        if seen?.isPending == true, isNew || !isPending { intents[intents.count - 1].length = course.time - begun }
        if isNew {
          intents.append(Intent(before: before, length: isPending ? .infinity : course.time - time))
          begun = time
        }
        seen = now
      }
      (self.habits, self.intents) = (habits, intents)
      take = course.finish()
    }

    /// The take before the first intent; nil without one.
    var beginning: Course? { intents.first?.before }

    /// The take with the same gaze and a patience that is at most this one's.
    func take(_ habits: ScrollHabits) -> Take {
      guard habits != self.habits,
        let first = intents.first(where: { $0.length > habits.patience - Self.margin })
      else { return take }
      var course = first.before
      course.change(habits)
      while course.step() {}
      return course.finish()
    }
  }

  /// The takes of all cells, in their order, of a take that has just begun.
  ///
  /// - Parameter patience: the task's own, for cells without one, seconds.
  static func takes(_ start: Course, _ cells: [Cell], patience: Double) -> [Take] {
    let habits = cells.map { ScrollHabits(gaze: $0.gaze, patience: $0.patience ?? patience) }
    var takes = [Take?](repeating: nil, count: cells.count)
    var beginning = start
    for gaze in Set(cells.map(\.gaze)).sorted() {
      let own = cells.indices.filter { cells[$0].gaze == gaze }
      let longest = own.map { habits[$0].patience }.max() ?? patience
      let trunk = Trunk(beginning, ScrollHabits(gaze: gaze, patience: longest))
      for cell in own { takes[cell] = trunk.take(habits[cell]) }
      beginning = trunk.beginning ?? beginning
    }
    return takes.compactMap(\.self)
  }
}
