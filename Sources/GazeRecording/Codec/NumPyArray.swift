import PortableFoundation

/// The array of an opened `.npy` recording: the layout of its rows, the source at the first row, and the recording's
/// header, which is at the end of the file.
struct NumPyArray: ~Copyable {
  /// Source, positioned at the first row.
  var source: ByteSource
  let description: NumPyHeader
  /// The line of the recording's header; nil if the file holds none.
  let headerLine: [UInt8]?

  /// Reads the array's description and, at the file's end, the recording's header.
  init(_ source: consuming ByteSource, path: String) throws(FileError) {
    var source = source
    let name = source.name
    guard !source.isCompressed else {
      throw FileError(
        path: name,
        message: "is a compressed .npy, which cannot be read because its header is at the end of the file; "
          + "run gunzip first")
    }
    var status = stat()
    guard path != "-", !path.isEmpty, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(
        path: name,
        message: "is a .npy but not a file on disk, and its header is at the end of the file; name a file")
    }
    let header = try NumPyHeader(&source)
    let present = Int(status.st_size) - header.dataOffset
    let (wanted, isTooLarge) = header.rows.multipliedReportingOverflow(by: header.rowSize)
    guard !isTooLarge, wanted <= present else {
      throw FileError(
        path: name,
        message: "is cut off: it states \(header.rows) frames and holds \(max(present, 0) / header.rowSize); "
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
      throw FileError(path: path, message: "is damaged: it states a header of \(length) bytes; copy the file again")
    }
    return bytes(Int(length), at: fileEnd - NumPyLayout.trailerSize - Int(length))
  }
}
