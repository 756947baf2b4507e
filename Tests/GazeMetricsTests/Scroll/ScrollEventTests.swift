import GazeMetrics
import GazePipeline
import Testing

struct ScrollEventTests {
  /// Events of frames at 20 Hz, one character per frame: d, u, or anything else for no command. Each command moves 5
  /// points.
  private static func events(_ frames: String, maximumGap: Double = 0.25) -> [ScrollEvent] {
    var (builder, events) = (ScrollEventBuilder(maximumGap: maximumGap), [ScrollEvent]())
    for (i, frame) in frames.enumerated() {
      let direction: ScrollDirection = frame == "d" ? .down : frame == "u" ? .up : .none
      let event = builder.step(time: Double(i) / 20, direction: direction, distance: 5)
      if let event { events.append(event) }
    }
    if let last = builder.finish() { events.append(last) }
    return events
  }

  @Test("Only a gap of 0.25 s or more splits an event")
  func gaps() {
    // Four empty frames leave 0.25 s between commands, three leave 0.2 s.
    #expect(Self.events("..dd...d..").map(\.start) == [0.1])
    #expect(Self.events("..dd....d..").map(\.start) == [0.1, 0.4])
    #expect(
      Self.events("..dd...d..") == [ScrollEvent(direction: .down, start: 0.1, end: 0.35, distance: 15)])
  }

  @Test("A change of direction ends a run at once")
  func turn() {
    let events = Self.events("ddud")
    #expect(events.map(\.direction) == [.down, .up, .down])
    #expect(events.map(\.distance) == [10, 5, 5])
    #expect(events.map(\.end) == [0.05, 0.1, 0.15])
  }

  @Test("A gap limit of 0 makes every command an event")
  func noGap() { #expect(Self.events("ddd", maximumGap: 0).count == 3) }

  @Test("A clock running backwards ends a run; invalid times and distances do no harm")
  func hostile() {
    var builder = ScrollEventBuilder()
    var ended = builder.step(time: 1, direction: .down, distance: .infinity)
    #expect(ended == nil)
    ended = builder.step(time: .nan, direction: .up, distance: 1)
    #expect(ended == nil)
    ended = builder.step(time: 0.9, direction: .down, distance: -4)
    #expect(ended == ScrollEvent(direction: .down, start: 1, end: 1, distance: 0))
    #expect(builder.open?.start == 0.9)
  }

  @Test("Intents are runs of labels; an unknown label is no intent")
  func intents() {
    var joining = ScrollIntentBuilder()
    let wishes: [ScrollDirection?] = [.down, ScrollDirection.none, .down, .down, ScrollDirection.none, nil, .down, .up]
    for (i, label) in wishes.enumerated() { _ = joining.step(time: Double(i) / 20, intent: label) }
    #expect(joining.joined == 2)
    var (builder, intents) = (ScrollIntentBuilder(), [ScrollIntent]())
    let labels: [ScrollDirection?] = [.down, .down, nil, .down, .up, ScrollDirection.none, nil]
    for (i, label) in labels.enumerated() {
      let intent = builder.step(time: Double(i) / 10, intent: label)
      if let intent { intents.append(intent) }
    }
    #expect(builder.open?.direction == .up)
    let last = builder.finish()
    #expect(intents == [ScrollIntent(direction: .down, start: 0, end: 0.3)])
    #expect(last == ScrollIntent(direction: .up, start: 0.4, end: 0.4))
  }
}
