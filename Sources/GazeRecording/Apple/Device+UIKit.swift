public import GazePipeline
private import PortableFoundation

/// The model identifier of the device.
public enum DeviceModel {
  /// `utsname.machine`, such as `iPhone13,1`; in Apple's simulator the identifier of the simulated model; on other
  /// systems the processor's name. Profiles list the identifier (`ProfileLibrary.profile(modelIdentifier:)`), and a
  /// take's header holds it.
  public static var identifier: String {
    if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown" }
    return withUnsafeBytes(of: &name.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

#if canImport(UIKit) && !os(visionOS) && !os(tvOS) && !os(watchOS)
  public import UIKit
#endif

/// Conversion of UIKit's two orientation types. `UIInterfaceOrientation` states the side on which the *home side* is,
/// as `ScreenOrientation` does. `UIDeviceOrientation` states the side to which the *top of the device* is turned, so
/// its `landscapeLeft` is the interface's `landscapeRight`: the same name means the opposite. The raw values agree:
///
///     raw  interface        device           home side   here
///     1    portrait         portrait         below       portrait
///     2    upsideDown       upsideDown       above       portraitUpsideDown
///     3    landscapeRight   landscapeLeft    right       landscapeRight
///     4    landscapeLeft    landscapeRight   left        landscapeLeft
extension ScreenOrientation {
  /// The orientation with this raw value, which may be that of either UIKit type; nil for unknown, face up and face
  /// down.
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
    /// The orientation of the interface; nil if UIKit does not know it. Pass the orientation of
    /// `UIWindowScene.effectiveGeometry`, not the device's orientation: if the person has locked the orientation, the
    /// interface does not turn with the phone.
    public init?(_ orientation: UIInterfaceOrientation) { self.init(uiKitRawValue: orientation.rawValue) }
  }
#endif
