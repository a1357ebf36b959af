import ContainerModel
import Documents
import FileTree
import Formats
import Jobs

/// The times at the beginnings of lines.
extension FileDates {
    /// Finds the times among the values or the lines that the readers of documents make of a file.
    func readPlain(_ file: DocumentSource) throws(FileTreeError) {
        let encoding = TextEncoding(ofJSON: file.head)
        let text = file.text ?? TextDetection(file.head, isWhole: file.isWhole, in: encoding)
        guard let document = DocumentReaders.readPlain(file, within: limits) else {
            // What was never written of a log is NULs, which are in no text.
            let isLog = TextFileName.isOne(file.name) || file.head.prefix(4_096).firstIndex(of: 0) == nil
            return isLog && wants(.log) ? try readLines(of: file, text) : ()
        }
        // The bracket before a time begins no JSON, which a large file is not examined for.
        let isLog = file.head.first == 0x5b && file.head.withUnsafeBytes { LineTime.time(of: $0) != nil }
        for reason in document.losses + (isLog ? [] : document.failures.map(\.reason)) { note(reason) }
        guard let tree = document.tree else { return wants(.log) ? try readLines(of: file, text) : () }
        var logged: [Int64?] = []
        // Of JSON lines, which alone are not one value.
        if !tree.isRooted {
            try readLines(of: file, text) { line, time in
                if line.contains(where: { $0 > 0x20 }) { logged.append(time) }
            }
        }
        readTree(tree, besides: logged)
    }

    /// - Parameter receive: Receives each line with the time in it, if it names no zone as if it were one in UTC.
    private func readLines(
        of file: DocumentSource, _ text: TextDetection,
        _ receive: (UnsafeRawBufferPointer, Int64?) -> Void = { _, _ in }
    ) throws(FileTreeError) {
        let form = LineForm(encoding: text.encoding, end: TextPieces(file, text).lineEnd.first { $0 != 0 } ?? 0x0a)
        let certain = place(SharedPlace(kind: .log, lines: form), .line(form))
        let local = place(SharedPlace(kind: .log, doubt: .local, lines: form), .line(form))
        var number: UInt64 = 0
        try lines.read(file, text, cancellation) { line, offset in
            number += 1
            let found = LineTime.time(of: line)
            receive(line, found?.microseconds)
            guard let found, let certain, let local else { return }
            if found.zone == .known {
                sink.add(found.microseconds, at: certain, key: LineKey.key(at: offset, number: number))
            } else {
                let time = offsets.fromLocal(found.microseconds)
                sink.add(time, at: local, key: LineKey.key(at: offset, number: number))
            }
        }
    }
}

/// Finds the time that a line of a log begins with.
enum LineTime {
    /// The number of bytes of a line of JSON in which a time is looked for.
    private static let inObject = 512
    /// The longest word before a time: `WARNING`.
    private static let longestWord = 10

    static func time(of line: UnsafeRawBufferPointer) -> WrittenTime? {
        guard line.count >= 16, let first = line.first else { return nil }
        if first.isASCIIDigit { return time(in: line, at: 0) }
        switch first {
        case 0x5b, 0x28, 0x3c, 0x22, 0x09, 0x20: return afterWord(line, from: 1)
        case 0x7b: return inObject(line)
        default: return afterWord(line, from: 0)
        }
    }

    private static func time(in line: UnsafeRawBufferPointer, at start: Int) -> WrittenTime? {
        WrittenTime(line, at: start).flatMap { $0.hasTimeOfDay ? $0 : nil }
    }

    /// Passes over a word such as a level, and over brackets and blanks.
    private static func afterWord(_ line: UnsafeRawBufferPointer, from start: Int) -> WrittenTime? {
        var position = start
        while position < line.count, position < start + longestWord, line[position] | 0x20 >= 0x61 {
            guard line[position] | 0x20 <= 0x7a else { break }
            position += 1
        }
        let end = min(line.count, position + 4)
        while position < end, [0x20, 0x09, 0x5b, 0x5d, 0x28, 0x3a, 0x3c, 0x7c].contains(line[position]) {
            position += 1
        }
        guard position < line.count, line[position].isASCIIDigit else { return nil }
        return time(in: line, at: position)
    }

