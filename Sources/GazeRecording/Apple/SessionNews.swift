package import GazePipeline

/// Changes of a session of which an app hears once each: the armed zone, and whether a dot would help.
///
/// After the end of a session nothing is armed and no dot is wanted, so that what an app shows goes away.
package struct SessionNews: Sendable, Equatable {
  /// A change.
  package enum Change: Sendable, Equatable {
    /// The armed zone; `none` when it is no longer armed.
    case armed(ScrollDirection)
    /// Whether a dot would help.
    case wantsDot(Bool)
  }

  private var armed = ScrollDirection.none
  private var wantsDot = false

  package init() {}

  /// The changes since the last call, while the session runs.
  package mutating func changes(armed: ScrollDirection, wantsDot: Bool) -> [Change] {
    var changes: [Change] = []
    if armed != self.armed { changes.append(.armed(armed)) }
    if wantsDot != self.wantsDot { changes.append(.wantsDot(wantsDot)) }
    (self.armed, self.wantsDot) = (armed, wantsDot)
    return changes
  }

  /// The changes at the end of a session, or while it waits.
  package mutating func end() -> [Change] { changes(armed: .none, wantsDot: false) }
}
