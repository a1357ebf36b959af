package import ContainerModel
package import Documents
package import FileTree
package import Formats
package import Jobs
import System

/// The contents of files to search, and the number of hits to report.
package struct ContentsOptions: Sendable {
    /// Whether files of known kinds are decoded, and their values searched; otherwise only their bytes are.
    package var decodes: Bool
    /// Whether the numbers of lines are wanted, for which text before a hit has to be read again.
    package var countsLines: Bool
    /// The number of hits after which the rest of a file is not searched; nil for all.
    package var maxHits: Int?
    /// The encoding of texts that are not Unicode; nil if it is detected.
    package var encoding: TextEncoding?

    package init(decodes: Bool = true, countsLines: Bool = true, maxHits: Int? = nil) {
        self.decodes = decodes
        self.countsLines = countsLines
        self.maxHits = maxHits
    }
}

/// A remark about the search of a file.
package struct ContentsProblem: Hashable, Sendable {
    /// A sentence without a full stop; not sanitized.
    package let message: String
    /// Whether hits may be missing.
    package let isIncomplete: Bool

    /// Creates a remark.
    package init(message: String, isIncomplete: Bool) { (self.message, self.isIncomplete) = (message, isIncomplete) }
}

/// Searches the contents of one file after the other, on one thread: the lines of texts, the values in files of known
/// kinds and in values of those, the bytes of all others.
package final class FileContentsSearch {
    /// Values in values are searched to this depth.
    static let deepest = DocumentSource.deepest
    /// The maximum number of values searched in a file; an outline can be endless.
    static let maxValues = 5_000_000
    /// Values nested deeper in an outline are not searched.
    static let deepestNode = 200

    let finder: ContentsFinder
    let options: ContentsOptions
    let cancellation: Cancellation
    /// Receives contents instead of hits; nil in a search for a pattern.
    private(set) unowned var visitor: (any ContentsVisitor)?
    private let pieces: PieceReader?
    private let memory = BytesSearch.Memory()
    /// The file that is searched, or the value in it; nil for bytes alone.
    private(set) var source: DocumentSource?
    /// Receives the hits; returns whether more are wanted.
    private var receive: (ContentsHit) -> Bool = { _ in false }
    var hits = 0
    private var isStopped = false
    /// The number of values that may still be searched in the file.
    var valuesLeft = 0
    /// The parts of the file that were not searched, and why.
    private var problems: [ContentsProblem] = []

    package init(_ pattern: ContentsPattern, _ options: ContentsOptions, cancellation: Cancellation) {
        finder = ContentsFinder(pattern)
        self.options = options
        self.cancellation = cancellation
        pieces = nil
    }

    /// Creates a search that passes everything to a visitor, which has to live as long as the search does.
    package init(visitor: any ContentsVisitor, cancellation: Cancellation) {
        finder = ContentsFinder(.nothing)
        options = ContentsOptions(countsLines: false)
        self.cancellation = cancellation
        self.visitor = visitor
        pieces = PieceReader(memory: PieceReader.Memory())
    }

    /// Passes the contents of a file to the visitor.
    /// - Returns: The parts that were not visited, and why.
    /// - Throws: `FileTreeError` if the file cannot be read.
    package func visit(_ file: DocumentSource) throws(FileTreeError) -> [ContentsProblem] {
        try search(file) { _ in true }
    }

    /// Searches a file, or a value inside it.
    /// - Parameters:
    ///   - value: The names that lead to the value; empty for all of the file.
    ///   - receive: Receives each hit; returns whether more are wanted.
    /// - Returns: The parts that were not searched, and why.
    /// - Throws: `FileTreeError` if the file cannot be read, or if there is no such value.
    package func search(
        _ file: DocumentSource, at value: [[UInt8]] = [], _ receive: @escaping (ContentsHit) -> Bool
    ) throws(FileTreeError) -> [ContentsProblem] {
        beginFile(receive)
        let file = options.encoding.map { file.inEncoding($0, isOnlyForOthers: true) } ?? file
        source = file
        defer { source = nil }
        if value.isEmpty {
            try search(file, steps: [], depth: 0)
        } else {
            let document = try DocumentReaders.open(file, at: value, as: .decoded, within: limits).document
            let source = document.source ?? DocumentSource(value.last ?? [], bytes: document.bytes ?? [], in: file)
            if try search(document, of: source, steps: value, depth: 1) {
                try searchText(of: source, detection(of: document, source), steps: value)
            }
        }
        if let loss = file.loss { note(loss) }
        noteChange(of: file)
        return problems
    }

    /// Searches the bytes of an archive that belong to none of its items.
    /// - Returns: The parts that were not searched, and why.
    /// - Throws: `FileTreeError` if the file cannot be read.
    func searchBesideItems(
        of archive: DocumentSource, _ receive: @escaping (ContentsHit) -> Bool
    ) throws(FileTreeError) -> [ContentsProblem] {
        beginFile(receive)
        source = archive
        defer { source = nil }
        try searchBesideItems(of: archive)
        noteChange(of: archive)
        return problems
    }

    /// Searches the bytes of an open file, as far as they are there.
    /// - Throws: `FileTreeError` if the file cannot be read.
    package func searchBytes(
        _ remains: FileRemains, _ path: ContainerPath, _ receive: @escaping (ContentsHit) -> Bool
    ) throws(FileTreeError) -> [ContentsProblem] {
        beginFile(receive)
        let file = remains.file
        if let misfit = remains.misfit { note(misfit.reason) }
        try searchBytes(steps: []) { buffer, offset throws(FileTreeError) in
            let count = file.read(buffer, at: offset)
            guard count >= 0 else {
                throw FileTreeError(errno: errno, in: file, operation: "read the file", path: path)
            }
            return count
        }
        return problems
    }

    /// Notes that a file was written to meanwhile: what was searched was never in it at any one time.
    private func noteChange(of file: DocumentSource) {
        if file.hasChanged { note("it changed while it was searched") }
    }

    private func beginFile(_ receive: @escaping (ContentsHit) -> Bool) {
        self.receive = receive
        hits = 0
        isStopped = false
        valuesLeft = Self.maxValues
        problems = []
    }

    /// Whether to stop before the next step.
    var mustStop: Bool { isStopped || cancellation.isCancelled }

    /// The limits of decoding: it takes as long as it does, until it is cancelled.
    var limits: DocumentLimits { .unlimited(cancellation) }

    /// Notes a part that is not searched, once.
    /// - Parameter isIncomplete: Whether hits may be missing.
    func note(_ message: String, isIncomplete: Bool = true) {
        let problem = ContentsProblem(message: message, isIncomplete: isIncomplete)
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// Passes a value to the visitor.
    /// - Returns: Whether there is one, so that no pattern is looked for.
    func visit(
        _ bytes: UnsafeRawBufferPointer, isText: Bool, named name: String, _ steps: () -> [[UInt8]]
    ) -> Bool {
        guard let visitor else { return false }
        hits += 1
        visitor.visit(bytes, isText: isText, named: name, at: steps)
        return true
    }

    /// Reports a hit.
    func emit(_ hit: ContentsHit) {
        guard !mustStop else { return }
        hits += 1
        if !receive(hit) || options.maxHits.map({ hits >= $0 }) == true { isStopped = true }
    }

    /// Searches a file, or a value as one.
    func search(_ file: DocumentSource, steps: [[UInt8]], depth: Int) throws(FileTreeError) {
        if options.decodes, !file.head.isEmpty {
            guard !passesOver(file, depth: depth), !visitsList(file, steps: { steps }, depth: depth) else { return }
            guard let document = document(of: file, depth: depth) else {
                return try searchText(of: file, nil, steps: steps)
            }
            guard try search(document, of: file, steps: steps, depth: depth) else { return }
            return try searchText(of: file, detection(of: document, file), steps: steps)
        }
        try searchBytes(of: file, steps: steps)
    }

    /// Searches the bytes of a source; a text in another encoding than UTF-8 as text, and what is none but has the mark of
    /// one in both ways.
    /// - Parameter detection: The encoding of the source as text; nil if it is none.
    func searchText(
        of file: DocumentSource, _ detection: TextDetection?, steps: [[UInt8]]
    ) throws(FileTreeError) {
        if let detection {
            guard let text = try convertedText(of: file, detection) else {
                return try searchBytes(of: file, steps: steps)
            }
            return try searchConverted(text, steps: steps)
        }
        // What has a mark and is hardly text, as it is damaged or has many NULs, may have what is looked for all the same. A
        // visitor decodes bytes itself.
        if visitor == nil, !finder.pattern.readsUTF16 {
            for marked in TextDetection.marked(file.head, isWhole: file.isWhole) {
                guard let text = try convertedText(of: file, marked) else { continue }
                try searchConverted(text, steps: steps)
            }
        }
        try searchBytes(of: file, steps: steps)
    }

    private func searchConverted(_ text: [UInt8], steps: [[UInt8]]) throws(FileTreeError) {
        try searchBytes(steps: steps) { buffer, offset in
            text.withUnsafeBytes { $0.copy(to: buffer, from: offset) }
        }
    }

    private func searchBytes(of file: DocumentSource, steps: [[UInt8]]) throws(FileTreeError) {
        try searchBytes(steps: steps) { buffer, offset throws(FileTreeError) in
            try file.read(into: buffer, from: offset)
        }
    }

    /// Searches some of the bytes of a source.
    func searchBytes(of file: DocumentSource, in ranges: [Range<Int>], steps: [[UInt8]]) throws(FileTreeError) {
        let ranges = RangeSet(ranges).ranges
        try searchBytes(steps: steps) { buffer, offset throws(FileTreeError) in
            let count = try file.read(into: buffer, from: offset)
            var end = 0
            // An archive may have one for each item.
            let first = ranges.indices.partitioningIndex { ranges[$0].upperBound > Int(offset) }
            for range in ranges[first...] {
                guard range.lowerBound < Int(offset) + count else { break }
                let start = min(max(0, range.lowerBound - Int(offset)), count)
                if start > end { buffer.clear(end..<start) }
                end = max(end, min(max(0, range.upperBound - Int(offset)), count))
            }
            if end < count { buffer.clear(end..<count) }
            return count
        }
    }

    private func searchBytes(
        steps: [[UInt8]], read: @escaping (UnsafeMutableRawBufferPointer, UInt64) throws(FileTreeError) -> Int
    ) throws(FileTreeError) {
        if let pieces, let visitor {
            hits += 1
            return try pieces.visitPieces(visitor, at: steps, mustStop: { mustStop }, read: read)
        }
        let search = BytesSearch(
            finder, memory, countsLines: options.countsLines, mustStop: { [unowned self] in mustStop }, read: read)
        let end = try search.searchWhole(steps: steps) { hit in
            emit(hit)
            return !mustStop
        }
        if case .exhausted(let offset) = end {
            note("the regular expression takes too long at byte \(offset); what follows was not searched")
        }
    }

    /// The maximum size of a text that is converted to UTF-8.
    private static let maxConverted: UInt64 = 64 << 20

    /// Returns a text in another encoding as UTF-8; nil if its bytes can be searched as they are.
    /// - Throws: `FileTreeError` if it cannot be read.
    func convertedText(
        of file: DocumentSource, _ detection: TextDetection
    ) throws(FileTreeError) -> [UInt8]? {
        switch detection.encoding {
        case .ascii, .utf8: return nil
        default: guard finder.pattern.mayMatchBeyondASCII || detection.encoding.reusesASCII else { return nil }
        }
        guard file.size <= Self.maxConverted else {
            note(
                "a text in \(detection.encoding.title) of more than \(ByteCount.short(Self.maxConverted)) was searched as bytes"
            )
            return nil
        }
        return detection.utf8(try file.bytes(from: 0, count: Int(file.size)), isWhole: true)
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func clear(_ range: Range<Int>) {
        UnsafeMutableRawBufferPointer(rebasing: self[range]).initializeMemory(as: UInt8.self, repeating: 0)
    }
}

extension UnsafeRawBufferPointer {
    /// Copies the bytes from an offset on, as many as fit, and returns their number.
    fileprivate func copy(to buffer: UnsafeMutableRawBufferPointer, from offset: UInt64) -> Int {
        guard let start = Int(exactly: offset), start < count else { return 0 }
        let part = UnsafeRawBufferPointer(rebasing: self[start...].prefix(buffer.count))
        buffer.copyMemory(from: part)
        return part.count
    }
}
