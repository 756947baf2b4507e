#if canImport(ARKit) && canImport(AVFoundation) && canImport(UIKit) && !os(visionOS)
  public import ARKit
  public import GazeRecording
  public import UIKit

  extension EyeTrackingManager {
    /// A manager that runs this view's session with the built-in profile of the phone that it runs on.
    ///
    /// On a phone that no profile lists, such as a newer one, the profile is assumed from the screen;
    /// `profile.assumption` is then a sentence to show.
    ///
    /// - Throws: `unlisted` on a tablet that no profile lists; else as the initialiser with a profile.
    public convenience init(
      with sceneView: ARSCNView, delegate: any EyeTrackingManagerDelegate, calibration: CalibrationFile? = nil,
      participant: Int = 0
    ) throws(DevicePipeline.Failure) {
      try self.init(
        with: sceneView, delegate: delegate, profile: BuiltInProfiles.thisDevice(sceneView.window?.windowScene?.screen),
        calibration: calibration, participant: participant)
    }
  }

  extension BuiltInProfiles {
    /// The profile of the phone that the app runs on; for a phone that no profile lists an assumed one.
    ///
    /// - Parameter screen: the phone's screen; nil for the screen of the app's first scene.
    /// - Throws: `unlisted` on a tablet that no profile lists, or if such a device has no screen yet.
    @MainActor public static func thisDevice(_ screen: UIScreen? = nil) throws(DevicePipeline.Failure) -> DeviceProfile
    {
      let model = DeviceModel.identifier
      if let profile = all.first(where: { $0.modelIdentifiers.contains(model) }) { return profile }
      let scenes = UIApplication.shared.connectedScenes.lazy.compactMap { $0 as? UIWindowScene }
      guard let screen = screen ?? scenes.first?.screen, let library = try? library() else { throw .unlisted(model) }
      let (points, pixels) = (screen.fixedCoordinateSpace.bounds.size, screen.nativeBounds.size)
      return try library.profile(
        modelIdentifier: model,
        points: DeviceProfile.Points(width: points.width, height: points.height, scale: screen.scale),
        pixels: SIMD2(pixels.width, pixels.height))
    }
  }
#endif