    /// Finds the first text in a line of JSON that begins with a time.
    private static func inObject(_ line: UnsafeRawBufferPointer) -> WrittenTime? {
        let end = min(line.count, inObject)
        var position = 1
        while position + 16 < end {
            if line[position] == 0x22, line[position + 1].isASCIIDigit, line[position + 5] == 0x2d,
                let found = time(in: line, at: position + 1), found.end < line.count, line[found.end] == 0x22
            {
                return found
            }
            position += 1
        }
        return nil
    }
}

/// Reads the lines of files, through one buffer.
final class LineReader {
    /// The part of a file that is read at once; of a longer line, only the beginning is passed.
    private static let size = 512 << 10

    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)

    deinit { buffer.deallocate() }

    /// Passes all lines, without their ends, with their offsets in the file; of UTF-16 and UTF-32 in UTF-8.
    /// - Throws: `FileTreeError` if the file cannot be read.
    func read(
        _ file: DocumentSource, _ text: TextDetection, _ cancellation: Cancellation,
        _ body: (UnsafeRawBufferPointer, UInt64) -> Void
    ) throws(FileTreeError) {
        var pieces = TextPieces(file, text)
        guard pieces.lineEnd == [0x0a] else {
            var (piece, isStart) = (try pieces.piece(around: 0), true)
            while !piece.isEmpty, !cancellation.isCancelled {
                let bytes = try pieces.bytes(piece)
                if isStart { text.utf8(bytes[...], isWhole: false).withUnsafeBytes { body($0, piece.lowerBound) } }
                isStart = bytes.count < piece.count
                piece = try pieces.piece(after: piece)
            }
            return
        }
        var (base, kept) = (pieces.start, 0)
        var isInside = false
        while !cancellation.isCancelled {
            let free = UnsafeMutableRawBufferPointer(rebasing: buffer[kept...])
            let count = try file.read(into: free, from: base + UInt64(kept))
            let isLast = count < free.count
            let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<(kept + count)])
            var start = 0
            while start < bytes.count, let end = bytes.firstIndex(of: 0x0a, from: start) {
                if !isInside { body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), base + UInt64(start)) }
                isInside = false
                start = end + 1
            }
            // The last line has no end, and one that fills the buffer is passed by its beginning.
            if isLast || start == 0 {
                if !isInside, start < bytes.count {
                    body(UnsafeRawBufferPointer(rebasing: bytes[start...]), base + UInt64(start))
                }
                isInside = true
                start = bytes.count
            }
            guard !isLast else { return }
            kept = bytes.count - start
            if kept > 0 { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start...])) }
            base += UInt64(start)
        }
    }
}

/// The offsets of the local time zone, each asked for once in a while.
struct LocalOffsets {
    /// No zone changes within a quarter of an hour.
    private static let span: Int64 = 900

    private var known: (quarter: Int64, offset: Int64)?

    /// Returns how far local time was ahead of UTC, in seconds.
    mutating func offset(at seconds: Int64) -> Int64 {
        let quarter = seconds.dividingDown(by: Self.span)
        if let known, known.quarter == quarter { return known.offset }
        let offset = Int64(LocalTime(secondsSince1970: seconds).offset ?? 0)
        known = (quarter, offset)
        return offset
    }

    /// Returns the time of which the local time was read as one in UTC, both in microseconds since 1970.
    mutating func fromLocal(_ microseconds: Int64) -> Int64 {
        let seconds = microseconds.dividingDown(by: 1_000_000)
        // The offset that is sought is that of the result.
        let near = offset(at: seconds - offset(at: seconds))
        return microseconds - near * 1_000_000
    }
}

extension Int64 {
    /// Returns the quotient, rounded towards the smaller number.
    func dividingDown(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
