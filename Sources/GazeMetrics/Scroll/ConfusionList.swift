/// Confusion matrices of several people, with 36 bytes a person. Matrices without an event are left out.
package struct ConfusionList: Sendable {
  /// Nine counts a person, which saturate at 2³² − 1.
  private var counts: BlockList<UInt32> = []
  /// The sum of all matrices.
  package private(set) var all = ScrollConfusion()

  /// The matrices of these people.
  package init(_ people: [ScrollConfusion] = []) {
    for person in people { append(person) }
  }

  /// Adds a person's matrix.
  package mutating func append(_ matrix: ScrollConfusion) {
    guard matrix.total > 0 else { return }
    for count in matrix.counts { counts.append(UInt32(clamping: count)) }
    all.merge(matrix)
  }

  /// Number of people.
  package var count: Int { counts.count / 9 }

  /// The matrices, in order.
  var matrices: some Sequence<ScrollConfusion> {
    (0..<count).lazy.map { person in ScrollConfusion(counts: counts[(9 * person)..<(9 * person + 9)].map { Int($0) }) }
  }
}
