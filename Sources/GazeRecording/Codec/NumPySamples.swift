import Foundation

/// The array of a `.npy` recording that has been opened: what its rows hold, where they begin, the header at its end.
struct NumPyArray: ~Copyable {
  /// Stands at the first row.
  var source: ByteSource
  let description: NumPyHeader
  /// The recording's header, where the file holds one.
  let headerLine: [UInt8]?

  /// Reads the array's description and, at the file's end, the recording's header.
  init(_ source: consuming ByteSource, path: String) throws(FileError) {
    var source = source
    let name = source.name
    guard !source.isCompressed else {
      throw FileError(
        path: name, message: "is a compressed .npy; decompress it first (gunzip), its header stands at its end")
    }
    var status = stat()
    guard path != "-", !path.isEmpty, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(
        path: name, message: "is a .npy and no file on disk; name the file, its header stands at its end")
    }
    let header = try NumPyHeader(&source)
    let present = Int(status.st_size) - header.dataOffset
    let (wanted, isTooLarge) = header.rows.multipliedReportingOverflow(by: header.rowSize)
    guard !isTooLarge, wanted <= present else {
      throw FileError(
        path: name,
        message: "is cut off: it promises \(header.rows) frames and holds \(max(present, 0) / header.rowSize); "
          + "copy the file again")
    }
    headerLine = try Self.trailer(path, from: header.dataOffset + wanted, to: Int(status.st_size))
    description = header
    self.source = source
  }

  private static func trailer(_ path: String, from dataEnd: Int, to fileEnd: Int) throws(FileError) -> [UInt8]? {
    guard fileEnd - dataEnd > NumPyLayout.trailerSize else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, "read", path: path) }
    defer { close(descriptor) }
    func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      return pread(descriptor, &bytes, count, off_t(offset)) == count ? bytes : nil
    }
    guard let end = bytes(NumPyLayout.trailerSize, at: fileEnd - NumPyLayout.trailerSize),
      Array(end.suffix(8)) == NumPyLayout.trailerMagic
    else { return nil }
    let length = end.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(HeaderDecoder.lineLimit), Int(length) <= fileEnd - dataEnd - NumPyLayout.trailerSize else {
      throw FileError(path: path, message: "is damaged: its header's length is \(length); copy the file again")
    }
    return bytes(Int(length), at: fileEnd - NumPyLayout.trailerSize - Int(length))
  }
}

/// The samples of a `.npy` recording, a row at a time, from one reused buffer.
struct NumPySamples<Codec: SampleCodec>: ~Copyable {
  private var source: ByteSource
  private var decoder: Codec.NumPyRow
  private let rowSize: Int
  private let rows: Int
  /// Rows given.
  private var given = 0
  private let buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0

  init(_ array: consuming NumPyArray, _ codec: Codec) throws(FileError) {
    let header = array.description
    do throws(LineFault) { decoder = try codec.row(of: header.fields) } catch {
      throw FileError(path: array.source.name, field: error.field, message: error.message)
    }
    (rows, rowSize) = (header.rows, header.rowSize)
    buffer = .allocate(byteCount: max((1 << 18) / header.rowSize, 1) * header.rowSize, alignment: 16)
    source = array.source
  }

  deinit { buffer.deallocate() }

  /// The next sample, nil after the last one.
  mutating func next() throws(FileError) -> Codec.Sample? {
    guard given < rows, let base = buffer.baseAddress else { return nil }
    if end - start < rowSize { try fill() }
    do throws(LineFault) {
      let sample = try decoder.sample(UnsafeRawPointer(base + start))
      start += rowSize
      given += 1
      return sample
    } catch {
      given += 1
      throw fault(error)
    }
  }

  /// The fault with its place: the row given last, 0-based, as NumPy counts.
  func fault(_ fault: LineFault) -> FileError {
    FileError(path: source.name, field: fault.field, message: "row \(given - 1): " + fault.message)
  }

  private mutating func fill() throws(FileError) {
    // The buffer holds whole rows, so nothing but a short read leaves a piece of one.
    if let base = buffer.baseAddress { memmove(base, base + start, end - start) }
    (start, end) = (0, end - start)
    while end < rowSize {
      let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
      guard count > 0 else { throw FileError(path: source.name, message: "became shorter while it was read") }
      end += count
    }
  }
}
