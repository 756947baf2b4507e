import GazePipeline

/// A number of each of four fixations.
package typealias FourNumbers = SIMD4<Double>

/// Four fixations side by side, as fits predict them. Predicted one at a time they took three times as long.
package struct FourFixations: Sendable {
  /// Target as a share of the screen.
  var u = FourNumbers.zero
  var w = FourNumbers.zero
  /// One pose of each fixation at a time. A fixation with fewer poses than the others repeats one with weight 0.
  let poses: [FourPoses]

  /// Fixations of a model side by side; the last one repeats in the places that are left over.
  ///
  /// - Parameter fixations: one to four fixations of one person and session.
  package init(_ fixations: [AngularModel.Look], of model: AngularModel) {
    var poses = [FourPoses](repeating: FourPoses(), count: fixations.reduce(0) { max($0, $1.poses.count) })
    for lane in 0..<4 {
      let look = fixations[min(lane, fixations.count - 1)]
      (u[lane], w[lane]) = (look.share.x, look.share.y)
      for i in poses.indices {
        let isOwn = i < look.poses.count
        let pose = isOwn ? look.poses.lowerBound + i : look.poses.lowerBound
        poses[i].set(lane, model.poses[pose], weight: isOwn ? model.weights[pose] : 0)
      }
    }
    self.poses = poses
  }
}

extension FourFixations {
  /// Neighbouring fixations of one session in groups of up to four, with their places among `fixations`.
  package static func groups(
    _ fixations: [AngularModel.Look], of model: AngularModel
  ) -> [(places: Range<Int>, fixations: FourFixations)] {
    var (groups, first) = ([(places: Range<Int>, fixations: FourFixations)](), 0)
    while first < fixations.count {
      var end = first + 1
      while end < min(first + 4, fixations.count), fixations[end].session == fixations[first].session { end += 1 }
      groups.append((first..<end, FourFixations(Array(fixations[first..<end]), of: model)))
      first = end
    }
    return groups
  }
}

/// q = alongX · P_x + alongY · P_y + alongZ · P_z + constant, for one pose of each of four fixations.
struct FourPoses {
  var alongX = FourVectors()
  var alongY = FourVectors()
  var alongZ = FourVectors()
  var constant = FourVectors()
  /// Share of its fixation's samples that each pose averages.
  var weight = FourNumbers.zero

  mutating func set(_ lane: Int, _ pose: AngularModel.Pose, weight: Double) {
    self.weight[lane] = weight
    alongX[lane] = pose.alongX
    alongY[lane] = pose.alongY
    alongZ[lane] = pose.alongZ
    constant[lane] = pose.constant
  }
}

/// A vector of each of four fixations.
struct FourVectors {
  var x: FourNumbers
  var y: FourNumbers
  var z: FourNumbers

  @inline(__always)
  init(_ x: FourNumbers = .zero, _ y: FourNumbers = .zero, _ z: FourNumbers = .zero) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  subscript(lane: Int) -> Vector3 {
    get { SIMD3(x[lane], y[lane], z[lane]) }
    set { (x[lane], y[lane], z[lane]) = (newValue.x, newValue.y, newValue.z) }
  }

  @inline(__always) func dot(_ b: FourVectors) -> FourNumbers { x * b.x + y * b.y + z * b.z }
  @inline(__always) func dot(_ b: Vector3) -> FourNumbers { x * b.x + y * b.y + z * b.z }

  @inline(__always)
  static func * (a: FourVectors, b: FourNumbers) -> FourVectors { FourVectors(a.x * b, a.y * b, a.z * b) }

  @inline(__always)
  static func + (a: FourVectors, b: FourVectors) -> FourVectors { FourVectors(a.x + b.x, a.y + b.y, a.z + b.z) }
}
