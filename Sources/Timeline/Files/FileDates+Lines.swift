import ContainerModel
import Documents
import FileTree
import Formats
import Jobs

/// The times at the beginnings of lines.
extension FileDates {
    func readLines(of file: DocumentSource) throws(FileTreeError) {
        let certain = place(SharedPlace(kind: .log), .line)
        let local = place(SharedPlace(kind: .log, doubt: .local), .line)
        guard let certain, let local else { return }
        var number: UInt64 = 0
        try lines.read(file, cancellation) { line, offset in
            number += 1
            guard let found = LineTime.time(of: line) else { return }
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

    /// Passes all lines, without their ends, with their offsets in the file.
    /// - Throws: `FileTreeError` if the file cannot be read.
    func read(
        _ file: DocumentSource, _ cancellation: Cancellation, _ body: (UnsafeRawBufferPointer, UInt64) -> Void
    ) throws(FileTreeError) {
        var (base, kept) = (UInt64(0), 0)
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
