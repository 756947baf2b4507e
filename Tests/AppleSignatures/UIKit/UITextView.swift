// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/uikit/uitextview/textlayoutmanager
// https://developer.apple.com/documentation/uikit/uitextview/layoutmanager
// https://developer.apple.com/documentation/uikit/uitextview/textcontainerinset
// https://developer.apple.com/documentation/uikit/nslayoutmanager/enumeratelinefragments(forglyphrange:using:)
// https://developer.apple.com/documentation/uikit/nstextlayoutmanager/enumeratetextlayoutfragments(from:options:using:)
// https://developer.apple.com/documentation/uikit/nstextlayoutfragment
// https://developer.apple.com/documentation/uikit/nstextlinefragment/typographicbounds

public import Foundation

public protocol NSTextLocation: NSObjectProtocol {}

open class NSTextContainer: NSObject {}

open class NSTextLineFragment: NSObject {
  open var typographicBounds: CGRect { fatalError() }
}

open class NSTextLayoutFragment: NSObject {
  public struct EnumerationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var ensuresLayout: NSTextLayoutFragment.EnumerationOptions { .init(rawValue: 1 << 2) }
  }
  open var layoutFragmentFrame: CGRect { fatalError() }
  open var textLineFragments: [NSTextLineFragment] { fatalError() }
}

open class NSTextLayoutManager: NSObject {
  @discardableResult open func enumerateTextLayoutFragments(
    from location: (any NSTextLocation)?, options: NSTextLayoutFragment.EnumerationOptions = [],
    using block: (NSTextLayoutFragment) -> Bool
  ) -> (any NSTextLocation)? { fatalError() }
}

open class NSLayoutManager: NSObject {
  open var numberOfGlyphs: Int { fatalError() }
  open func enumerateLineFragments(
    forGlyphRange glyphRange: NSRange,
    using block: @escaping (CGRect, CGRect, NSTextContainer, NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
  ) { fatalError() }
}

@MainActor open class UITextView: UIScrollView {
  open var textLayoutManager: NSTextLayoutManager? { fatalError() }
  open var layoutManager: NSLayoutManager { fatalError() }
  open var textContainerInset = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}
