import FileTree
import Formats
import System

/// A search in bytes of any number, read in order: in the lines of a text, or in bytes that are none.
///
/// A line that has a match is found once, all matches in other bytes are found one by one.
struct BytesSearch {
    /// The outcome of a search.
    enum End {
        case complete
        /// The receiver of the hits has cancelled, or wants no more.
        case stopped
        /// The pattern takes too long for a line; the rest was not searched.
        case exhausted(at: UInt64)
    }

    /// Memory for the bytes read, which one search after the other uses.
    final class Memory {
        /// An amount that stays in a core's cache until it is searched.
        private static let usual = 64 << 10

        private(set) var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: usual, alignment: 64)

        deinit { buffer.deallocate() }

        /// Returns to the usual size.
        func shrink() {
            guard buffer.count > Self.usual else { return }
            buffer.deallocate()
            buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.usual, alignment: 64)
        }

        /// Doubles the memory and keeps the first bytes.
        func grow(keeping count: Int) {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 64)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            buffer.deallocate()
            buffer = larger
        }
    }

    /// Lines up to this length are searched as a whole.
    private static let longestLine = 4 << 20

    private let finder: ContentsFinder
    private let memory: Memory
    private let countsLines: Bool
    private let mustStop: () -> Bool
    private let read: (UnsafeMutableRawBufferPointer, UInt64) throws(FileTreeError) -> Int

    /// - Parameters:
    ///   - countsLines: Whether the numbers of lines are wanted.
    ///   - read: Reads from an offset into a buffer; fewer bytes than it holds only at the end.
    init(
        _ finder: ContentsFinder,
        _ memory: Memory,
        countsLines: Bool,
        mustStop: @escaping () -> Bool,
        read: @escaping (UnsafeMutableRawBufferPointer, UInt64) throws(FileTreeError) -> Int
    ) {
        self.finder = finder
        self.memory = memory
        self.countsLines = countsLines
        self.mustStop = mustStop
        self.read = read
    }

    /// Searches everything.
    /// - Parameter emit: Receives each hit; returns whether more are wanted.
    /// - Throws: `FileTreeError` if the bytes cannot be read.
    func searchWhole(steps: [[UInt8]], _ emit: (ContentsHit) -> Bool) throws(FileTreeError) -> End {
        memory.shrink()
        var base: UInt64 = 0
        var kept = 0
        var isText: Bool?
        var lines = LineCounter(read: read)
        while !mustStop() {
            let free = UnsafeMutableRawBufferPointer(rebasing: memory.buffer[kept...])
            let count = try read(free, base + UInt64(kept))
            let filled = kept + count
            let isLast = count < free.count
            let bytes = UnsafeRawBufferPointer(rebasing: memory.buffer[..<filled])
            // A NUL in the bytes read first distinguishes other bytes from text.
            let isLines = isText ?? (bytes.firstIndex(of: 0, from: 0) == nil)
            isText = isLines
            var part = Part(bytes: bytes, end: filled, base: base)
            if !isLast, isLines, let end = bytes.lastIndex(of: 0x0a, from: kept) {
                part = Part(bytes: UnsafeRawBufferPointer(rebasing: bytes[...end]), end: end + 1, base: base)
            } else if !isLast {
                if isLines, memory.buffer.count < Self.longestLine {
                    memory.grow(keeping: filled)
                    kept = filled
                    continue
                }
                part = Part(bytes: bytes, end: max(1, filled - finder.longest), base: base)
            }
            let end = part.end
            if isLines, base == 0 { part.dropFirst(finder.pattern.markLength(of: bytes)) }
            let outcome =
                isLines
                ? try searchLines(part, &lines, steps, emit) : searchBytes(part, steps, emit)
            guard case .complete = outcome, !isLast else { return outcome }
            if isLines, lines.isCounting { try lines.count(upTo: base + UInt64(end), in: part) }
            kept = filled - end
            memory.buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[end...]))
            base += UInt64(end)
        }
        return .stopped
    }

    /// Bytes in memory.
    fileprivate struct Part {
        private(set) var bytes: UnsafeRawBufferPointer
        /// The end of the places where a match may begin.
        private(set) var end: Int
        /// The offset of the first byte.
        private(set) var base: UInt64

        /// Leaves out bytes at the beginning.
        mutating func dropFirst(_ count: Int) {
            guard count > 0 else { return }
            bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
            end -= count
            base += UInt64(count)
        }
    }

    private func searchLines(
        _ part: Part, _ lines: inout LineCounter, _ steps: [[UInt8]], _ emit: (ContentsHit) -> Bool
    ) throws(FileTreeError) -> End {
        let text = part.bytes
        finder.beginBuffer()
        var from = 0
        while from < part.end {
            let found: ContentsFinder.Match?
            do throws(ContentsFinder.Exhaustion) {
                found = try finder.first(in: text, from: from)
            } catch {
                return try searchLinesOneByOne(part, from: from, &lines, steps, emit)
            }
            guard var match = found, match.range.lowerBound < part.end else { return .complete }
            let start = match.range.lowerBound
            let lineStart = text.lastIndex(of: 0x0a, before: start).map { $0 + 1 } ?? 0
            let lineEnd = text.firstIndex(of: 0x0a, from: start) ?? text.count
            if match.range.upperBound > lineEnd {
                // A match is in one line. There may be another one that ends with it.
                let line = UnsafeRawBufferPointer(rebasing: text[..<lineEnd])
                guard let inside = try? finder.first(in: line, from: lineStart) else {
                    from = lineEnd + 1
                    continue
                }
                match = inside
            }
            let offset = part.base + UInt64(match.range.lowerBound)
            let number = countsLines ? try lines.count(upTo: part.base + UInt64(lineStart), in: part) + 1 : 0
            let hit = ContentsHit(
                steps, .line(number: number, offset: offset), encoding: match.encoding,
                ContentsExcerpt(of: text, around: match.range))
            guard emit(hit) else { return .stopped }
            from = lineEnd + 1
        }
        return .complete
    }

    /// Searches each line for itself, as the limit counts for all lines of a part.
    private func searchLinesOneByOne(
        _ part: Part, from start: Int, _ lines: inout LineCounter, _ steps: [[UInt8]], _ emit: (ContentsHit) -> Bool
    ) throws(FileTreeError) -> End {
        let text = part.bytes
        var from = start
        while from < part.end {
            guard !mustStop() else { return .stopped }
            let lineEnd = text.firstIndex(of: 0x0a, from: from) ?? text.count
            let line = UnsafeRawBufferPointer(rebasing: text[from..<lineEnd])
            do throws(ContentsFinder.Exhaustion) {
                if let match = try finder.first(in: line) {
                    let range = match.range.lowerBound + from..<match.range.upperBound + from
                    let number = countsLines ? try? lines.count(upTo: part.base + UInt64(from), in: part) + 1 : 0
                    let hit = ContentsHit(
                        steps, .line(number: number ?? 0, offset: part.base + UInt64(range.lowerBound)),
                        ContentsExcerpt(of: text, around: range))
                    guard emit(hit) else { return .stopped }
                }
            } catch {
                return .exhausted(at: part.base + UInt64(from))
            }
            from = lineEnd + 1
        }
        return .complete
    }

    private func searchBytes(_ part: Part, _ steps: [[UInt8]], _ emit: (ContentsHit) -> Bool) -> End {
        finder.beginBuffer()
        var from = 0
        while from < part.end {
            do throws(ContentsFinder.Exhaustion) {
                guard let match = try finder.first(in: part.bytes, from: from), match.range.lowerBound < part.end else {
                    break
                }
                let hit = ContentsHit(
                    steps, .offset(part.base + UInt64(match.range.lowerBound)), encoding: match.encoding,
                    ContentsExcerpt(of: part.bytes, around: match.range))
                guard emit(hit) else { return .stopped }
                from = max(match.range.upperBound, from + 1)
            } catch {
                return .exhausted(at: part.base + UInt64(from))
            }
        }
        return .complete
    }
}

