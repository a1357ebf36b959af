import Documents
import Formats
package import Screen
import System

/// All lines of a text one after the other, for a program that reads them.
extension TextContent {
    /// The number of bytes read at once, and the longest line that is held in memory; longer ones are passed on in
    /// parts.
    private static let bytesAtOnce = 1 << 20
    private static let longestLine = 8 << 20

    /// Passes on all lines. Most texts consist of printable ASCII, which is passed on as it is.
    /// - Parameters:
    ///   - isASCII: Whether other characters are replaced.
    ///   - plain: Receives whole lines with their ends, which are safe to show.
    ///   - other: Receives a line that had to be sanitized, without its end, and whether it ends there.
    /// - Throws: `FileTreeError` if the file cannot be read; the errors of the closures.
    package func forEachLine(
        isASCII: Bool,
        plain: (UnsafeRawBufferPointer) throws -> Void,
        other: (DisplayText, _ isEnd: Bool) throws -> Void
    ) throws {
        let fit = PreviewViewport(columns: .max, isASCII: isASCII)
        guard let start = text.startOfUTF8 else { return try forEachDecodedLine(fit, other) }
        var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bytesAtOnce, alignment: 64)
        defer { buffer.deallocate() }
        var (base, kept) = (start, 0)
        while true {
            let count = try file.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[kept...]), from: base + UInt64(kept))
            let filled = kept + count
            let isLast = filled < buffer.count
            var isCut = false
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
                // Not in the middle of a character or a line end.
                end = (filled - 4..<filled).last { bytes[$0] & 0xc0 != 0x80 && bytes[$0 - 1] != 0x0d } ?? filled
                isCut = true
            }
            try pass(UnsafeRawBufferPointer(rebasing: bytes[..<end]), isCut: isCut, fit, plain, other)
            guard !isLast else { return }
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[end...]))
            kept = filled - end
            base += UInt64(end)
        }
    }

    /// Passes on all lines of a text in another encoding, or with other line ends than LF.
    private func forEachDecodedLine(
        _ fit: PreviewViewport, _ receive: (DisplayText, _ isEnd: Bool) throws -> Void
    ) throws {
        var pieces = TextPieces(file, text.detection)
        var piece = try pieces.piece(around: pieces.start)
        var line: [UInt8] = []
        while !piece.isEmpty {
            let part = try pieces.bytes(piece)
            line += part
            let isEnd = part.count < piece.count || piece.upperBound >= file.size
            if isEnd || line.count >= Self.longestLine {
                let utf8 = text.detection.utf8(line[...], isWhole: piece.upperBound >= file.size)
                try receive(Self.text(utf8[...], fit), isEnd)
                line = []
            }
            piece = try pieces.piece(after: piece)
        }
    }

    /// Passes on lines in memory.
    /// - Parameter isCut: Whether the last line goes on behind them.
    private func pass(
        _ bytes: UnsafeRawBufferPointer,
        isCut: Bool,
        _ fit: PreviewViewport,
        _ plain: (UnsafeRawBufferPointer) throws -> Void,
        _ other: (DisplayText, _ isEnd: Bool) throws -> Void
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
                    try other(Self.text(Array(line)[...], fit), !isCut || lineEnd < bytes.count)
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
}
