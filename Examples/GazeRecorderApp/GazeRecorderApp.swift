// Records the data that gazesim needs from a phone: dots at several distances and head turns, and a page with prompts
// to scroll. See README.md beside this file. Type-checked against declared signatures, not run on a device.
import Combine
import Foundation
import GazePipeline
import GazeRecording
import SwiftUI
import UIKit

@main
struct GazeRecorderApp: App {
  var body: some Scene {
    WindowGroup { RootView() }
  }
}

/// One recording from its first frame to its file.
@MainActor
final class Take: ObservableObject {
  /// Instruction to show now; nil while nothing is recorded.
  @Published private(set) var step: CalibrationProtocol.Step?
  @Published private(set) var state = SessionLife.State.stopped
  /// Error, or a description of what the recording lacks.
  @Published private(set) var note = ""
  /// State of the page while it is read.
  @Published private(set) var page = ScrollPage(contentHeight: 0, boundsHeight: 0)
  @Published private(set) var files: [URL] = []
  /// Intent that the person states by holding a button.
  var wish = ScrollDirection.none

  // Excluded from backups: a recording stays on the phone until the person shares it.
  private static let folder: URL = {
    var folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appending(path: "takes")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try? folder.setResourceValues(values)
    return folder
  }()
  /// Profile of this device; nil if its file of the folder `profiles` was not added to the app.
  private static let profile: DeviceProfile? =
    Bundle.main.paths(forResourcesOfType: "json", inDirectory: nil).compactMap { try? DeviceProfile(path: $0) }
    .first { $0.modelIdentifiers.contains(DeviceModel.identifier) }
  private let tracking = FaceTrackingSession()
  private var leader: CalibrationProtocol?
  /// Fit of the person to the dots of this take; nil if the app has no profile of this device.
  private var fit: PersonFit?
  private var finder = FixationFinder()
  private var fixations: [Fixation] = []
  private var recorder: GazeRecorder?
  private var lastTime = 0.0

  init() {
    tracking.onFrame = { [weak self] in self?.take($0) }
    tracking.onChange = { [weak self] in self?.changed(to: $0) }
    list()
  }

  func begin(_ plan: CalibrationPlan, size: CGSize) {
    guard size.width < size.height else { return note = "Hold the phone upright." }
    let points = SIMD2(Double(size.width), Double(size.height))
    let scene = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.first
    if let screen = scene?.screen.fixedCoordinateSpace.bounds.size,
      abs(screen.width - size.width) > 1 || abs(screen.height - size.height) > 1
    {
      return note = "Make this window as large as the screen: targets are recorded in the screen's points."
    }
    // The name is a number, because a name with the date would reveal the date.
    let number = 1 + (files.compactMap { Int($0.deletingPathExtension().lastPathComponent.dropFirst(5)) }.max() ?? 0)
    do {
      // The app does not know who holds the phone, so each take belongs to a new person. An app that knows its user
      // passes `person:` an identifier that it made for the user; the user's takes then count as one person's.
      recorder = try GazeRecorder(
        url: Self.folder.appending(path: "take-\(number).jsonl"),
        header: .take(
          device: DeviceModel.identifier, points: points, orientation: .portrait, rate: tracking.framesPerSecond,
          thermalState: .now))
    } catch {
      return note = error.localizedDescription
    }
    (leader, note, lastTime) = (CalibrationProtocol(plan, points: points), "", 0)
    (fit, finder, fixations) = (nil, FixationFinder(), [])
    if plan == .fivePoints, var screen = Self.profile?.geometry {
      screen.points = points
      fit = PersonFit(on: screen)
    }
    (step, page) = (leader?.current, ScrollPage(contentHeight: PageText.height, boundsHeight: points.y))
    tracking.start()
  }

  func skip() { leader?.skip() }

  func end() {
    tracking.stop()
    do { try recorder?.close() } catch { note = error.localizedDescription }
    if recorder?.frames == 0, let url = recorder?.url { try? FileManager.default.removeItem(at: url) }
    if note.isEmpty, let leader {
      switch leader.plan {
      case .validation: break
      case .fivePoints: note = calibrated()
      default: note = leader.coverage.shortfalls.joined(separator: "\n")
      }
    }
    recorder = nil
    (leader, step, wish) = (nil, nil, .none)
    list()
  }

  /// Result of the five dots in words.
  private func calibrated() -> String {
    guard let fit else { return "Add this device's profile to the app, so that it can calibrate you." }
    do {
      let found = try fit.fit(fixations + finder.finish(), tally: finder.tally)
      func degrees(_ range: ClosedRange<Double>) -> String {
        let (middle, half) = ((range.lowerBound + range.upperBound) / 2, (range.upperBound - range.lowerBound) / 2)
        return String(format: "%.1f° ± %.1f°", middle, half)
      }
      // An app with a pointer passes `found.calibration` to its pipeline, and keeps a `SavedCalibration`.
      return "Your gaze is off by \(degrees(found.horizontalIntervalDegrees)) to the right and "
        + "\(degrees(found.verticalIntervalDegrees)) up."
    } catch {
      return error.localizedDescription
    }
  }

  func delete(_ file: URL) {
    try? FileManager.default.removeItem(at: file)
    list()
  }

  private func take(_ frame: FaceFrame) {
    guard let step = leader?.step(frame) else { return }
    if step != self.step { self.step = step }
    // The state of the button takes precedence over the prompt.
    let intent = step.intent == nil ? nil : wish
    do { try recorder?.record(frame, target: step.target, intent: intent) } catch {
      note = error.localizedDescription
      if recorder?.failure != nil { return end() }
    }
    if fit != nil, let fixation = finder.add(RecordedFrame.Observation(frame: frame, target: step.target)) {
      fixations.append(fixation)
    }
    let elapsed = min(max(frame.time - lastTime, 0), 0.1)
    lastTime = frame.time
    if step.intent != nil, wish != .none { page.apply(ScrollCommand(direction: wish, distance: 400 * elapsed)) }
    if step.isDone { end() }
  }

