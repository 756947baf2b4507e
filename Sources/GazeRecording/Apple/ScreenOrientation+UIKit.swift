public import GazePipeline

#if canImport(UIKit) && !os(visionOS) && !os(tvOS) && !os(watchOS)
  public import UIKit
#endif

/// UIKit's two orientations. `UIInterfaceOrientation` says on which side the *home side* is, and so does
/// `ScreenOrientation`; `UIDeviceOrientation` says to which side the *device's top* is turned, so that its
/// `landscapeLeft` is the interface's `landscapeRight`: the same name means the opposite. The raw values agree:
///
///     raw  interface        device           home side   here
///     1    portrait         portrait         below       portrait
///     2    upsideDown       upsideDown       above       portraitUpsideDown
///     3    landscapeRight   landscapeLeft    right       landscapeRight
///     4    landscapeLeft    landscapeRight   left        landscapeLeft
extension ScreenOrientation {
  /// The orientation of a raw value of either, nil for the unknown one, face up and face down.
  public init?(uiKitRawValue raw: Int) {
    switch raw {
    case 1: self = .portrait
    case 2: self = .portraitUpsideDown
    case 3: self = .landscapeRight
    case 4: self = .landscapeLeft
    default: return nil
    }
  }
}

#if canImport(UIKit) && !os(visionOS) && !os(tvOS) && !os(watchOS)
  extension ScreenOrientation {
    /// How the interface stands, nil where UIKit does not know. Take `UIWindowScene.effectiveGeometry`'s, not the
    /// device's: a phone with its orientation locked turns without its interface.
    public init?(_ orientation: UIInterfaceOrientation) { self.init(uiKitRawValue: orientation.rawValue) }
  }
#endif
