/// Forecast of the number of people with which an undecided limit would be decided.
package enum PeopleForecast {
  /// Number of people with whom the end of an interval would pass the limit if the value stayed as it is: an interval's
  /// width falls with the square root of the number of people, and a tenth is added so that the end passes the limit.
  ///
  /// - Parameters:
  ///   - lower: the lower end of the interval that decides.
  ///   - upper: its upper end.
  ///   - people: number of people in the interval.
  /// - Returns: at most 1e9, also if the value equals the limit; nil if the interval does not reach beyond the value.
  package static func needed(
    value: Double, limit: Double, lower: Double, upper: Double, people: Int
  ) -> Int? {
    let (reach, distance) = value < limit ? (upper - value, limit - value) : (value - lower, value - limit)
    guard reach.isFinite, distance.isFinite, reach > 0 else { return nil }
    let share = distance > 0 ? reach / distance : .infinity
    let needed = 1.1 * Double(people) * share * share
    return needed < 1e9 ? Int(needed.rounded(.up)) : Int(1e9)
  }
}
