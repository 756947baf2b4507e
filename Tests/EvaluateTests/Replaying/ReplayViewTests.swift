import GazePipeline
import GazeRecording
import Testing

@testable import Evaluate

/// The picture is a function of the state alone; the expected lines are stored here.
@Suite struct ReplayViewTests {
  /// Eyes 10° to the right and 15° down in a head that is not turned; target, pointers and a scroll.
  private func view() -> ReplayView {
    let eye = GazeAngles(yaw: 10 * .pi / 180, pitch: -15 * .pi / 180).rotationWithoutRoll
    let matrix = TransformMatrix(RigidTransform(rotation: eye))
    let frame = FaceFrame(time: 2.05, face: .identity, leftEye: matrix, rightEye: matrix)
    var view = ReplayView(
      title: "take.jsonl  iphone12mini, recorded", screen: SIMD2(375, 812), axes: .world, controls: ReplayControls())
    view.moment = ReplayMoment(
      unit: 124, seconds: 2.05, observation: RecordedFrame.Observation(frame: frame, target: SIMD2(187, 406)),
      lineOfSight: LineOfSight(frame),
      pipelines: [
        ReplayMoment.Pipeline(
          name: "article2021",
          output: PointerOutput(
            pointer: SIMD2(100, 900), rawPointer: nil, scroll: ScrollCommand(direction: .down, distance: 10))),
        ReplayMoment.Pipeline(name: "standard", output: PointerOutput(pointer: SIMD2(300, 100), rawPointer: nil)),
      ])
    (view.units, view.seconds) = (1913, 63.76)
    return view
  }