  private func changed(to state: SessionLife.State) {
    self.state = state
    // In the background the app may be killed at any moment.
    do { try recorder?.flush() } catch { note = error.localizedDescription }
  }

  private func list() {
    let all = try? FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
    files = (all ?? []).filter { $0.pathExtension == "jsonl" }.sorted { $0.path > $1.path }
  }
}

struct RootView: View {
  @StateObject private var take = Take()

  var body: some View {
    // The view fills the whole screen, because targets are points from the screen's corner, not from the safe area's.
    GeometryReader { screen in
      if let step = take.step {
        RecordingView(take: take, step: step)
      } else {
        StartView(take: take, size: screen.size)
      }
    }
    .ignoresSafeArea()
  }
}

struct StartView: View {
  @ObservedObject var take: Take
  let size: CGSize

  var body: some View {
    List {
      Section("Record") {
        Button("Calibration and a page, 6 minutes") { take.begin(.full + .page, size: size) }
        Button("Without head turns, 1 minute") { take.begin(.distances, size: size) }
        Button("Calibrate me, 15 seconds") { take.begin(.fivePoints, size: size) }
        Button("Validation, on another day") { take.begin(.validation, size: size) }
        Text(
          "The app records the positions of your head and eyes and your facial expression, but no picture. "
            + "Recordings stay on this phone until you share them.")
        if !take.note.isEmpty { Text(take.note).foregroundStyle(Color.red) }
      }
      Section("Recordings") {
        ForEach(take.files, id: \.self) { file in
          ShareLink(file.lastPathComponent, item: file)
        }
        .onDelete { rows in for file in rows.map({ take.files[$0] }) { take.delete(file) } }
      }
    }
    .padding(.vertical, 50)
  }
}

struct RecordingView: View {
  @ObservedObject var take: Take
  let step: CalibrationProtocol.Step

  var body: some View {
    ZStack {
      Color.white
      if case .failed(let failure) = take.state {
        FailureView(failure: failure) { take.end() }
      } else if take.state != .running {
        PromptView(take: take, text: take.state == .interrupted ? "Interrupted. It resumes by itself." : "One moment.")
      } else if let target = step.target {
        DotView().position(x: target.x, y: target.y)
      } else if step.intent != nil {
        PageView(take: take, prompt: step.prompt)
      } else {
        PromptView(take: take, text: step.prompt.text, progress: step.progress, canSkip: true)
      }
    }
    .foregroundStyle(Color.black)
    .statusBarHidden(true)
  }
}

/// A dot that is large enough to be found, with a small centre to look at.
struct DotView: View {
  var body: some View {
    ZStack {
      Circle().fill(Color.black).frame(width: 24, height: 24)
      Circle().fill(Color.white).frame(width: 5, height: 5)
    }
  }
}

struct PromptView: View {
  let take: Take
  let text: String
  var progress = 0.0
  var canSkip = false

  var body: some View {
    VStack(spacing: 24) {
      Text(text).font(.title2).multilineTextAlignment(.center)
      ProgressView(value: progress)
      if canSkip { Button("I cannot do this: skip it") { take.skip() } }
      Button("Stop") { take.end() }
    }
    .padding(40)
  }
}

struct FailureView: View {
  let failure: SessionLife.Failure
  let close: @MainActor () -> Void
  @Environment(\.openURL) private var openURL

  var body: some View {
    VStack(spacing: 24) {
      Text(failure.localizedDescription).multilineTextAlignment(.center)
      if failure == .cameraDenied, let settings = URL(string: UIApplication.openSettingsURLString) {
        Button("Open Settings") { openURL(settings) }
      }
      Button("Close") { close() }
    }
    .padding(40)
  }
}

/// A page to read. Holding a button states the intent of the reader, and scrolls.
struct PageView: View {
  @ObservedObject var take: Take
  let prompt: CalibrationPrompt

  var body: some View {
    // The page is an overlay, so that its height does not stretch the layout.
    Color.white
      .overlay(alignment: .top) { PageText().offset(y: -take.page.offset) }
      .clipped()
      .overlay {
        VStack {
          WishButton(take: take, title: "I want to scroll up", wish: .up)
          Spacer()
          if prompt != .read { Text(prompt.text).font(.title2).background(Color.white) }
          WishButton(take: take, title: "I want to scroll down", wish: .down)
        }
        .padding(.vertical, 50)
      }
  }
}

struct WishButton: View {
  let take: Take
  let title: String
  let wish: ScrollDirection

  var body: some View {
    Text(title).padding(16).background(Color.yellow).accessibilityAddTraits(.isButton)
      // Also called when the system takes the touch away, so that no intent lasts forever.
      .onLongPressGesture(minimumDuration: .infinity, maximumDistance: .infinity) {
      } onPressingChanged: { isHeld in
        take.wish = isHeld ? wish : .none
      }
  }
}

struct PageText: View {
  static let height = 6000.0

  var body: some View {
    VStack(spacing: 24) {
      ForEach(1..<60, id: \.self) { number in
        Text("\(number). A pinch of salt, a spoon of flour, and the rest of the milk, stirred until nothing sticks.")
      }
    }
    .font(.title3).padding(24)
    .frame(height: Self.height, alignment: .top)
  }
}
