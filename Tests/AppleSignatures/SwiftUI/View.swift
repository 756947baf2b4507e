// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/swiftui/view
// https://developer.apple.com/documentation/swiftui/viewbuilder
// https://developer.apple.com/documentation/swiftui/app
// https://developer.apple.com/documentation/swiftui/scene
// https://developer.apple.com/documentation/swiftui/windowgroup
// https://developer.apple.com/documentation/swiftui/stateobject
// https://developer.apple.com/documentation/swiftui/observedobject
// https://developer.apple.com/documentation/swiftui/environment
// https://developer.apple.com/documentation/swiftui/openurlaction

public import Combine
public import Foundation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

public struct EmptyView: View {
  public var body: Never { fatalError() }
}

public struct TupleView<T>: View {
  public var body: Never { fatalError() }
}

public struct _ConditionalContent<TrueContent, FalseContent>: View {
  public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { fatalError() }
  public static func buildBlock() -> EmptyView { fatalError() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { fatalError() }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    fatalError()
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { fatalError() }
  public static func buildEither<T: View, F: View>(first: T) -> _ConditionalContent<T, F> { fatalError() }
  public static func buildEither<T: View, F: View>(second: F) -> _ConditionalContent<T, F> { fatalError() }
}

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  @MainActor @preconcurrency public static func main() { fatalError() }
}

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { fatalError() }
}

public struct WindowGroup<Content: View>: Scene {
  public nonisolated init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { fatalError() }
}

@MainActor @preconcurrency @propertyWrapper public struct StateObject<ObjectType: ObservableObject> {
  public nonisolated init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { fatalError() }
  @MainActor @preconcurrency public var wrappedValue: ObjectType { fatalError() }
}

@MainActor @preconcurrency @propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject> {
  @MainActor @preconcurrency public init(wrappedValue: ObjectType) { fatalError() }
  @MainActor @preconcurrency public var wrappedValue: ObjectType { get { fatalError() } set { fatalError() } }
}

@propertyWrapper public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { fatalError() }
  public var wrappedValue: Value { fatalError() }
}

public struct EnvironmentValues {
  public var openURL: OpenURLAction { fatalError() }
}

@MainActor @preconcurrency public struct OpenURLAction {
  @MainActor @preconcurrency public func callAsFunction(_ url: URL) { fatalError() }
}
