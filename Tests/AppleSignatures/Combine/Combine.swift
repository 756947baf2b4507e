// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/combine/observableobject
// https://developer.apple.com/documentation/combine/published

public final class ObservableObjectPublisher {}

public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher = ObservableObjectPublisher
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  public var objectWillChange: ObservableObjectPublisher { fatalError() }
}

@propertyWrapper public struct Published<Value> {
  private var value: Value
  public init(wrappedValue: Value) { value = wrappedValue }
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value { get { fatalError() } set { fatalError() } }
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf, wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].value }
    set { object[keyPath: storageKeyPath].value = newValue }
  }
}
