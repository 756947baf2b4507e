import Evaluate
import GazePipeline

/// Texts of the files that `gazesim init` writes beside the limits.
enum InitTemplates {
  /// A workflow for GitHub that gates each pull request.
  static func workflow(device: String, limits: String) -> String {
    """
    # A gate on the gaze pointer in each pull request; written by 'gazesim init'.
    # Replace OWNER/gazesim@COMMIT: the repository where you keep gazesim, and a full commit hash of it.
    name: Gaze
    on: pull_request
    permissions: {contents: read}
    jobs:
      gate:
        runs-on: ubuntu-24.04
        container: swift:6.3.1-noble  # brings Swift, which the action needs (6.1 or newer); the action installs GSL
        timeout-minutes: 30
        steps:
          - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
          - uses: OWNER/gazesim@COMMIT
            with:
              device: \(device)
              limits: \(limits)

    """
  }

  /// A test of the app's own pipeline. As written it tests the pipeline `standard`, so that it passes at once.
  ///
  /// - Parameters:
  ///   - error: limit of the median pointer error, points.
  ///   - lag: limit of the lag, milliseconds.
  static func test(device: String, error: Double, lag: Double) -> String {
    """
    import GazeTesting
    import Testing

    /// Fails when the pointer gets worse than it was when 'gazesim init' wrote this file. Simulated people: the limits
    /// find regressions, and say nothing of a phone. Run it with 'swift test -c release'.
    @Test func gazePointerIsNoWorse() throws {
      let phone = try NominalPhone(device: "\(device)")
      let check = AccuracyCheck(Simulation(device: phone, scenario: .validation, participants: \(people)))
      let limits = [
        AccuracyGate(.pointerErrorPointsMedian, atMost: \(text(error))),
        AccuracyGate(.pointerLatencyMilliseconds, atMost: \(text(lag))),
      ]
      // Put your own PointerPipeline here, and set the limits from what it reaches. The mapping is judged in all four
      // orientations of the interface: make the pipeline for the screen that it is given.
      let profile = try DeviceProfile.builtIn("\(device)")
      let report = try check.report(limits) { StandardPipeline(profile, screen: $0.screen) }
      #expect(report.verdict == .pass, "\\(report)")
    }

    """
  }

  /// Number of people of the test that `init` writes; it need not be `SimulationOptions.usualPeople`.
  static let people = 20

  /// A limit without needless digits.
  private static func text(_ value: Double) -> String {
    value.rounded() == value && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
  }
}
