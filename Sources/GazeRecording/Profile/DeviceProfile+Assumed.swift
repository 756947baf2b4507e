import GazePipeline

/// The profile of a phone that no profile lists.
extension DeviceProfile {
  /// Shortest side of a screen that counts as a tablet's, points. The widest phone has 440.
  static let tablet = 600.0

  /// A profile of a phone that no profile lists, from its screen alone. Every length is assumed.
  ///
  /// The density is 460 pixels an inch at 3 pixels per point and 326 at 2, as almost all listed phones have. The camera
  /// is at the right end of the Dynamic Island, as of the newest listed phones; with a screen of less than 1.9 times
  /// its width (a phone with a home button) it is above the screen. Applied to the 33 listed phones, this puts the
  /// pointer off by at most 21 points (3.5 mm) on the 25 that have the camera right of the middle, and by 93 to 104
  /// points (16 mm) on the 8 that have it left of the middle. The offset is the same over the whole screen, so a
  /// person's calibration removes most of it.
  ///
  /// - Parameters:
  ///   - like: the profile that gives smoothing and trigger.
  /// - Returns: nil for a tablet, whose camera may be at the short or the long edge (a difference of 100 mm and more),
  ///   and for numbers that are not a screen's.
  static func assumed(
    modelIdentifier: String, points: Points, pixels: Vector2, like other: DeviceProfile
  ) -> DeviceProfile? {
    let size = SIMD2(points.width, points.height)
    guard (100..<tablet).contains(size.x), size.y >= size.x, size.y <= 10_000, points.scale >= 0.5, points.scale <= 10,
      pixels.x >= 100, pixels.y >= pixels.x, pixels.y <= 100_000
    else { return nil }
    let density = points.scale > 2.5 ? 460.0 : 326.0
    let metres = pixels * (0.0254 / density)
    let hasHomeButton = size.y < 1.9 * size.x
    let camera =
      hasHomeButton ? SIMD2(metres.x / 2 - 0.0097, -0.0086) : SIMD2(metres.x / 2 + 0.0073, 0.005)
    func length(_ value: Double, _ sigma: Double, _ source: String) -> SourcedLength {
      SourcedLength(value: value, sigma: sigma, provenance: .assumed, source: source)
    }
    let screen = "\(Int(density)) pixels an inch, as almost all listed phones with this scale have"
    let place =
      hasHomeButton
      ? "above the screen, left of the earpiece, as on phones with a home button; no listed phone to compare with"
      : "right end of the Dynamic Island, as on the newest listed phones; 16 mm off if it is left of the middle"
    let name = TerminalText.line(modelIdentifier.prefix(64))
    // An identifier that a profile may have: `iPhone99,1` becomes `iphone99-1`.
    let valid = "abcdefghijklmnopqrstuvwxyz0123456789"
    let id = String(modelIdentifier.lowercased().prefix(64).map { valid.contains($0) ? $0 : "-" })
    return DeviceProfile(
      id: id.isEmpty ? "unlisted" : id, name: "\(name), not listed: assumed", modelIdentifiers: [modelIdentifier],
      points: points, panel: Panel(width: pixels.x, height: pixels.y, ppi: density),
      screen: Screen(width: length(metres.x, 0.002, screen), height: length(metres.y, 0.004, screen)),
      camera: Camera(x: length(camera.x, 0.009, place), y: length(camera.y, 0.003, place)),
      smoothing: other.smoothing, trigger: other.trigger)
  }

  /// A sentence to show if this profile's lengths are assumed, because no profile lists the phone; else nil.
  public var assumption: String? {
    guard camera.x.provenance == .assumed else { return nil }
    return """
      This phone is not known to this version of the app, so its size and the position of its camera are assumed: the \
      pointer may be up to 100 points off until you calibrate it.
      """
  }
}

extension ProfileLibrary {
  /// The profile that lists this model identifier, or for a phone that none lists an assumed one, which
  /// `DeviceProfile.assumption` tells apart and whose lengths have wide sigmas.
  ///
  /// - Parameters:
  ///   - modelIdentifier: the device's own, `DeviceModel.identifier`.
  ///   - points: the upright screen in points, and its pixels per point: `UIScreen.fixedCoordinateSpace`, `scale`.
  ///   - pixels: the upright panel in pixels: `UIScreen.nativeBounds`.
  /// - Throws: `unlisted` for a tablet that no profile lists, since its camera may be at any edge; for a screen of
  ///   impossible numbers; and if the library is empty.
  public func profile(
    modelIdentifier: String, points: DeviceProfile.Points, pixels: SIMD2<Double>
  ) throws(DevicePipeline.Failure) -> DeviceProfile {
    if let profile = profile(modelIdentifier: modelIdentifier) { return profile }
    guard let other = profiles.last(where: { $0.points.width < DeviceProfile.tablet }),
      let assumed = DeviceProfile.assumed(
        modelIdentifier: modelIdentifier, points: points, pixels: pixels, like: other)
    else { throw .unlisted(modelIdentifier) }
    return assumed
  }
}
