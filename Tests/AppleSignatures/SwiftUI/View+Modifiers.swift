// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)
// https://developer.apple.com/documentation/swiftui/view/position(x:y:)
// https://developer.apple.com/documentation/swiftui/view/offset(x:y:)
// https://developer.apple.com/documentation/swiftui/view/padding(_:_:)
// https://developer.apple.com/documentation/swiftui/view/padding(_:)
// https://developer.apple.com/documentation/swiftui/view/font(_:)
// https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:)
// https://developer.apple.com/documentation/swiftui/view/background(_:ignoressafeareaedges:)
// https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:)
// https://developer.apple.com/documentation/swiftui/view/clipped(antialiased:)
// https://developer.apple.com/documentation/swiftui/view/multilinetextalignment(_:)
// https://developer.apple.com/documentation/swiftui/view/ignoressafearea(_:edges:)
// https://developer.apple.com/documentation/swiftui/view/statusbarhidden(_:)
// https://developer.apple.com/documentation/swiftui/view/onlongpressgesture(minimumduration:maximumdistance:perform:onpressingchanged:)

public import Foundation

extension View {
  public nonisolated func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    self
  }
  public nonisolated func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
  public nonisolated func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
  public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  public nonisolated func padding(_ length: CGFloat) -> some View { self }
  public nonisolated func font(_ font: Font?) -> some View { self }
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
  public nonisolated func background<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View {
    self
  }
  public nonisolated func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
    self
  }
  public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
  public nonisolated func clipped(antialiased: Bool = false) -> some View { self }
  public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
  public nonisolated func ignoresSafeArea(
    _ regions: SafeAreaRegions = .all, edges: Edge.Set = .all
  ) -> some View { self }
  public nonisolated func statusBarHidden(_ hidden: Bool = true) -> some View { self }
  public nonisolated func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
    onPressingChanged: ((Bool) -> Void)? = nil
  ) -> some View { self }
}
