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
  }

  extension EyeTrackingManagerDelegate {
    /// Does nothing.
    public func didUpdate(output: PointerOutput, frame: FaceFrame) {}
    /// Does nothing.
    public func didChange(state: SessionLife.State) {}
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

    private weak var delegate: (any EyeTrackingManagerDelegate)?
    private weak var view: ARSCNView?
    private var pipeline: DevicePipeline

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
      tracking.onChange = { [weak self] in self?.delegate?.didChange(state: $0) }
    }

    /// Runs the session as soon as the person allows the camera.
    public func startSession(_ configuration: ARFaceTrackingConfiguration = ARFaceTrackingConfiguration()) {
      tracking.start(configuration)
    }

    /// Pauses the session and restores the screen's sleep setting. A manager that is released does the same.
    public func stopSession() { tracking.stop() }

    /// Runs the session; the article's name of `startSession`.
    public func runSession() { startSession() }

    /// Pauses the session; the article's name of `stopSession`.
    public func pauseSession() { stopSession() }

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
      let output = pipeline.step(frame)
      if let pointer = output.pointer {
        let origin = pointerOrigin ?? CGPoint(x: pipeline.geometry.points.x / 2, y: 0)
        delegate?.didUpdate(lookingPoint: CGPoint(x: pointer.x - origin.x, y: pointer.y - origin.y))
      }
      delegate?.didUpdate(output: output, frame: frame)
    }
  }
#endif
