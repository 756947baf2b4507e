/// ARKit's 52 facial coefficients, each 0…1, in a fixed-size value.
public struct BlendShapes: Sendable, Equatable {
  // Four vectors of 16, because a SIMD64 is copied element by element.
  @usableFromInline
  var values: (SIMD16<Float>, SIMD16<Float>, SIMD16<Float>, SIMD16<Float>) = (.zero, .zero, .zero, .zero)

  /// ARKit's names (`ARFaceAnchor.BlendShapeLocation` without prefix), in the order of storage.
  public static let names: [String] = [
    "eyeBlinkLeft", "eyeLookDownLeft", "eyeLookInLeft", "eyeLookOutLeft", "eyeLookUpLeft", "eyeSquintLeft",
    "eyeWideLeft", "eyeBlinkRight", "eyeLookDownRight", "eyeLookInRight", "eyeLookOutRight", "eyeLookUpRight",
    "eyeSquintRight", "eyeWideRight", "jawForward", "jawLeft", "jawRight", "jawOpen", "mouthClose", "mouthFunnel",
    "mouthPucker", "mouthLeft", "mouthRight", "mouthSmileLeft", "mouthSmileRight", "mouthFrownLeft",
    "mouthFrownRight", "mouthDimpleLeft", "mouthDimpleRight", "mouthStretchLeft", "mouthStretchRight",
    "mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper", "mouthPressLeft", "mouthPressRight",
    "mouthLowerDownLeft", "mouthLowerDownRight", "mouthUpperUpLeft", "mouthUpperUpRight", "browDownLeft",
    "browDownRight", "browInnerUp", "browOuterUpLeft", "browOuterUpRight", "cheekPuff", "cheekSquintLeft",
    "cheekSquintRight", "noseSneerLeft", "noseSneerRight", "tongueOut",
  ]

  /// Coefficients that are all zero.
  public init() {}

  /// Takes the coefficients in the order of `names`: three vectors of sixteen and one of four.
  @inlinable package init(_ a: SIMD16<Float>, _ b: SIMD16<Float>, _ c: SIMD16<Float>, _ d: SIMD4<Float>) {
    values = (a, b, c, SIMD16(lowHalf: SIMD8(lowHalf: d, highHalf: .zero), highHalf: .zero))
  }

  /// The first sixteen coefficients, which include all those of the eyes.
  package var first: SIMD16<Float> {
    get { values.0 }
    set { values.0 = newValue }
  }

  /// Coefficient by its index in `names`.
  public subscript(index: Int) -> Float {
    get {
      switch index >> 4 {
      case 0: values.0[index & 15]
      case 1: values.1[index & 15]
      case 2: values.2[index & 15]
      default: values.3[index & 15]
      }
    }
    set {
      switch index >> 4 {
      case 0: values.0[index & 15] = newValue
      case 1: values.1[index & 15] = newValue
      case 2: values.2[index & 15] = newValue
      default: values.3[index & 15] = newValue
      }
    }
  }

  /// True if all coefficients are equal.
  public static func == (a: Self, b: Self) -> Bool { a.values == b.values }
}
