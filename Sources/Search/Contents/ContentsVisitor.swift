package import Documents
import Formats

/// Receives the decoded contents of files instead of the hits of a pattern: every value, with the way to it, and the
/// texts and bytes of everything that is not made of values.
package protocol ContentsVisitor: AnyObject {
    /// Receives a value of a file, on the thread that searches.
    /// - Parameters:
    ///   - bytes: A text in UTF-8, or data; valid during the call.
    ///   - name: The name of the value: a key, a column, an index.
    ///   - steps: Returns the names that lead to the value.
    func visit(_ bytes: UnsafeRawBufferPointer, isText: Bool, named name: String, at steps: () -> [[UInt8]])

    /// Whether it wants the number with a name; most are of no interest, and making texts of them takes time.
    func wantsNumber(named name: String) -> Bool

    /// Receives a key of a dictionary, before its value.
    /// - Parameter steps: Returns the names that lead to the value.
    func visit(key: UnsafeRawBufferPointer, at steps: () -> [[UInt8]])

    /// Returns where something begins that it may want, in bytes whose values are visited.
    func prospects(in bytes: UnsafeRawBufferPointer) -> ContentsProspects

    /// Whether a name may tell that a value is wanted; most do not.
    func mayTell(_ name: UnsafeRawBufferPointer) -> Bool

    /// Whether it may want a text, so that it has to receive it, with the way to it. It may well want nothing of it then.
    /// - Parameters:
    ///   - name: The name of the value in UTF-8; nil for the index of an item, and for a key.
    ///   - prospect: What the text may have.
    func mayWant(
        _ text: UnsafeRawBufferPointer, named name: UnsafeRawBufferPointer?, _ prospect: ContentsProspects.Prospect
    ) -> Bool

    /// Whether it may want the number with a name.
    func mayWantNumber(named name: UnsafeRawBufferPointer) -> Bool

    /// Receives a row of a table that is not in a database, before its values.
    func visit(row: TableRow, of columns: [String], at steps: [[UInt8]])

    /// Receives a piece of a text or of other bytes. The pieces of a text end with lines, those of other bytes overlap.
    /// - Parameter steps: The names that lead to the text; empty for a file.
    func visit(_ piece: ContentsPiece, at steps: [[UInt8]])
}

/// A piece of a text, or of bytes that are none.
package struct ContentsPiece {
    /// The bytes; valid during the call that passes them.
    package let bytes: UnsafeRawBufferPointer
    /// Whether they are lines of text.
    package let isText: Bool
    /// The offset of the first byte in the file.
    package let offset: UInt64
    /// The number of lines before the piece; 0 if it is not text.
    package let linesBefore: Int
    /// The number of bytes at the end that are also at the beginning of the next piece.
    package let overlap: Int
}

/// Passes texts and bytes to a visitor, piece by piece.
struct PieceReader {
    /// Memory for the bytes read, which one file after the other uses.
    final class Memory {
        fileprivate let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 512 << 10, alignment: 64)

        deinit { buffer.deallocate() }
    }

    /// The bytes that two pieces have in common, so that what is shorter is found in one of them.
    private static let overlap = 16 << 10

    let memory: Memory

    /// Reads everything.
    /// - Parameters:
    ///   - mustStop: Whether to stop before the next piece.
    ///   - read: Reads from an offset into a buffer; fewer bytes than it holds only at the end.
    func visitPieces<Failure: Error>(
        _ visitor: any ContentsVisitor, at steps: [[UInt8]], mustStop: () -> Bool,
        read: (UnsafeMutableRawBufferPointer, UInt64) throws(Failure) -> Int
    ) throws(Failure) {
        let buffer = memory.buffer
        var (base, kept, lines) = (UInt64(0), 0, 0)
        var isText: Bool?
        while !mustStop() {
            let free = UnsafeMutableRawBufferPointer(rebasing: buffer[kept...])
            let count = try read(free, base + UInt64(kept))
            let filled = kept + count
            guard filled > 0, count > 0 || base == 0 else { return }
            let isLast = count < free.count
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<filled])
            // A NUL in the bytes read first distinguishes other bytes from text.
            let isLines = isText ?? (bytes.firstIndex(of: 0, from: 0) == nil)
            isText = isLines
            var (end, overlap) = (filled, 0)
            if !isLast {
                if isLines, let newline = bytes.lastIndex(of: 0x0a), newline > filled / 2 {
                    end = newline + 1
                    // Of a text, whole lines.
                    let line = bytes[max(0, end - Self.overlap)..<newline].firstIndex(of: 0x0a)
                    overlap = line.map { end - $0 - 1 } ?? 0
                } else {
                    overlap = Self.overlap
                }
            }
            let part = UnsafeRawBufferPointer(rebasing: bytes[..<end])
            visitor.visit(
                ContentsPiece(
                    bytes: part, isText: isLines, offset: base, linesBefore: isLines ? lines : 0, overlap: overlap),
                at: steps)
            guard !isLast else { return }
            let next = end - overlap
            if isLines { lines += UnsafeRawBufferPointer(rebasing: bytes[..<next]).lineEnds }
            kept = filled - next
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[next...]))
            base += UInt64(next)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The number of line ends.
    package var lineEnds: Int { count(of: 0x0a) }
}
