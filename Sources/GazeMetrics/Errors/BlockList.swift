/// A list that grows in blocks and never moves. The list of a hundred thousand people takes no more memory than its
/// elements; an array that doubles leaves as much behind, freed, as it holds.
package struct BlockList<Element>: RandomAccessCollection, ExpressibleByArrayLiteral {
  /// Number of elements in a block.
  @inlinable static var size: Int { 512 }
  /// Blocks of `size` elements; the last one may have fewer.
  @usableFromInline var blocks: [[Element]] = []

  /// A list of these elements.
  @inlinable package init(arrayLiteral elements: Element...) {
    for element in elements { append(element) }
  }

  /// Adds an element.
  @inlinable package mutating func append(_ element: Element) {
    if blocks.last.map({ $0.count == Self.size }) ?? true {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(Self.size)
    }
    blocks[blocks.count - 1].append(element)
  }

  /// Index of the first element.
  @inlinable package var startIndex: Int { 0 }
  /// Number of elements.
  @inlinable package var endIndex: Int {
    blocks.isEmpty ? 0 : (blocks.count - 1) * Self.size + blocks[blocks.count - 1].count
  }

  /// An element of the list.
  @inlinable package subscript(index: Int) -> Element { blocks[index / Self.size][index % Self.size] }
}

extension BlockList: Sendable where Element: Sendable {}

/// Numbers of many people.
package typealias NumberList = BlockList<Double>
