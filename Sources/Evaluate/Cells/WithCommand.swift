/// A result with the command that made it, under the key `command` of the result's own JSON object; of each object if
/// the result is a list of objects.
package struct WithCommand: Encodable {
  private let result: any Encodable
  private let command: CommandRecord?

  /// Creates a result with the record of its command; nil leaves the key out.
  package init(_ result: any Encodable, _ command: CommandRecord?) { (self.result, self.command) = (result, command) }

  /// Writes the result's keys, then `command`.
  package func encode(to encoder: any Encoder) throws {
    if let list = result as? [any Encodable] {
      var container = encoder.unkeyedContainer()
      for object in list { try container.encode(WithCommand(object, command)) }
      return
    }
    try result.encode(to: encoder)
    guard let command else { return }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(command.sealed, forKey: .command)
  }

  private enum Key: CodingKey {
    case command
  }
}