  @Test("on 80 × 24: header, bar, both eyes with both angles, pipelines, phone, keys")
  func wide() {
    let lines = view().picture(columns: 80, rows: 24).lines
    #expect(
      lines == [
        "take.jsonl  iphone12mini, recorded                                    playing x1",
        "unit 124 of 1913   0:02.05 of 1:03.76",
        "[###...........................................................................]",
        "degrees right and up, in the world's axes",
        " left eye               right eye              +---------------+",
        ".-----------------.    .-----------------.     |               |  * target",
        "|                 |    |                 |     |            B  |",
        "|                 |    |                 |     |               |",
        "|                 |    |                 |     |               |",
        "|                 |    |                 |     |               |",
        "|        +        |    |        +        |     |               |",
        "|          O      |    |          O      |     |               |",
        "|                 |    |                 |     |               |",
        "|                 |    |                 |     |       *       |",
        "|                 |    |                 |     |               |",
        "'-----------------'    '-----------------'     |               |",
        "published   +9.6 -14.8 published   +9.6 -14.8  |               |",
        "correct    +10.0 -15.0 correct    +10.0 -15.0  |               |",
        "          0.4 deg apart          0.4 deg apart |               |",
        "A article2021        scrolls down 10.0 pt      |               |",
        "B standard                                     |               |",
        "                                               +----A----------+",
        "",
        "space pause   . , step   l loop   + - speed   q quit",
      ])
  }

  @Test("on 40 × 12: the same in words, and on 12 × 3 as much as fits; never too many or too long lines")
  func small() {
    #expect(
      view().picture(columns: 40, rows: 12).lines == [
        "take.jsonl  iphone12mini, re  playing x1",
        "unit 124 of 1913   0:02.05 of 1:03.76",
        "[#.....................................]",
        "",
        "left   +10.0 -15.0  pub   +9.6 -14.8",
        "right  +10.0 -15.0  pub   +9.6 -14.8",
        "A article2021  100 900  scrolls down 10.",
        "B standard  300 100",
        "* target  187 406",
        "",
        "",
        "space . , l + - q",
      ])
    for columns in [0, 1, 2, 5, 11, 12, 13, 20, 39, 65, 66, 67, 80, 132, 199, 200, 1000] {
      for rows in [0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 14, 15, 16, 17, 20, 23, 24, 30, 59, 60, 500] {
        let lines = view().picture(columns: columns, rows: rows).lines
        #expect(lines.count == min(rows, 60) && lines.allSatisfy { $0.count <= min(columns, 200) })
        if rows > 0, columns >= 39 { #expect(lines[0].hasSuffix("playing x1"), "\(columns) × \(rows): \(lines[0])") }
        if rows > 1, columns >= 39 { #expect(lines[1] == "unit 124 of 1913   0:02.05 of 1:03.76") }
      }
    }
  }

  @Test("an unknown value is a question mark, a missing one a dash or a word; no value is NaN")
  func unknown() {
    var view = view()
    (view.units, view.seconds) = (nil, nil)
    view.moment?.lineOfSight?.right = nil
    #expect(view.picture(columns: 80, rows: 24).lines[1] == "unit 124 of ?   0:02.05 of ?")
    #expect(view.picture(columns: 80, rows: 24).lines[17].hasPrefix("correct    +10.0 -15.0 correct   -"))
    view.moment?.observation.frame.isTracked = false
    view.moment?.lineOfSight = nil
    #expect(view.picture(columns: 80, rows: 24).lines.contains { $0.contains("no face") })
    view.moment?.pipelines[0].output.pointer = SIMD2(.nan, .infinity)
    view.moment?.seconds = .infinity
    view.screen = SIMD2(0, .nan)
    let text = view.picture(columns: 80, rows: 24).lines.joined(separator: "\n").lowercased()
    #expect(!text.contains("nan") && !text.contains("inf"))
    view.moment = nil
    #expect(view.picture(columns: 80, rows: 24).lines[1] == "unit 0 of ?   0:00.00 of ?")
  }

  @Test("state, speed, loop and lap are in the first line")
  func states() {
    var view = view()
    func state() -> String { view.picture(columns: 80, rows: 24).lines[0] }
    view.controls = ReplayControls(speed: 0.25, isLooping: true)
    view.laps = 2
    #expect(state().hasSuffix("  playing x0.25, loop, lap 3"))
    view.controls.isPaused = true
    view.controls.speed = 4
    #expect(state().hasSuffix("  paused x4, loop, lap 3"))
    view.isAtEnd = true
    #expect(state().hasSuffix("  end x4, loop, lap 3"))
    view.people = 3
    #expect(view.picture(columns: 80, rows: 24).lines[1] == "unit 124 of 1913   0:02.05 of 1:03.76   participant 0")
  }

  @Test("the eye's mark moves right and down with the angles, the published one beside it, and stops at the rim")
  func eyes() throws {
    var view = view()
    func place(_ mark: Character, _ yaw: Double, _ pitch: Double) throws -> (column: Int, row: Int) {
      let angles = GazeAngles(yaw: yaw * .pi / 180, pitch: pitch * .pi / 180)
      view.moment?.lineOfSight?.left?.correct = angles
      view.moment?.lineOfSight?.left?.published = GazeAngles(yaw: -angles.yaw, pitch: -angles.pitch)
      let lines = view.picture(columns: 80, rows: 24).lines.map { Array($0) }
      for row in 6...14 {
        for column in 1...17 where lines[row][column] == mark { return (column, row) }
      }
      throw UnknownNameError(kind: "mark", name: "\(mark)", among: [])
    }
    #expect(try place("O", 0, 0) == (9, 10))
    #expect(try place("O", 40, 0) == (17, 10))
    #expect(try place("O", -80, 0) == (1, 10))
    #expect(try place("O", 0, 60) == (9, 6))
    #expect(try place("O", 20, -30) == (13, 12))
    #expect(try place("x", 20, -30) == (5, 8))
  }

  @Test("a phone in landscape is wider than high; a pointer off the screen is on its border")
  func phone() {
    var view = view()
    view.screen = SIMD2(812, 375)
    view.moment?.pipelines[0].output.pointer = SIMD2(-50, 100)
    let lines = view.picture(columns: 100, rows: 24).lines
    let top = lines.firstIndex { $0.contains("+-----") } ?? 0
    let width = lines[top].count { $0 == "-" }
    let height = (lines[(top + 1)...].firstIndex { $0.contains("+-----") } ?? 0) - top - 1
    #expect(width > 3 * height && height >= 4)
    #expect(lines.contains { Array($0).count > 47 && Array($0)[47] == "A" })
  }

  @Test(
    "time is shown as on a clock",
    arguments: [(0, "0:00.00"), (59.999, "0:59.99"), (63.76, "1:03.76"), (3723.5, "1:02:03.50")])
  func clock(_ seconds: Double, _ text: String) {
    #expect(ReplayView.clock(seconds) == text)
    #expect(ReplayView.clock(.infinity).isEmpty == false)
  }
}
