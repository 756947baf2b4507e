package import GazePipeline

/// Counts the contents of frames, one frame at a time. Memory use grows with the number of people, not with the number
/// of frames.
package struct FrameAudit {
  private struct Person {
    var digest: UInt64?
    var isLost: Bool
    var isBlinking: Bool
    var target: SIMD2<Double>?
    var intent: ScrollDirection?
    var dot: SIMD2<Double>?
  }

  private var people: [Int: Person] = [:]
  private var quality = FrameQuality()
  /// Number of tracked frames with the pose of a face or an eye.
  private var faces = 0
  private var times = TimeAudit()
  private var distances = StepTally()
  /// Distances between the face's origin and an eye.
  private var eyeOffsets = StepTally()
  /// Number of matrices whose translation is in the place that row-major order gives it; `upright` counts matrices
  /// whose translation is in the place of column-major order.
  package private(set) var transposed = 0
  package private(set) var upright = 0

  package init() {}

  /// Takes in a frame.
  package mutating func step(_ observation: RecordedFrame.Observation, hasTruth: Bool = false) {
    let frame = observation.frame
    times.step(frame.time, participant: observation.participant)
    if hasTruth { quality.truthFrames += 1 }
    if frame.blendShapes != nil { quality.blendShapeFrames += 1 }
    if observation.target != nil { quality.targetFrames += 1 }
    if observation.intent != nil { quality.intentFrames += 1 }
    if frame.isTracked { checkPoses(frame) } else { quality.lostFrames += 1 }
    let digest = frame.isTracked ? PoseDigest.of(frame) : nil
    let isClosed = frame.isTracked && min(frame.blink.x, frame.blink.y) > 0.5
    if observation.app.isTold { count(observation.app, last: people[observation.participant]?.dot) }
    let wishes = observation.intent.map { $0 != .none } ?? false
    if var person = people[observation.participant] {
      if !frame.isTracked, !person.isLost { quality.losses += 1 }
      if isClosed, !person.isBlinking { quality.blinks += 1 }
      if let digest, digest == person.digest { quality.repeatedFrames += 1 }
      if observation.target != nil, observation.target != person.target { quality.targets += 1 }
      if wishes, observation.intent != person.intent { quality.intents += 1 }
      (person.digest, person.isLost) = (digest, !frame.isTracked)
      (person.isBlinking, person.target, person.intent) = (isClosed, observation.target, observation.intent)
      person.dot = observation.app.dot
      people[observation.participant] = person
    } else {
      if !frame.isTracked { quality.losses += 1 }
      if isClosed { quality.blinks += 1 }
      if observation.target != nil { quality.targets += 1 }
      if wishes { quality.intents += 1 }
      people[observation.participant] = Person(
        digest: digest, isLost: !frame.isTracked,
        isBlinking: isClosed, target: observation.target, intent: observation.intent, dot: observation.app.dot)
    }
  }

  private mutating func count(_ app: RecordedFrame.AppState, last dot: SIMD2<Double>?) {
    var counts = quality.app ?? FrameQuality.App()
    if app.pointer != nil { counts.pointerFrames += 1 }
    if let scroll = app.scroll {
      counts.scrollFrames += 1
      if scroll != .none { counts.scrolls += 1 }
    }
    if app.tap != nil { counts.taps += 1 }
    if let shown = app.dot {
      counts.dotFrames += 1
      if shown != dot { counts.dots += 1 }
    }
    if app.page != nil { counts.pageFrames += 1 }
    quality.app = counts
  }

  private mutating func checkPoses(_ frame: FaceFrame) {
    if frame.hasFace { faces += 1 }
    for matrix in [frame.camera, frame.face, frame.leftEye, frame.rightEye] {
      switch matrix.translationPlace {
      case .columns: upright += 1
      case .rows: transposed += 1
      case nil: break
      }
    }
    let eyes = [frame.leftEye, frame.rightEye].compactMap { RigidTransform($0) }
    for eye in eyes { eyeOffsets.add(eye.translation.length) }
    let pose = frame.cameraFromFace
    if let pose { distances.add(pose.translation.length) }
    if pose == nil || eyes.isEmpty { quality.unusableFrames += 1 }
  }

  /// The median step, seconds.
  package var usualStep: Double? { times.usualStep }
  /// The median distance of the eyes from the face's origin.
  package var eyeOffset: Double? { eyeOffsets.median }
  /// The median distance of the face from the camera.
  package var distance: Double? { distances.median }

  /// The counts so far.
  ///
  /// - Parameter rate: nominal frames per second, from which the number of expected frames follows; nil to use the
  ///   measured rate.
  package func finish(rate nominal: Double? = nil) -> FrameQuality {
    var result = quality
    times.fill(&result)
    if faces == 0, result.lostFrames < result.frames, result.app.map({ $0.pointerFrames > 0 }) ?? false {
      // Without any face, no frame lacks a pose, and equal poses repeat nothing.
      result.hasNoFaces = true
      (result.unusableFrames, result.repeatedFrames) = (0, 0)
    }
    result.distance = distances.median
    let usual = times.usualStep.flatMap { $0 >= 1e-5 ? $0 : nil }
    if let rate = nominal ?? usual.map({ 1 / $0 }), result.frames > 0 {
      let expected = max((result.seconds * rate).rounded() + Double(result.people), Double(result.frames))
      result.dataLoss = 1 - Double(result.frames - result.lostFrames) / expected
    }
    return result
  }
}

/// A 64-bit hash of a frame's poses and lids: equal frames have equal hashes, different frames almost never do.
package enum PoseDigest {
  package static func of(_ frame: FaceFrame) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ value: Float) { hash = (hash ^ UInt64(value.bitPattern)) &* 0x0000_0100_0000_01B3 &+ (hash >> 29) }
    for matrix in [frame.camera, frame.face, frame.leftEye, frame.rightEye] {
      for index in 0..<16 { mix(matrix[index]) }
    }
    mix(frame.blink.x)
    mix(frame.blink.y)
    return hash
  }
}

extension TransformMatrix {
  /// Layout that the place of the translation indicates; nil if neither or both of the two possible places hold numbers
  /// other than 0.
  var translationPlace: MatrixLayout? {
    let bottom = SIMD3(columns.0.w, columns.1.w, columns.2.w)
    let last = SIMD3(columns.3.x, columns.3.y, columns.3.z)
    if bottom == .zero, last != .zero { return .columns }
    return last == .zero && bottom != .zero ? .rows : nil
  }

  /// The matrix with rows and columns exchanged.
  package var transposed: TransformMatrix {
    var result = TransformMatrix.identity
    for index in 0..<16 { result[index] = self[(index & 3) << 2 | index >> 2] }
    return result
  }
}
