#if canImport(ARKit) && canImport(AVFoundation) && canImport(UIKit) && !os(visionOS)
  public import ARKit
  public import GazePipeline
  public import UIKit

  /// Takes what an `EyeTrackingManager` finds. The first method is the 2021 article's; the others may be left out.
  @MainActor public protocol EyeTrackingManagerDelegate: AnyObject {
    /// Where the person looks, points from `EyeTrackingManager.pointerOrigin`: as the article's, it moves a pointer's
    /// view from its own place: `pointerView.transform = CGAffineTransform(translationX: …, y: …)`.
    func didUpdate(lookingPoint: CGPoint)
    /// All that the pipeline made of a frame, in points of the screen, and what it asks of the page.
    func didUpdate(output: PointerOutput, frame: FaceFrame)
    /// The session runs, waits, or failed: the camera denied, no face tracking, interrupted.
    func didChange(state: SessionLife.State)
  }

  extension EyeTrackingManagerDelegate {
    /// Does nothing.
    public func didUpdate(output: PointerOutput, frame: FaceFrame) {}
    /// Does nothing.
    public func didChange(state: SessionLife.State) {}
  }

  /// In the place of the 2021 article's class of this name, with its delegate, on top of the `standard` pipeline: the
  /// device's geometry, a person's calibration where there is one, smoothing, holding on blinks and lost faces, and in
  /// any orientation. What differs for who calls it: a `profile` is to be given, and `startSession` says in
  /// `didChange(state:)` why nothing comes.
  ///
  ///     manager = try EyeTrackingManager(with: sceneView, delegate: self, profile: profile)
  ///     manager.startSession(ARFaceTrackingConfiguration())  // viewWillAppear
  ///     manager.stopSession()                                // viewWillDisappear
  ///
  /// Type-checked against declared signatures, not run on a device.
  @MainActor public final class EyeTrackingManager {
    /// From where `lookingPoint` counts, points of the screen: the pointer view's centre before it is moved. The article
    /// keeps it at the screen's top centre, which is where it starts; at `.zero`, `lookingPoint` is the screen's point.
    public var pointerOrigin: CGPoint?
    /// Runs the session.
    public let tracking: FaceTrackingSession

    private weak var delegate: (any EyeTrackingManagerDelegate)?
    private weak var view: ARSCNView?
    private var pipeline: DevicePipeline

    /// A manager of this view's session.
    ///
    /// - Throws: where the calibration is not for this device or person, or was fitted to simulated data.
    public init(
      with sceneView: ARSCNView, delegate: any EyeTrackingManagerDelegate, profile: DeviceProfile,
      calibration: CalibrationFile? = nil, participant: Int = 0
    ) throws(DevicePipeline.Failure) {
      pipeline = try DevicePipeline(profile: profile, calibration: calibration, participant: participant)
      tracking = FaceTrackingSession(session: sceneView.session)
      view = sceneView
      self.delegate = delegate
      tracking.onFrame = { [weak self] in self?.take($0) }
      tracking.onChange = { [weak self] in self?.delegate?.didChange(state: $0) }
    }

    /// Runs the session, once the person allows the camera.
    public func startSession(_ configuration: ARFaceTrackingConfiguration = ARFaceTrackingConfiguration()) {
      tracking.start(configuration)
    }

    /// Pauses the session and lets the screen sleep as before.
    public func stopSession() { tracking.stop() }

    private func take(_ frame: FaceFrame) {
      if let scene = view?.window?.windowScene {
        let size = scene.screen.fixedCoordinateSpace.bounds.size
        pipeline.points = SIMD2(size.width, size.height)
        // Unknown for a moment while the scene comes and goes: then as it was.
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
