import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct ByteSourceTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// `printf 'hello\n' | gzip -n`, made by gzip 1.12.
  private static let hello: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xE7, 0x02, 0x00, 0x20,
    0x30, 0x3A, 0x36, 0x06, 0x00, 0x00, 0x00,
  ]

  private func read(_ bytes: [UInt8], room: Int = 7) throws -> [UInt8] {
    var source = ByteSource(bytes: bytes, name: "a.gz")
    return try all(&source, room: room)
  }

  private func all(_ source: inout ByteSource, room: Int) throws -> [UInt8] {
    var all: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = try source.read(into: buffer)
      if count == 0 { return all }
      all += buffer.prefix(count)
    }
  }

  @Test("gzip is decompressed: members in a row are one text, zeros padding")
  func members() throws {
    let text = Array("hello\n".utf8)
    #expect(try read(Self.hello) == text)
    #expect(try read(Self.hello + Self.hello + Self.hello) == text + text + text)
    #expect(try read(Self.hello + [UInt8](repeating: 0, count: 100_000)) == text)
    #expect(try read(text) == text)
    #expect(try read([]).isEmpty)
    #expect(try read([0x1F]) == [0x1F])
  }

  @Test("a cut, damaged or continued file is reported by name and fault")
  func damaged() throws {
    for length in 2..<Self.hello.count {
      let error = try #require(message { _ = try read(Array(Self.hello.prefix(length))) })
      #expect(error == "a.gz: is cut off in the middle of its compressed data; copy the file again", "\(length)")
    }
    for place in 10..<Self.hello.count {
      var bytes = Self.hello
      bytes[place] ^= 0x10
      var text: [UInt8] = []
      let error = message { text = try read(bytes) }
      // Byte 17 holds the bits that fill up the last byte and mean nothing.
      if place == 17, error == nil {
        #expect(text == Array("hello\n".utf8))
      } else {
        #expect(error?.hasPrefix("a.gz: ") == true && error?.hasSuffix("; copy the file again") == true, "\(place)")
      }
    }
    let more = message { _ = try read(Self.hello + Array("more".utf8)) }
    #expect(more == "a.gz: continues with other data after its compressed data; copy the file again")
  }

  @Test("bytes that were peeked at remain to be read, plain and compressed")
  func peek() throws {
    for bytes in [Array("hello\n".utf8), Self.hello] {
      var source = ByteSource(bytes: bytes, name: "a")
      let (first, more) = (try source.peek(3), try source.peek(4))
      #expect(first == Array("hel".utf8) && more == Array("hell".utf8))
      let isCompressed = source.isCompressed
      #expect(isCompressed == (bytes == Self.hello))
      let rest = try all(&source, room: 2)
      #expect(rest == Array("hello\n".utf8))
      let end = try source.peek(1)
      #expect(end.isEmpty)
    }
  }

  @Test("a file written to .gz reads back, 0 to 1,000,000 bytes")
  func written() throws {
    var generator = SeededGenerator(seed: 11)
    for count in [0, 1, 65_535, 65_536, 1_000_000] {
      // Half noise, half runs.
      let bytes = (0..<count).map { $0 % 7 < 3 ? UInt8(truncatingIfNeeded: generator.next()) : 0x41 }
      var file = try OutputFile(path: scratch("a.gz"), force: true)
      for start in stride(from: 0, to: count, by: 9_999) {
        try file.write(Array(bytes[start..<min(start + 9_999, count)]))
      }
      try file.commit()
      let stored = [UInt8](try scratch.bytes(of: "a.gz"))
      #expect(stored.starts(with: [0x1F, 0x8B]) && (count < 1000 || stored.count < count))
      var source = try ByteSource(path: scratch("a.gz"))
      let (read, isCompressed) = (try all(&source, room: 50_000), source.isCompressed)
      #expect(read == bytes && isCompressed)
    }
  }

  @Test("a line that is too long is refused before the rest is decompressed")
  func lines() throws {
    // 64 MiB of one letter is 64 KiB of gzip: refused after the first MiB.
    var bomb = try OutputFile(path: scratch("b.jsonl.gz"))
    try bomb.write(headerLine + "\n")
    let chunk = [UInt8](repeating: 0x61, count: 1 << 20)
    for _ in 0..<64 { try bomb.write(chunk) }
    try bomb.commit()
    let error = message {
      var reader = try RecordingReader(path: scratch("b.jsonl.gz"))
      while try reader.next() != nil {}
    }
    #expect(error == "\(scratch("b.jsonl.gz")):2: is longer than 1 MiB; this is not the kind of file expected")
  }
}
