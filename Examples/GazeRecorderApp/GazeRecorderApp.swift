// Records the data that gazesim needs from a phone: dots at several distances and head turns, and a page with prompts
// to scroll. See README.md beside this file. Type-checked against declared signatures, not run on a device.
import Combine
import Foundation
import GazePipeline
import GazeRecording
import Profiles
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
  /// Calibration of this start or of an earlier one, in words; empty if none is kept.
  @Published private(set) var calibrated = ""
  /// State of the page while it is read.
  @Published private(set) var page = ScrollPage(contentHeight: 0, boundsHeight: 0)
  @Published private(set) var files: [URL] = []
  /// Intent that the person states by holding a button.
  var wish = ScrollDirection.none

  // A recording stays on the phone until the person shares it.
  private static let takes = folder("takes", in: .documentDirectory)
  // The calibration is biometric: the app Files does not show this folder, and nothing shares it.
  private static let kept = folder("calibration", in: .applicationSupportDirectory).appending(path: "me.json")
  private let tracking = FaceTrackingSession()
  /// Leads through a plan that is only recorded.
  private var leader: CalibrationProtocol?
  /// Leads through the five dots, and fits the person to them.
  private var calibrator: PersonCalibrator?
  private var recorder: GazeRecorder?
  private var lastTime = 0.0

  init() {
    tracking.onFrame = { [weak self] in self?.take($0) }
    tracking.onChange = { [weak self] in self?.changed(to: $0) }
    restore()
    list()
  }

  /// A folder that is excluded from backups.
  private static func folder(_ name: String, in place: FileManager.SearchPathDirectory) -> URL {
    var folder = FileManager.default.urls(for: place, in: .userDomainMask)[0].appending(path: name)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try? folder.setResourceValues(values)
    return folder
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
    (leader, calibrator) = (nil, nil)
    do {
      if plan == .fivePoints {
        var screen = try BuiltInProfiles.thisDevice().geometry
        screen.points = points
        calibrator = PersonCalibrator(on: screen)
      } else {
        leader = CalibrationProtocol(plan, points: points)
      }
      // The app does not know who holds the phone, so each take belongs to a new person. An app that knows its user
      // passes `person:` an identifier that it made for the user; the user's takes then count as one person's.
      recorder = try GazeRecorder(
        url: Self.takes.appending(path: "take-\(number).jsonl"),
        header: .take(
          device: DeviceModel.identifier, points: points, orientation: .portrait, rate: tracking.framesPerSecond,
          thermalState: .now))
    } catch {
      return note = error.localizedDescription
    }
    (note, lastTime, step) = ("", 0, calibrator?.leader.current ?? leader?.current)
    page = ScrollPage(contentHeight: PageText.height, boundsHeight: points.y)
    tracking.start()
  }

  func skip() {
    leader?.skip()
    calibrator?.skip()
  }

  func end() {
    tracking.stop()
    do {
      try recorder?.close()
      if let calibrator, calibrator.isDone { try keep(calibrator.estimate()) }
    } catch {
      note = error.localizedDescription
    }
    if recorder?.frames == 0, let url = recorder?.url { try? FileManager.default.removeItem(at: url) }
    if note.isEmpty, let leader, leader.plan != .validation {
      note = leader.coverage.shortfalls.joined(separator: "\n")
    }
    recorder = nil
    (leader, calibrator, step, wish) = (nil, nil, nil, .none)
    list()
  }

  /// Keeps the result of the five dots. An app with a pointer also gives it to its `EyeTrackingManager.person`.
  private func keep(_ found: PersonEstimate) throws {
    let profile = try BuiltInProfiles.thisDevice()
    let saved = SavedCalibration(found.calibration, device: profile.id)
    try JSONEncoder().encode(saved).write(to: Self.kept, options: [.atomic, .completeFileProtection])
    let (right, up) = (found.horizontalIntervalDegrees, found.verticalIntervalDegrees)
    let (across, along) = ((right.upperBound - right.lowerBound) / 2, (up.upperBound - up.lowerBound) / 2)
    calibrated = "You are calibrated: " + Self.words(saved)
    calibrated += String(format: " (95 %% interval: ±%.1f° and ±%.1f°.)", across, along)
    if let assumption = profile.assumption { calibrated += "\n" + assumption }
  }

  /// Reads the calibration of an earlier start; an app with a pointer uses `saved.calibration(for: profile)`.
  private func restore() {
    guard FileManager.default.fileExists(atPath: Self.kept.path) else { return }
    let saved = try? JSONDecoder().decode(SavedCalibration.self, from: Data(contentsOf: Self.kept))
    calibrated = saved.map { "You were calibrated: " + Self.words($0) } ?? "Your calibration cannot be read."
  }

  func eraseCalibration() {
    do { try FileManager.default.removeItem(at: Self.kept) } catch { return note = error.localizedDescription }
    calibrated = ""
  }

  private static func words(_ saved: SavedCalibration) -> String {
    let (right, up) = (saved.gazeOffsetDegrees.x, saved.gazeOffsetDegrees.y)
    let (side, height) = (right < 0 ? "left" : "right", up < 0 ? "down" : "up")
    return String(format: "your gaze is off by %.1f° to the \(side) and %.1f° \(height).", abs(right), abs(up))
  }

  func delete(_ file: URL) {
    try? FileManager.default.removeItem(at: file)
    list()
  }

  private func take(_ frame: FaceFrame) {
    guard let step = calibrator?.step(frame) ?? leader?.step(frame) else { return }
    if step != self.step { self.step = step }
    // The state of the button takes precedence over the prompt.
    let intent = step.intent == nil ? nil : wish
    // Without prompts the person reads and scrolls as they like; the app states what it did.
    let isFree = step.intent == nil && step.prompt == .read
    let app = isFree ? RecordedFrame.AppState(scroll: wish, page: page.offset) : RecordedFrame.AppState()
    do { try recorder?.record(frame, target: step.target, intent: intent, app: app) } catch {
      note = error.localizedDescription
      if recorder?.failure != nil { return end() }
    }
    let elapsed = min(max(frame.time - lastTime, 0), 0.1)
    lastTime = frame.time
    if step.intent != nil || isFree, wish != .none {
      page.apply(ScrollCommand(direction: wish, distance: 400 * elapsed))
    }
    if step.isDone { end() }
  }

  private func changed(to state: SessionLife.State) {
    self.state = state
    // In the background the app may be killed at any moment.
    do { try recorder?.flush() } catch { note = error.localizedDescription }
  }

  private func list() {
    let all = try? FileManager.default.contentsOfDirectory(at: Self.takes, includingPropertiesForKeys: nil)
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
        Button("Drift, 12 minutes of reading, on two days") { take.begin(.drift, size: size) }
        Text(
          "The app records the positions of your head and eyes and your facial expression, but no picture. "
            + "Recordings stay on this phone until you share them; your calibration never leaves it.")
        if !take.note.isEmpty { Text(take.note).foregroundStyle(Color.red) }
      }
      if !take.calibrated.isEmpty {
        Section("Calibration") {
          Text(take.calibrated)
          Button("Erase my calibration") { take.eraseCalibration() }
        }
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
      } else if step.intent != nil || step.prompt == .read {
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
