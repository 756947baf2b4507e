#if canImport(CoreMotion) && !os(macOS) && !os(tvOS)
  public import CoreMotion
  public import GazePipeline

  extension HeadSample {
    /// A sample of `CMHeadphoneMotionManager` (AirPods) or `CMMotionManager` (the phone). The app's Info.plist needs
    /// `NSMotionUsageDescription`: without it the system ends an app that asks for headphone motion.
    public init(_ motion: CMDeviceMotion) {
      let (q, rate, acceleration) = (motion.attitude.quaternion, motion.rotationRate, motion.userAcceleration)
      self.init(
        time: motion.timestamp, attitude: SIMD4(q.x, q.y, q.z, q.w), rotationRate: SIMD3(rate.x, rate.y, rate.z),
        userAcceleration: SIMD3(acceleration.x, acceleration.y, acceleration.z))
    }
  }
#endif
