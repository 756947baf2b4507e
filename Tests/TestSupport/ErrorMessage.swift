/// Description of the error that the closure throws; nil if it throws none.
package func message(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}
