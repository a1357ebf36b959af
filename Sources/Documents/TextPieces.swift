package import FileTree
package import Formats

/// The division of a text into pieces: lines, of which very long ones are cut, so that any place of a text of any size
/// can be read without reading the text before it.
///
/// A line is cut at the multiples of `cut` that are more than `cut` behind its beginning. Where the pieces are thus
/// depends on nothing but the text, and can be found by looking back no further than twice that.
package struct TextPieces {
    /// The distance between cuts, in bytes.
    package static let cut: UInt64 = 64 * 1_024

    private let file: DocumentSource
    /// The bytes of a line end; several for encodings with larger units.
    package let lineEnd: [UInt8]
    /// Where the text begins, behind a byte order mark.
    package let start: UInt64
    private var window: [UInt8] = []
    private var base: UInt64 = 0

    package init(_ file: DocumentSource, _ detection: TextDetection) {
        self.file = file
        start = UInt64(detection.markLength)
        // In encodings without larger units, a byte below 0x30 is a character. Before Mac OS X, lines ended with CR.
        let isOld = detection.encoding.unit == 1 && !file.head.contains(0x0a) && file.head.contains(0x0d)
        lineEnd = detection.encoding.unit(of: isOld ? 0x0d : 0x0a)
    }

    /// The number of bytes in a unit of the encoding.
    private var unit: UInt64 { UInt64(lineEnd.count) }

    /// Returns the piece around a position, with its line end; empty at the end of the text.
    /// - Throws: `FileTreeError` if the file cannot be read.
    package mutating func piece(around position: UInt64) throws(FileTreeError) -> Range<UInt64> {
        let position = max(start, min(position, file.size)) / unit * unit
        let back = max(start, position - min(position, 2 * Self.cut))
        let lineStart = try lastEnd(from: back, to: position) ?? (back == start ? start : nil)
        let begin: UInt64
        if let lineStart {
            // The last cut up to here, if the line is long enough to have one.
            let candidate = position / Self.cut * Self.cut
            begin = candidate > lineStart + Self.cut ? candidate : lineStart
        } else {
            begin = position / Self.cut * Self.cut
        }
        return try begin..<end(ofPieceFrom: begin, lineStart: lineStart)
    }

    /// Returns the piece that follows another.
    package mutating func piece(after piece: Range<UInt64>) throws(FileTreeError) -> Range<UInt64> {
        guard piece.upperBound < file.size else { return file.size..<file.size }
        return try self.piece(around: piece.upperBound)
    }

    /// Returns the piece before a position where one begins; nil at the beginning of the text.
    package mutating func piece(before position: UInt64) throws(FileTreeError) -> Range<UInt64>? {
        guard position > start else { return nil }
        return try piece(around: position - unit)
    }

    /// Returns the bytes of a piece without its line end.
    package mutating func bytes(_ piece: Range<UInt64>) throws(FileTreeError) -> [UInt8] {
        var bytes = try Array(self.bytes(piece.lowerBound, Int(piece.upperBound - piece.lowerBound)))
        guard bytes.count >= lineEnd.count, bytes.suffix(lineEnd.count).elementsEqual(lineEnd) else { return bytes }
        bytes.removeLast(lineEnd.count)
        let carriageReturn: [UInt8] = lineEnd.map { $0 == 0x0a ? 0x0d : $0 }
        if lineEnd != [0x0d], bytes.count >= lineEnd.count, bytes.suffix(lineEnd.count).elementsEqual(carriageReturn) {
            bytes.removeLast(lineEnd.count)
        }
        return bytes
    }

    private mutating func end(ofPieceFrom begin: UInt64, lineStart: UInt64?) throws(FileTreeError) -> UInt64 {
        let limit = begin == lineStart ? (begin / Self.cut + 2) * Self.cut : begin + Self.cut
        let bytes = try bytes(begin, Int(limit - begin))
        return firstEnd(bytes, at: begin) ?? min(limit, max(begin, file.size, begin + UInt64(bytes.count)))
    }

    private func firstEnd(_ bytes: ArraySlice<UInt8>, at base: UInt64) -> UInt64? {
        if lineEnd.count == 1 {
            return bytes.firstIndex(of: lineEnd[0]).map { base + UInt64($0 - bytes.startIndex) + 1 }
        }
        for index in stride(from: bytes.startIndex, through: bytes.endIndex - lineEnd.count, by: lineEnd.count)
        where bytes[index...].starts(with: lineEnd) {
            return base + UInt64(index - bytes.startIndex + lineEnd.count)
        }
        return nil
    }

    /// Returns where the line begins that a range ends in, if it begins in the range.
    private mutating func lastEnd(from back: UInt64, to position: UInt64) throws(FileTreeError) -> UInt64? {
        let bytes = try bytes(back, Int(position - back))
        if lineEnd.count == 1 {
            return bytes.lastIndex(of: lineEnd[0]).map { back + UInt64($0 - bytes.startIndex) + 1 }
        }
        for index in stride(from: bytes.endIndex - lineEnd.count, through: bytes.startIndex, by: -lineEnd.count)
        where bytes[index...].starts(with: lineEnd) {
            return back + UInt64(index - bytes.startIndex + lineEnd.count)
        }
        return nil
    }

    /// Returns bytes of the file, fewer at its end, from a window that is read in large steps.
    private mutating func bytes(_ offset: UInt64, _ count: Int) throws(FileTreeError) -> ArraySlice<UInt8> {
        let end = min(offset + UInt64(count), file.size)
        if offset < base || end > base + UInt64(window.count) {
            base = offset - min(offset, 2 * Self.cut)
            let length = max(Int(6 * Self.cut), Int(max(base, end) - base))
            window = try file.bytes(from: base, count: length)
        }
        let from = min(window.count, Int(offset - base))
        return window[from..<min(window.count, from + count)]
    }
}
