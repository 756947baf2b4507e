import GazePipeline
import Testing

@testable import GazeRecording

@Suite struct WrittenQuaternionTests {
  private func fault(_ v: [Double]) -> String? {
    do throws(SampleError) {
      _ = try UnitQuaternion.written(SIMD4(v), "attitude")
      return nil
    } catch {
      return error.description
    }
  }

  @Test("a quaternion of length 1 keeps its digits, a rounded one is normalised, four unknown numbers give nil")
  func read() throws {
    let exact = [0.6, 0, 0.8, 0]
    let kept = try #require(try UnitQuaternion.written(SIMD4(exact), "attitude"))
    #expect(kept.w == 0.6 && kept.vector.y == 0.8)
    // A quarter turn, rounded to three digits.
    let rounded = try #require(try UnitQuaternion.written(SIMD4(0.707, 0, 0.707, 0), "attitude"))
    #expect(abs(rounded.w - 0.5.squareRoot()) < 1e-12 && abs(rounded.vector.y - 0.5.squareRoot()) < 1e-12)
    #expect(try UnitQuaternion.written(SIMD4(repeating: .nan), "attitude") == nil)
  }

  @Test("any other length, zeros and three numbers of four are refused by field, in head and drag recordings alike")
  func refused() throws {
    #expect(fault([0, 0, 0, 0])?.hasPrefix("attitude: is a quaternion of zeros") == true)
    #expect(fault([1.009, 0, 0, 0]) == nil && fault([0.991, 0, 0, 0]) == nil)
    #expect(fault([1.011, 0, 0, 0])?.contains("has the length 1.011") == true)
    #expect(fault([.infinity, 0, 0, 0]) != nil)
    #expect(fault([1, 0, 0, .nan])?.contains("has 3 of 4 numbers") == true)
    var values = [Double](repeating: .nan, count: 15)
    for (length, isFine) in [(1.009, true), (1.011, false)] {
      (values[3], values[4], values[5], values[6]) = (length, 0, 0, 0)
      var found: SampleError?
      do throws(SampleError) { _ = try RecordedDrag(time: 0, participant: 0, values: values) } catch { found = error }
      #expect((found == nil) == isFine && (isFine || found?.field == "camera"))
    }
  }
}
