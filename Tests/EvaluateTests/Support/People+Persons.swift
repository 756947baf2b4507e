import GazeTesting

@testable import Evaluate

extension People {
  /// People from their results, each in one take.
  init(of people: [R.Person]) { self.init(people.compactMap { Measured([(.all, $0)]) }) }
}

extension Rig {
  /// The remarks on these people.
  static func remarks(_ people: [Person], _ subject: ReportSubject) -> [String] {
    remarks(People(of: people), subject)
  }

  /// The page's pictures of these people.
  static func sections(_ people: [Person], _ subject: ReportSubject) -> [String] {
    sections(Report(subject, People(of: people))).map(\.html)
  }
}
