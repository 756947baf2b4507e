#if canImport(ARKit) && canImport(AVFoundation) && canImport(UIKit) && !os(visionOS)
  public import ARKit
  public import GazePipeline
  public import UIKit

  /// Receives the results of an `EyeTrackingManager`. The first method is that of the 2021 article's delegate; the
  /// other methods are optional.
  @MainActor public protocol EyeTrackingManagerDelegate: AnyObject {
    /// Receives the point of regard, relative to `EyeTrackingManager.pointerOrigin`, in points. As in the article, it
    /// is the translation of a pointer view: `pointerView.transform = CGAffineTransform(translationX: …, y: …)`.
    func didUpdate(lookingPoint: CGPoint)
    /// Receives the pipeline's whole output for a frame, in points of the screen, including the scroll that the
    /// pipeline asks for.
    func didUpdate(output: PointerOutput, frame: FaceFrame)
    /// Receives a change of the session: it runs, waits, or failed (camera denied, no face tracking, interrupted).
    func didChange(state: SessionLife.State)
    /// Receives the direction for which the gaze has armed the scroll trigger, to show it; `none` when it is no longer
    /// armed. Only the rule `confirm` arms before it scrolls.
    func didChange(armed: ScrollDirection)
    /// Receives whether a dot would help the pointer: true if its offset is not known well. Show a dot at the next
    /// suitable moment, not in the middle of a line.
    func didChange(wantsDot: Bool)
  }

  extension EyeTrackingManagerDelegate {
    /// Does nothing.
    public func didUpdate(output: PointerOutput, frame: FaceFrame) {}
    /// Does nothing.
    public func didChange(state: SessionLife.State) {}
    /// Does nothing.
    public func didChange(armed: ScrollDirection) {}
    /// Does nothing.
    public func didChange(wantsDot: Bool) {}
  }

  /// Replaces the 2021 article's class of this name, with the same delegate method, on top of the `standard` pipeline:
  /// with the device's geometry, a person's calibration if there is one, smoothing, a pointer that stays in place
  /// during blinks and while the face is lost, and any orientation. Two things differ for the caller: the initialiser
  /// throws, and if no frames come after `runSession`, `didChange(state:)` states the reason. The initialiser without
  /// a `profile`, as the article has it, is in the product Profiles, which has the profiles of all phones.
  ///
  ///     manager = try EyeTrackingManager(with: sceneView, delegate: self, profile: profile)
  ///     manager.runSession()    // viewWillAppear
  ///     manager.pauseSession()  // viewWillDisappear
  ///
  /// The code was type-checked against declared signatures of Apple's functions, but never run on a device.
  @MainActor public final class EyeTrackingManager {
    /// Origin of `lookingPoint`, points of the screen: the pointer view's centre before it is moved. By default the
    /// screen's top centre, as in the article; with `.zero`, `lookingPoint` is a point of the screen.
    public var pointerOrigin: CGPoint?
    /// The person's calibration; with a new one the pointer starts again.
    public var person: PersonCalibration {
      get { pipeline.person }
      set { pipeline.person = newValue }
    }
    /// The screen in its current orientation, for a `PersonCalibrator`. Its points are known from the first frame on.
    public var screen: ScreenGeometry { pipeline.geometry }
    /// The session.
    public let tracking: FaceTrackingSession
    /// The device's profile. Its `assumption` is a sentence to show if no profile lists the phone.
    public let profile: DeviceProfile

    /// Rule of scrolling; by default the profile's. `trigger.instruction` tells people how to scroll with it.
    public var trigger: ScrollTrigger.Settings {
      get { pipeline.trigger }
      set { pipeline.trigger = newValue }
    }
    /// Evidence by which the pointer is recentred in the session, such as `Recentring.Settings(reading: .lines)`; nil,
    /// as at the beginning, for no recentring.
    public var recentring: Recentring.Settings? {
      get { pipeline.recentring }
      set { pipeline.recentring = newValue }
    }
    /// Returns the page's `contentOffset.y`, points, or nil without a page; called for each frame. Capture the view
    /// weakly.
    public var pageOffset: (@MainActor () -> Double?)?
    /// Knowledge of the pointer's offset; nil without recentring.
    public var recentringStatus: Recentring.Status? { pipeline.recentringStatus }
    /// True if a dot would help the pointer.
    public var wantsDot: Bool { recentringStatus?.wantsDot ?? false }
    /// Direction for which the gaze has armed the scroll trigger.
    public var armed: ScrollDirection { pipeline.armed }
    /// True if the person agreed that an offset measured with dots is kept for later sessions. With a new value the
    /// pointer starts again.
    public var keepsOffset: Bool {
      get { pipeline.keepsOffset }
      set { pipeline.keepsOffset = newValue }
    }

    /// The view that the gaze scrolls. The trigger's zones are at the ends of its visible part (in a window, above a
    /// tab bar) and not at the screen's, and while a finger moves its page, the pipeline asks for no scroll. The camera
    /// follows the scene of the session's view. nil, as at the beginning, takes the whole screen.
    public weak var scrollView: UIScrollView?
    /// Receiver of the pointer and of the changes. It may be replaced, as by the object that shows dots or zones.
    public weak var delegate: (any EyeTrackingManagerDelegate)?
    private weak var view: ARSCNView?
    private var pipeline: DevicePipeline
    private var tap: SIMD2<Double>?
    private var dot: SIMD2<Double>?
    private var news = SessionNews()

    /// A manager that runs this view's session.
    ///
    /// - Throws: if the calibration is not for this device or person, or was fitted to simulated data.
    public init(
      with sceneView: ARSCNView, delegate: any EyeTrackingManagerDelegate, profile: DeviceProfile,
      calibration: CalibrationFile? = nil, participant: Int = 0
    ) throws(DevicePipeline.Failure) {
      pipeline = try DevicePipeline(profile: profile, calibration: calibration, participant: participant)
      self.profile = profile
      tracking = FaceTrackingSession(session: sceneView.session)
      view = sceneView
      self.delegate = delegate
      tracking.onFrame = { [weak self] in self?.take($0) }
      tracking.onChange = { [weak self] state in
        if state != .running { self?.tellEnd() }
        self?.delegate?.didChange(state: state)
      }
      tracking.scene = { [weak sceneView] in sceneView?.window?.windowScene }
    }

    /// Runs the session as soon as the person allows the camera.
    public func startSession(_ configuration: ARFaceTrackingConfiguration = ARFaceTrackingConfiguration()) {
      tracking.start(configuration)
    }

    /// Pauses the session and restores the screen's sleep setting. The delegate hears that no zone is armed and no dot
    /// is wanted. What dots, taps and reading taught is forgotten; ask
    /// for `measuredOffset()` before. A manager that is released does the same.
    public func stopSession() {
      tracking.stop()
      pipeline.endSession()
      (tap, dot) = (nil, nil)
      tellEnd()
    }

    /// Runs the session; the article's name of `startSession`.
    public func runSession() { startSession() }

    /// Pauses the session; the article's name of `stopSession`.
    public func pauseSession() { stopSession() }

    /// States the page's lines of text, from which recentring may learn (`GazeText`, `TextBoxes`); an empty list for a
    /// page without text. Call it again after a new layout; what is known of the offset stays.
    public func showText(_ lines: [TextLine]) { pipeline.show(lines) }

    /// States a tap of the person on content, at this point of the screen: people look at the place that they tap.
    /// Keys of a keyboard are no content, and a scroll that the gaze made is no tap.
    public func tapped(at point: CGPoint) { tap = Self.place(point) }

    /// States that the app shows a dot at this point of the screen and has asked the person to look at it, from now
    /// until `endDot()`. Show it for 1.5 s: the first half second does not count, and at least 0.3 s must follow it.
    public func beginDot(at point: CGPoint) { dot = Self.place(point) }

    /// States that the dot is gone; the pointer is recentred with the next frame, unless the gaze was not steady.
    public func endDot() { dot = nil }

    /// The offset to keep for later sessions: what dots of this session measured. nil without the person's consent
    /// (`keepsOffset`) and before a dot was used.
    public func measuredOffset() -> SavedOffset? { pipeline.measuredOffset() }

    /// Begins this session and later ones with an offset that the person agreed to keep.
    ///
    /// - Throws: if the offset was measured on another device, or with another calibration of the person.
    public func restore(_ saved: SavedOffset) throws(DevicePipeline.Failure) { try pipeline.restore(saved) }

    /// Forgets the offset that was restored and all that this session taught, and keeps none from here on. The app
    /// erases its file.
    public func eraseOffset() { pipeline.eraseOffset() }

    private static func place(_ point: CGPoint) -> SIMD2<Double>? {
      let place = SIMD2(Double(point.x), Double(point.y))
      return place.x.isFinite && place.y.isFinite ? place : nil
    }

    private func tell(_ changes: [SessionNews.Change]) {
      for change in changes {
        switch change {
        case .armed(let direction): delegate?.didChange(armed: direction)
        case .wantsDot(let wantsDot): delegate?.didChange(wantsDot: wantsDot)
        }
      }
    }

    private func tellEnd() { tell(news.end()) }

    private func take(_ frame: FaceFrame) {
      if let scene = view?.window?.windowScene {
        let size = scene.screen.fixedCoordinateSpace.bounds.size
        pipeline.points = SIMD2(size.width, size.height)
        // The orientation is unknown for a moment while the scene appears or disappears; the previous orientation is
        // then kept.
        if let orientation = ScreenOrientation(scene.effectiveGeometry.interfaceOrientation) {
          pipeline.orientation = orientation
        }
      }
      var app = AppContext(page: pageOffset?(), tap: tap, dot: dot)
      if let scrollView {
        (app.area, app.isTouched) = (ScrollArea(scrollView), PageTouch(scrollView).movesPage)
      }
      let output = pipeline.step(frame, app)
      tap = nil
      if let pointer = output.pointer {
        let origin = pointerOrigin ?? CGPoint(x: pipeline.geometry.points.x / 2, y: 0)
        delegate?.didUpdate(lookingPoint: CGPoint(x: pointer.x - origin.x, y: pointer.y - origin.y))
      }
      delegate?.didUpdate(output: output, frame: frame)
      tell(news.changes(armed: armed, wantsDot: wantsDot))
    }
  }

  extension ScrollArea {
    /// The visible part of a view, in points of its screen; nil for a view in no window.
    @MainActor public init?(_ view: UIScrollView) {
      guard let screen = view.window?.windowScene?.screen else { return nil }
      let (bounds, inset) = (view.bounds, view.adjustedContentInset)
      let corner = view.convert(bounds.origin, to: screen.coordinateSpace)
      self.init(
        origin: SIMD2(corner.x, corner.y), size: SIMD2(bounds.size.width, bounds.size.height),
        inset: .init(top: inset.top, bottom: inset.bottom))
    }
  }
#endif
