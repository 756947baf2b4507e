import GazeTesting

@testable import Evaluate

extension Cohort {
  /// People from their results, each in one take.
  init(of people: [R.Person]) { self.init(people.compactMap { PersonMeasurement([(.all, $0)]) }) }
}

extension Rig where Findings == PlainFindings {
  /// The remarks on these people.
  static func remarks(_ people: [Person], _ subject: ReportSubject) -> [String] {
    findings(Cohort(of: people), [:], subject).remarks
  }

  /// The page's pictures of these people.
  static func sections(_ people: [Person], _ subject: ReportSubject) -> [String] {
    page(Report(subject, Cohort(of: people))).sections.map(\.html)
  }
}
