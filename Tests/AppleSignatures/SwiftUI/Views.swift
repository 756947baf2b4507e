// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/swiftui/text
// https://developer.apple.com/documentation/swiftui/color
// https://developer.apple.com/documentation/swiftui/circle
// https://developer.apple.com/documentation/swiftui/button
// https://developer.apple.com/documentation/swiftui/vstack
// https://developer.apple.com/documentation/swiftui/zstack
// https://developer.apple.com/documentation/swiftui/geometryreader
// https://developer.apple.com/documentation/swiftui/list
// https://developer.apple.com/documentation/swiftui/section
// https://developer.apple.com/documentation/swiftui/foreach
// https://developer.apple.com/documentation/swiftui/sharelink
// https://developer.apple.com/documentation/swiftui/progressview
// https://developer.apple.com/documentation/swiftui/accessibilitytraits

public import Foundation

public struct Text: View {
  public init<S: StringProtocol>(_ content: S) { fatalError() }
  public func font(_ font: Font?) -> Text { fatalError() }
  public var body: Never { fatalError() }
}

public struct Font: Sendable {
  public static var title2: Font { fatalError() }
  public static var title3: Font { fatalError() }
}

public protocol ShapeStyle: Sendable {}

public struct Color: View, ShapeStyle {
  public static var black: Color { fatalError() }
  public static var white: Color { fatalError() }
  public static var red: Color { fatalError() }
  public static var yellow: Color { fatalError() }
  public var body: Never { fatalError() }
}

public protocol Shape: Sendable, View {}

public struct Circle: Shape {
  public nonisolated init() { fatalError() }
  public var body: Never { fatalError() }
}

extension Shape {
  public nonisolated func fill<S: ShapeStyle>(_ content: S) -> some View { self }
}

public struct Spacer: View {
  public init(minLength: CGFloat? = nil) { fatalError() }
  public var body: Never { fatalError() }
}

public struct Button<Label: View>: View {
  public nonisolated init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { fatalError() }
  public var body: Never { fatalError() }
}

extension Button where Label == Text {
  public nonisolated init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) { fatalError() }
}

public struct HorizontalAlignment: Sendable {
  public static var center: HorizontalAlignment { fatalError() }
}

public struct Alignment: Sendable {
  public static var center: Alignment { fatalError() }
  public static var top: Alignment { fatalError() }
}

public enum TextAlignment: Sendable {
  case center
}

public enum Edge: Int8, Sendable {
  case top
  case leading
  case bottom
  case trailing

  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { fatalError() }
    public static var all: Edge.Set { fatalError() }
    public static var vertical: Edge.Set { fatalError() }
  }
}

public struct SafeAreaRegions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { fatalError() }
  public static var all: SafeAreaRegions { fatalError() }
}

public struct VStack<Content: View>: View {
  public nonisolated init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { fatalError() }
  public var body: Never { fatalError() }
}

public struct ZStack<Content: View>: View {
  public nonisolated init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { fatalError() }
}

public struct GeometryProxy {
  public var size: CGSize { fatalError() }
}

public struct GeometryReader<Content: View>: View {
  public nonisolated init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { fatalError() }
  public var body: Never { fatalError() }
}

public struct List<SelectionValue: Hashable, Content: View>: View {
  public var body: Never { fatalError() }
}

extension List where SelectionValue == Never {
  public nonisolated init(@ViewBuilder content: () -> Content) { fatalError() }
}

public struct Section<Parent, Content, Footer> {}

extension Section: View where Parent: View, Content: View, Footer: View {
  public var body: Never { fatalError() }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
  public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) { fatalError() }
}

public protocol DynamicViewContent<Data>: View {
  associatedtype Data: Collection
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

extension ForEach: View where Content: View {
  public var body: Never { fatalError() }
}

extension ForEach: DynamicViewContent where Content: View {}

extension ForEach where Content: View {
  public nonisolated init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { fatalError() }
}

extension DynamicViewContent {
  public nonisolated func onDelete(perform action: Optional<(IndexSet) -> Void>) -> some DynamicViewContent<Data> {
    self
  }
}

/// `init(_:item:subject:message:)` with its title and item only; the types of the other parameters are omitted.
public struct ShareLink<Label: View>: View {
  public var body: Never { fatalError() }
}

extension ShareLink where Label == Text {
  public init<S: StringProtocol>(_ title: S, item: URL, subject: Text? = nil, message: Text? = nil) { fatalError() }
}

public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  public var body: Never { fatalError() }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
  public nonisolated init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) { fatalError() }
}

/// A `SetAlgebra` in the SDK; the app names one trait.
public struct AccessibilityTraits: Sendable {
  public static var isButton: AccessibilityTraits { fatalError() }
}
