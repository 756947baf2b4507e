#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// The elementary functions that the standard library lacks: the only place in this module that reaches
/// the platform's C math, so that an app links nothing else.
package enum Elementary {
  package static func sin(_ x: Double) -> Double { _sin(x) }
  package static func cos(_ x: Double) -> Double { _cos(x) }
  package static func tan(_ x: Double) -> Double { _tan(x) }
  package static func asin(_ x: Double) -> Double { _asin(x) }
  package static func acos(_ x: Double) -> Double { _acos(x) }
  package static func atan(_ x: Double) -> Double { _atan(x) }
  package static func atan2(_ y: Double, _ x: Double) -> Double { _atan2(y, x) }
  package static func exp(_ x: Double) -> Double { _exp(x) }
  package static func log(_ x: Double) -> Double { _log(x) }
  package static func pow(_ x: Double, _ y: Double) -> Double { _pow(x, y) }
}

// Inside `Elementary` the C names are shadowed by its own members; these carry them in.
private func _sin(_ x: Double) -> Double { sin(x) }
private func _cos(_ x: Double) -> Double { cos(x) }
private func _tan(_ x: Double) -> Double { tan(x) }
private func _asin(_ x: Double) -> Double { asin(x) }
private func _acos(_ x: Double) -> Double { acos(x) }
private func _atan(_ x: Double) -> Double { atan(x) }
private func _atan2(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
private func _exp(_ x: Double) -> Double { exp(x) }
private func _log(_ x: Double) -> Double { log(x) }
private func _pow(_ x: Double, _ y: Double) -> Double { pow(x, y) }
