import Documents
import FileTree
package import Screen
import System

/// All lines of a text one after the other, for a program that reads them.
extension TextContent {
    /// The number of bytes read at once, and the longest line that is held in memory; longer ones are passed on in parts.
    private static let bytesAtOnce = 1 << 20
    private static let longestLine = 8 << 20

    /// Passes on all lines. Most texts consist of printable ASCII, which is passed on as it is.
    /// - Parameters:
    ///   - isASCII: Whether other characters are replaced.
    ///   - plain: Receives whole lines with their ends, which are safe to show.
    ///   - other: Receives a line that had to be sanitized, without its end.
    /// - Returns: False if the encoding has other line ends than LF; nothing was passed on then.
    /// - Throws: `FileTreeError` if the file cannot be read; the errors of the closures.
    package func forEachLine(
        isASCII: Bool,
        plain: (UnsafeRawBufferPointer) throws -> Void,
        other: (DisplayText) throws -> Void
    ) throws -> Bool {
        guard let start = text.startOfUTF8 else { return false }
        let fit = PreviewViewport(columns: .max, isASCII: isASCII)
        var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bytesAtOnce, alignment: 64)
        defer { buffer.deallocate() }
        var (base, kept) = (start, 0)
        while true {
            let count = try file.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[kept...]), from: base + UInt64(kept))
            let filled = kept + count
            let isLast = filled < buffer.count
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<filled])
            var end = isLast ? filled : bytes.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
            if end == 0, !isLast {
                guard buffer.count >= Self.longestLine else {
                    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 64)
                    larger.copyMemory(from: bytes)
                    buffer.deallocate()
                    buffer = larger
                    kept = filled
                    continue
                }
                // Not in the middle of a character.
                end = (filled - 3..<filled).last { bytes[$0] & 0xc0 != 0x80 } ?? filled
            }
            try pass(UnsafeRawBufferPointer(rebasing: bytes[..<end]), fit, plain, other)
            guard !isLast else { return true }
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[end...]))
            kept = filled - end
            base += UInt64(end)
        }
    }

    /// Passes on lines in memory.
    private func pass(
        _ bytes: UnsafeRawBufferPointer,
        _ fit: PreviewViewport,
        _ plain: (UnsafeRawBufferPointer) throws -> Void,
        _ other: (DisplayText) throws -> Void
    ) throws {
        var (first, from) = (0, 0)
        while from < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[from...])
            let lineEnd = rest.firstIndex(of: 0x0a).map { from + $0 } ?? bytes.count
            let isReturn = lineEnd > from && bytes[lineEnd - 1] == 0x0d
            let textEnd = isReturn ? lineEnd - 1 : lineEnd
            let isPlain = UnsafeRawBufferPointer(rebasing: bytes[from..<textEnd]).isPrintableASCII
            if !isPlain || isReturn || lineEnd == bytes.count {
                if first < from { try plain(UnsafeRawBufferPointer(rebasing: bytes[first..<from])) }
                let line = UnsafeRawBufferPointer(rebasing: bytes[from..<textEnd])
                if isPlain, isReturn, lineEnd < bytes.count {
                    if !line.isEmpty { try plain(line) }
                    first = lineEnd
                } else {
                    try other(Self.text(Array(line)[...], fit))
                    first = min(lineEnd + 1, bytes.count)
                }
            }
            from = lineEnd + 1
        }
        if first < bytes.count { try plain(UnsafeRawBufferPointer(rebasing: bytes[first...])) }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether all bytes are printable characters of ASCII.
    fileprivate var isPrintableASCII: Bool {
        var others: UInt8 = 0
        for byte in self { others |= byte &- 0x20 > 0x5e ? 1 : 0 }
        return others == 0
    }

    /// Returns the index of the first byte that is equal to one.
    fileprivate func firstIndex(of byte: UInt8) -> Int? {
        guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - baseAddress
    }
}
