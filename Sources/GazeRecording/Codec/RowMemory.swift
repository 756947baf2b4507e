/// The bytes of one row.
struct RowMemory: ~Copyable {
  let start: UnsafeMutableRawPointer

  init(_ size: Int) { start = .allocate(byteCount: size, alignment: 16) }
  deinit { start.deallocate() }
}