/// Counts lines up to consecutive places. Bytes that are no longer in memory are read again, since most files have no
/// hits and nothing to be counted.
private struct LineCounter {
    let read: (UnsafeMutableRawBufferPointer, UInt64) throws(FileTreeError) -> Int
    private var offset: UInt64 = 0
    private var lines: UInt64 = 0
    private(set) var isCounting = false

    init(read: @escaping (UnsafeMutableRawBufferPointer, UInt64) throws(FileTreeError) -> Int) { self.read = read }

    /// Returns the number of line ends before an offset, which is in the part.
    @discardableResult
    mutating func count(upTo end: UInt64, in part: BytesSearch.Part) throws(FileTreeError) -> UInt64 {
        isCounting = true
        if offset < part.base { try readUp(to: part.base) }
        let known = Int(offset - part.base)..<max(Int(offset - part.base), Int(end - part.base))
        lines += UInt64(UnsafeRawBufferPointer(rebasing: part.bytes[known]).count(of: 0x0a))
        offset = max(offset, end)
        return lines
    }

    private mutating func readUp(to end: UInt64) throws(FileTreeError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 64)
        defer { buffer.deallocate() }
        while offset < end {
            let wanted = min(UInt64(buffer.count), end - offset)
            let count = try read(UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(wanted)]), offset)
            lines += UInt64(UnsafeRawBufferPointer(rebasing: buffer[..<count]).count(of: 0x0a))
            // Of a file that became shorter, nothing more is counted.
            offset = count == 0 ? end : offset + UInt64(count)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the index of the last byte that is equal to one, before an index.
    fileprivate func lastIndex(of byte: UInt8, before end: Int) -> Int? {
        var index = end
        while index > 0 {
            index -= 1
            if self[index] == byte { return index }
        }
        return nil
    }

    /// Returns the index of the last byte that is equal to one, at an index or behind it.
    fileprivate func lastIndex(of byte: UInt8, from start: Int) -> Int? {
        var index = count
        while index > start {
            index -= 1
            if self[index] == byte { return index }
        }
        return nil
    }
}
