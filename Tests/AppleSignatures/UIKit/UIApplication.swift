// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/uikit/uiapplication/isidletimerdisabled
// https://developer.apple.com/documentation/uikit/uiapplication/didenterbackgroundnotification
// https://developer.apple.com/documentation/uikit/uiapplication/willenterforegroundnotification
// https://developer.apple.com/documentation/uikit/uiapplication/opensettingsurlstring
// https://developer.apple.com/documentation/uikit/uiapplication/connectedscenes
// https://developer.apple.com/documentation/uikit/uiscene/didenterbackgroundnotification
// https://developer.apple.com/documentation/uikit/uiscene/willenterforegroundnotification
// https://developer.apple.com/documentation/uikit/uiscene/diddisconnectnotification
// https://developer.apple.com/documentation/uikit/uiinterfaceorientation
// https://developer.apple.com/documentation/uikit/uiwindowscene/effectivegeometry
// https://developer.apple.com/documentation/uikit/uiscreen/fixedcoordinatespace
// https://developer.apple.com/documentation/uikit/uiscreen/coordinatespace
// https://developer.apple.com/documentation/uikit/uiscreen/scale
// https://developer.apple.com/documentation/uikit/uiscreen/nativebounds
// https://developer.apple.com/documentation/foundation/processinfo/thermalstate-swift.enum

// UIKit re-exports Foundation, which on Apple's systems has what Linux's FoundationNetworking has (URLRequest).
@_exported public import Foundation
@_exported public import FoundationNetworking

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIApplication: UIResponder {
  private static let only = UIApplication()
  open class var shared: UIApplication { only }
  nonisolated open class var openSettingsURLString: String { fatalError() }
  open var isIdleTimerDisabled = false
  /// The connected scenes; only the rehearsal sets them.
  public static var rehearsed: Set<UIScene> = []
  open var connectedScenes: Set<UIScene> { UIApplication.rehearsed }
  nonisolated open class var didEnterBackgroundNotification: NSNotification.Name { .init("didEnterBackground") }
  nonisolated open class var willEnterForegroundNotification: NSNotification.Name { .init("willEnterForeground") }
}

public enum UIInterfaceOrientation: Int, Sendable {
  case unknown = 0
  case portrait = 1
  case portraitUpsideDown = 2
  case landscapeLeft = 4
  case landscapeRight = 3
}

@MainActor open class UIScene: UIResponder {
  nonisolated open class var didEnterBackgroundNotification: NSNotification.Name { .init("sceneDidEnterBackground") }
  nonisolated open class var willEnterForegroundNotification: NSNotification.Name { .init("sceneWillEnterForeground") }
  nonisolated open class var didDisconnectNotification: NSNotification.Name { .init("sceneDidDisconnect") }
}

@MainActor open class UIWindowScene: UIScene {
  @MainActor open class Geometry: NSObject {
    open var interfaceOrientation: UIInterfaceOrientation { fatalError() }
  }
  open var screen: UIScreen { fatalError() }
  open var effectiveGeometry: UIWindowScene.Geometry { fatalError() }
}

@MainActor public protocol UICoordinateSpace: NSObjectProtocol {
  var bounds: CGRect { get }
  func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
}

@MainActor open class UIScreen: NSObject {
  open var fixedCoordinateSpace: any UICoordinateSpace { fatalError() }
  open var coordinateSpace: any UICoordinateSpace { fatalError() }
  open var scale: CGFloat { fatalError() }
  open var nativeBounds: CGRect { fatalError() }
}

// Foundation's on Apple's systems; Linux's Foundation lacks it.
extension ProcessInfo {
  public enum ThermalState: Int, Sendable {
    case nominal = 0
    case fair = 1
    case serious = 2
    case critical = 3
  }
  public var thermalState: ProcessInfo.ThermalState { .serious }
}
