/// The 2021 article's pipeline, exactly as published, faults included: a baseline for comparison, not for use in an
/// app.
///
/// For each eye, a segment from a target node 2 m out along the eye's z axis back to the eye is tested against a
/// one-sided 1 × 1 m plane at the camera. The two hits are averaged and scaled by the article's own screen size; the
/// pointer is the mean of the last ten results. The published faults are these: the segment's ends are *world* points,
/// but the function they are passed to documents *local* ones, so the phone's pose is ignored (`Hit.worldTakenAsLocal`;
/// inferred from the documentation, not observed on a phone); an eye that misses the plane contributes (0, 0) to the
/// mean; the pointer is not held during a blink or while the face is lost.
public struct Article2021GazePipeline: PointerPipeline, Sendable, Equatable {
  /// Treatment of the segment's world points before the hit test.
  public enum Hit: Sendable, Equatable {
    /// As published: the world points are used as if they were local points.
    case worldTakenAsLocal
    /// The world points are first converted by the camera's pose, as later apps do it.
    case converted
  }

  /// The parameters that the article states, and assumptions for the parameters that it leaves open.
  public struct Settings: Sendable, Equatable {
    /// Treatment of the segment's world points before the hit test.
    public var hit: Hit
    /// Width and height of the screen, metres. Published for the iPhone 12 mini: 0.057478 × 0.124536, from the nominal
    /// diagonal.
    public var metres: SIMD2<Double>
    /// Width and height of the screen, points.
    public var points: SIMD2<Double>
    /// Width and height of the plane, metres. Published: 1 × 1.
    public var plane = SIMD2<Double>(1, 1)
    /// Distance of the target node from the eye, metres. Published: 2.
    public var targetDistance = 2.0
    /// Number of pointer positions that are averaged. Published: 10.
    public var window = 10
    /// Centre of the pointer's view before it is moved. The article does not state it, because it is in a storyboard;
    /// the screen's top centre is assumed.
    public var pointerOrigin: SIMD2<Double>
    /// Height of the pointer's view, points. The article does not state it.
    public var pointerHeight = 20.0
    /// Height of the web view, points. The article compares the pointer with the view's `bounds`, which begin at 0. It
    /// does not state the height; the whole screen's is assumed.
    public var webViewHeight: Double
    /// A constant added to the pointer, points. The article has none; a comparison can fit one so that the article's
    /// pipeline is judged at its best.
    public var offset = SIMD2<Double>.zero

    /// The article's numbers for a screen of this size.
    public init(hit: Hit, metres: SIMD2<Double>, points: SIMD2<Double>) {
      self.hit = hit
      self.metres = metres
      self.points = points
      pointerOrigin = SIMD2(points.x / 2, 0)
      webViewHeight = points.y
    }

    /// As published, for the iPhone 12 mini.
    public static func iPhone12Mini(_ hit: Hit) -> Settings {
      Settings(hit: hit, metres: SIMD2(0.057478, 0.124536), points: SIMD2(375, 812))
    }
  }

  /// The pipeline's settings.
  public let settings: Settings
  private var average: MovingAverage
  private var pointer: SIMD2<Double>?

  /// A pipeline that has not processed a frame yet.
  public init(_ settings: Settings) {
    self.settings = settings
    average = MovingAverage(window: settings.window)
  }

  /// Processes a frame. Like the article's callback, this step runs even while the face is not tracked, and then uses
  /// the last poses. A frame with a non-finite matrix is skipped: SceneKit's result for it is not defined, so the
  /// article has no counterpart.
  public mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard let camera = RigidTransform(frame.camera), let face = RigidTransform(frame.face),
      let left = RigidTransform(frame.leftEye), let right = RigidTransform(frame.rightEye)
    else { return PointerOutput(pointer: pointer, rawPointer: nil) }
    let localFromFace = settings.hit == .converted ? camera.inverse * face : face
    let hits = localHit(localFromFace * left) + localHit(localFromFace * right)
    let scaled = hits / 2 / settings.metres * settings.points
    let raw = settings.pointerOrigin + settings.offset + SIMD2(scaled.x, -scaled.y)
    let now = average.step(raw)
    guard now.isFinite else { return PointerOutput(pointer: pointer, rawPointer: nil) }
    pointer = now
    return PointerOutput(pointer: now, rawPointer: raw, scroll: scroll(now))
  }

  /// The point where the segment from the target node to the eye passes through the plane from its front, or (0, 0):
  /// the article leaves the point of an eye that misses at its initial value.
  func localHit(_ eye: RigidTransform) -> SIMD2<Double> {
    let (end, start) = (eye.translation, eye.apply(SIMD3(0, 0, settings.targetDistance)))
    // One-sided: the segment must come from +z and reach z = 0 before it ends.
    guard start.z > 0, end.z <= 0 else { return .zero }
    let hit = start + (end - start) * (start.z / (start.z - end.z))
    guard abs(hit.x) <= settings.plane.x / 2, abs(hit.y) <= settings.plane.y / 2 else { return .zero }
    return SIMD2(hit.x, hit.y)
  }

  /// Scrolls by ten steps of one point while the pointer's *top* edge is past the bottom of the web view or above its
  /// top.
  private func scroll(_ pointer: SIMD2<Double>) -> ScrollCommand {
    let minY = pointer.y - settings.pointerHeight / 2
    let direction: ScrollDirection = minY >= settings.webViewHeight ? .down : minY < 0 ? .up : .none
    return direction == .none ? .none : ScrollCommand(direction: direction, distance: 10, step: 1)
  }
}
