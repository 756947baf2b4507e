/// The tree of JSON keys and the keys' texts as bytes. The dots in the fields' keys define the tree.
struct FieldKeys: Sendable {
  /// A key of a JSON object. Its texts are ranges of `text`, so that copying a node costs no reference count.
  struct Node: Sendable {
    enum Content: Sendable {
      /// The slot of a field.
      case slot(Int)
      /// The index of one of a field's numbers.
      case number(Int)
      /// The nodes of an object.
      case object(Range<Int>)
    }

    /// The key without quotes.
    let key: Range<Int>
    /// The key as `"key":`.
    let quoted: Range<Int>
    var content: Content
    /// Slots of the node and of all nodes inside it.
    let slots: FieldLayout.Slots
  }

  /// All nodes; the nodes of one object follow each other.
  private(set) var nodes: [Node] = []
  /// For each node, by its index, its key after the keys of the objects around it.
  private var paths: [String] = []
  private(set) var text: [UInt8] = []
  /// Nodes of the outermost object.
  private(set) var outermost = 0..<0
  /// For each slot, by its index, the nodes of its numbers; empty if its numbers have no keys.
  private(set) var parts: [Range<Int>] = []
  /// For each slot, its names by their index; empty for a slot whose kind is not `name`.
  let names: [[[UInt8]]]

  /// The name of a node in errors; nil for no node.
  func path(_ node: Int?) -> String? { node.map { paths[$0] } }

  /// The keys of the fields at `present`.
  init(_ fields: [SampleField], _ present: [Int]) {
    names = fields.map { $0.names.map { Array($0.utf8) } }
    parts = fields.map { _ in 0..<0 }
    outermost = add(present.map { ($0, fields[$0].key.split(separator: ".")[...]) }, within: nil)
    for (index, field) in fields.enumerated() {
      guard case .named(let names) = field.parts else { continue }
      parts[index] = nodes.count..<nodes.count + names.count
      for (place, name) in names.enumerated() {
        nodes.append(node(name, .number(place), 0))
        paths.append(name)
      }
    }
  }

  /// Adds the nodes of an object in the order of their first fields, then the nodes inside them.
  private mutating func add(_ keys: [(slot: Int, path: ArraySlice<Substring>)], within outer: String?) -> Range<Int> {
    var groups: [(name: Substring, keys: [(slot: Int, path: ArraySlice<Substring>)])] = []
    for (slot, path) in keys {
      guard let first = path.first else { continue }
      let index = groups.firstIndex { $0.name == first } ?? groups.count
      if index == groups.count { groups.append((first, [])) }
      groups[index].keys.append((slot, path.dropFirst()))
    }
    let range = nodes.count..<nodes.count + groups.count
    for (name, keys) in groups {
      paths.append(outer.map { "\($0).\(name)" } ?? String(name))
      nodes.append(node(String(name), .slot(keys[0].slot), keys.reduce(0) { $0 | 1 << FieldLayout.Slots($1.slot) }))
    }
    for (index, group) in zip(range, groups) where !(group.keys.count == 1 && group.keys[0].path.isEmpty) {
      nodes[index].content = .object(add(group.keys, within: paths[index]))
    }
    return range
  }

  private mutating func node(_ name: String, _ content: Node.Content, _ slots: FieldLayout.Slots) -> Node {
    let start = text.count
    text.append(quoted: name)
    text.append(UInt8(ascii: ":"))
    return Node(key: start + 1..<text.count - 2, quoted: start..<text.count, content: content, slots: slots)
  }
}
