import ContainerModel
import Databases
import Documents
import FileTree
import Formats
import Jobs
import Synchronization

/// Compares the contents of two files or values by what they mean, on one thread; large ones are read on two.
final class ContentsComparison {
    /// Values in values are compared to this depth.
    static let deepest = 8
    /// The maximum number of values compared in a file; an outline can be endless.
    private static let mostValues = 10_000_000

    let limits: DocumentLimits
    /// The number of equal lines around each difference of a text.
    let context: Int
    /// Whether differences that follow from others are told one by one.
    private let tellsFollowing: Bool
    /// The number of values that may still be compared in the file.
    var valuesLeft = mostValues
    /// The only rows of a database that may differ, if the files are one; nil if that is not known.
    var changedRows: ChangedRows?
    /// Receives each difference; returns whether more are wanted.
    private let receive: (Difference) -> Bool
    private var isStopped = false
    /// Whether what is told next follows from other differences of the file.
    private var isFollowing = false
    /// The differences that follow from others and are told together: their number, and the tables that they are in.
    private var following: (count: Int, tables: [String]) = (0, [])
    /// The number of differences at the beginning of the file.
    private var countBeforeFile = 0
    /// The number of differences so far.
    private(set) var count = 0

    /// - Parameter receive: Receives each difference, with an address from the file; returns whether more are wanted.
    init(_ options: ComparisonOptions, cancellation: Cancellation, _ receive: @escaping (Difference) -> Bool) {
        context = options.context
        tellsFollowing = options.tellsFollowing
        limits = .unlimited(cancellation)
        self.receive = receive
    }

    /// Whether to stop before the next step.
    var mustStop: Bool { isStopped || limits.mustStop }

    /// Tells a difference.
    func tell(_ difference: Difference) {
        guard !isStopped else { return }
        count += 1
        var difference = difference
        difference.follows = isFollowing
        if isFollowing, !tellsFollowing {
            following.count += 1
            let steps = difference.address.drop { $0.elementsEqual(TableEntry.tablesName.utf8) }
            let table = String(decoding: steps.first ?? [], as: UTF8.self)
            if !following.tables.contains(table) { following.tables.append(table) }
            return
        }
        if !receive(difference) { isStopped = true }
    }

    /// Tells in one line which differences follow from the others of a file.
    private func tellFollowing() {
        defer { following = (0, []) }
        guard following.count > 0, !isStopped else { return }
        var difference = Difference(.changed, .value, at: [])
        difference.follows = true
        let count = following.count
        difference.note =
            "\(Pluralized.some(count, "more difference")) that \(count == 1 ? "follows" : "follow") from these, in "
            + following.tables.joined(separator: ", ")
        if !receive(difference) { isStopped = true }
    }

    /// Tells differences that follow from those before, if there were any.
    func following<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        let outer = isFollowing
        isFollowing = count > countBeforeFile
        defer { isFollowing = outer }
        try body()
    }

    /// Compares two files.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    func compareFiles(_ before: DocumentSource, _ after: DocumentSource) throws(FileTreeError) {
        valuesLeft = Self.mostValues
        countBeforeFile = count
        defer { tellFollowing() }
        try compare(before, after, at: [], depth: 0)
    }

    /// Compares two documents as a whole.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    func compareDocuments(_ one: Document, _ other: Document) throws(FileTreeError) {
        countBeforeFile = count
        defer { tellFollowing() }
        try compareWhole(one, other, at: [], depth: 0)
    }

    /// Compares two files or values.
    /// - Returns: Whether a difference was told.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    @discardableResult
    func compare(
        _ before: DocumentSource, _ after: DocumentSource, at address: [[UInt8]], depth: Int
    ) throws(FileTreeError) -> Bool {
        // The state of a database is also in the files beside it.
        let hasLog = before.isDatabase && after.isDatabase && (before.hasFilesBeside || after.hasFilesBeside)
        let isKnown = hasLog || depth == 0 && changedRows != nil
        if !isKnown, try !BytesDifference.exists(before, after, limits.cancellation) { return false }
        let start = count
        guard depth <= Self.deepest else {
            try tellBytes(before, after, at: address, note: "nested more than \(Self.deepest) deep")
            return true
        }
        // Most of two large property lists is the same, and is passed over.
        if try compareDigested(before, after, at: address, depth: depth) { return count > start }
        let (one, other) = readBoth(before, after) { [limits] in DocumentReaders.read($0, within: limits) }
        try compareWhole(one, other, at: address, depth: depth)
        // What is wrong with the compression is not in the contents.
        if count == start, !mustStop, !one.losses.isEmpty || !other.losses.isEmpty {
            try tellBytes(before, after, at: address, note: one.remainder ?? other.remainder)
        }
        return count > start
    }

    /// Compares two documents, and their bytes if nothing that is understood differs: they are the same only if everything is
    /// understood.
    private func compareWhole(
        _ one: Document, _ other: Document, at address: [[UInt8]], depth: Int
    ) throws(FileTreeError) {
        let start = count
        try compare(one, other, at: address, depth: depth)
        if let source = one.source, let otherSource = other.source {
            try compareLeftovers((source, one.leftovers), (otherSource, other.leftovers), at: address)
        }
        guard count == start, !mustStop, !one.isUnderstood || !other.isUnderstood || one.holdsOtherObjects(than: other)
        else { return }
        try tellBytes(one.source, other.source, at: address, note: one.remainder ?? other.remainder)
    }

    /// Reads two files or values, large ones at the same time: a property list of 10 MB takes a fifth of a second.
    func readBoth<Value: Sendable>(
        _ before: DocumentSource, _ after: DocumentSource, _ read: @escaping @Sendable (DocumentSource) -> Value
    ) -> (Value, Value) {
        guard min(before.size, after.size) >= Self.leastReadAside else { return (read(before), read(after)) }
        let other = Mutex<Value?>(nil)
        let isRead = Semaphore()
        Self.aside.submit {
            let value = read(after)
            other.withLock { $0 = value }
            isRead.signal()
        }
        let one = read(before)
        isRead.wait()
        return (one, other.withLock { $0 } ?? read(after))
    }

    /// Reads one side of large files.
    private static let aside = WorkerPool(threads: 1)
    /// The size in bytes from which a file is worth another thread.
    private static let leastReadAside: UInt64 = 1 << 20

    /// Compares two documents.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    func compare(
        _ one: Document, _ other: Document, at address: [[UInt8]], depth: Int
    ) throws(FileTreeError) {
        let note = one.failure ?? other.failure
        do throws(DocumentFailure) {
            switch (one.contents, other.contents) {
            case (.tree(let before), .tree(let after)):
                compare(before, after, at: address, depth: depth)
                return
            case (.table(let before), .table(let after)):
                try compare(before, after, at: address, depth: depth)
                if let rest = one.rest, let otherRest = other.rest {
                    try DatabaseComparison(self, depth: depth).compare(rest, otherRest, at: address)
                }
                return
            case (.picture(let before), .picture(let after)):
                try comparePictures(before, after, one.facts, other.facts, at: address, depth: depth)
                return
            case (.text, .text), (.text, .nothing), (.nothing, .text):
                if try compareTexts(one, other, at: address) { return }
            default: break
            }
        } catch {
            return try tellBytes(one.source, other.source, at: address, note: "\(error.reason); compared as bytes")
        }
        // Readers that failed on one side alone, or another kind of file.
        let kinds = one.contents.shape == other.contents.shape ? nil : "\(one.title), now \(other.title)"
        try tellBytes(one.source, other.source, at: address, note: note.map { "\($0); compared as bytes" } ?? kinds)
    }

    /// Tells how bytes differ, if they do.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    func tellBytes(
        _ before: DocumentSource?, _ after: DocumentSource?, at address: [[UInt8]], note: String?
    ) throws(FileTreeError) {
        guard let before, let after,
            let bytes = try BytesDifference.find(before, after, limits.cancellation)
        else { return }
        var difference = Difference(
            .changed, .value, at: address, before: Self.size(bytes.sizeBefore), after: Self.size(bytes.sizeAfter),
            note: note)
        difference.bytes = bytes
        tell(difference)
    }

    /// Tells how those bytes of two files or values differ that belong to none of their contents.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    func compareLeftovers(
        _ before: (source: DocumentSource, ranges: [Range<Int>]),
        _ after: (source: DocumentSource, ranges: [Range<Int>]), at address: [[UInt8]]
    ) throws(FileTreeError) {
        guard !before.ranges.isEmpty || !after.ranges.isEmpty else { return }
        let (one, other) = (
            try Self.bytes(of: before.source, in: before.ranges), try Self.bytes(of: after.source, in: after.ranges)
        )
        let found = try BytesDifference.find(
            DocumentSource([], bytes: one), DocumentSource([], bytes: other), limits.cancellation)
        guard let found else { return }
        func text(_ bytes: [UInt8]) -> JSONValue? {
            if bytes.isEmpty { return nil }
            return String(validating: bytes, as: UTF8.self).map { .string($0) } ?? Self.size(UInt64(bytes.count))
        }
        var difference = Difference(
            one.isEmpty ? .added : other.isEmpty ? .removed : .changed, .value, at: address, before: text(one),
            after: text(other), note: "bytes that belong to no value")
        let ranges = Int(found.offset) < one.count ? before.ranges : after.ranges
        difference.bytes = BytesDifference(
            offset: ranges.place(ofByte: Int(found.offset)), count: found.count, sizeBefore: found.sizeBefore,
            sizeAfter: found.sizeAfter)
        tell(difference)
    }

    private static func bytes(of source: DocumentSource, in ranges: [Range<Int>]) throws(FileTreeError) -> [UInt8] {
        var bytes: [UInt8] = []
        for range in ranges { bytes += try source.bytes(from: UInt64(range.lowerBound), count: range.count) }
        return bytes
    }

    private static func size(_ size: UInt64) -> JSONValue {
        .object([JSONValue.Member(name: "size", value: .number(JSONNumber(size)))])
    }

    /// Compares two texts line by line; a side without text has no lines.
    /// - Returns: Whether they could be compared like that.
    /// - Throws: `DocumentFailure` if one of them cannot be read.
    private func compareTexts(_ one: Document, _ other: Document, at address: [[UInt8]]) throws(DocumentFailure) -> Bool
    {
        do throws(FileTreeError) {
            guard let before = try lines(of: one), let after = try lines(of: other) else { return false }
            try TextLines.forEachHunk(before, after, context: context, within: limits) { hunk in
                var difference = Self.difference(hunk, at: address)
                if let failure = one.failure ?? other.failure { difference.note = "\(failure); compared as text" }
                tell(difference)
                return !mustStop
            }
            return true
        } catch {
            throw DocumentFailure(error.reason)
        }
    }

    private func lines(of document: Document) throws(FileTreeError) -> TextLines? {
        guard case .text(let text) = document.contents else { return document.isEmpty ? TextLines.none : nil }
        return try TextLines(text, within: limits)
    }

    /// Returns the difference of a hunk: the lines removed and added are the values.
    static func difference(_ hunk: LineHunk, at address: [[UInt8]]) -> Difference {
        func hasEnd(_ side: LineHunk.Line.Origin) -> Bool? { hunk.lines.last { $0.origin == side }?.hasEnd }
        let (hadEnd, hasEnd) = (hasEnd(.before), hasEnd(.after))
        let isOnlyOnOneSide = hadEnd.flatMap { had in hasEnd.map { had != $0 } } ?? false
        func text(_ side: LineHunk.Line.Origin, _ hasEnd: Bool?) -> JSONValue? {
            let lines = hunk.lines.filter { $0.origin == side }.map { String(decoding: $0.text, as: UTF8.self) }
            guard !lines.isEmpty else { return nil }
            return .string(lines.joined(separator: "\n") + (isOnlyOnOneSide && hasEnd == true ? "\n" : ""))
        }
        let (before, after) = (text(.before, hadEnd), text(.after, hasEnd))
        var difference = Difference(
            before == nil ? .added : after == nil ? .removed : .changed, .value, at: address, before: before,
            after: after)
        difference.lines = hunk
        if isOnlyOnOneSide {
            difference.note = hasEnd == true ? "the text ends with an end of line now" : "the text ends without one now"
        }
        return difference
    }
}

extension PropertyListValue {
    /// What an archive of objects has besides its objects: its version, the name of the archiver.
    fileprivate var besideObjects: [String] {
        dictionaryValue?.filter { !["$top", "$objects"].contains($0.key) }.map { "\($0.key) \($0.value)" }.sorted()
            ?? []
    }
}

extension [Range<Int>] {
    /// Returns where a byte lies, by its place among the bytes in the ranges.
    fileprivate func place(ofByte index: Int) -> UInt64 {
        var index = index
        for range in self {
            guard index >= range.count else { return UInt64(range.lowerBound + index) }
            index -= range.count
        }
        return UInt64(last?.upperBound ?? 0)
    }
}

extension DocumentSource {
    /// Whether there is a log or a journal beside the file.
    fileprivate var hasFilesBeside: Bool { versions?.dropFirst().contains { $0 != nil } ?? false }
}

extension Document {
    /// Whether the contents have everything that the bytes have, so that other bytes may say the same.
    var isUnderstood: Bool {
        guard failures.allSatisfy({ $0.reason.isEmpty }), losses.isEmpty, searchOfBytes == .never else { return false }
        switch contents {
        case .tree, .table: return isWhole
        // The lines are compared with their ends; a mark at the beginning, or another encoding, says nothing else.
        case .text: return true
        case .picture, .bytes, .nothing: return false
        }
    }

    /// Whether this and the other are archives of objects with fields or classes that the contents do not show, and that
    /// differ.
    fileprivate func holdsOtherObjects(than other: Document) -> Bool {
        let archives = [self, other].map { $0.propertyList.flatMap { KeyedArchive($0) } }
        guard let one = archives[0], let two = archives[1] else { return false }
        return one.graph != two.graph || propertyList?.besideObjects != other.propertyList?.besideObjects
    }

    /// Why a reader that recognized the bytes could not read them; nil if none failed.
    fileprivate var failure: String? { failures.first { !$0.reason.isEmpty }?.reason }

    /// A remark on bytes that differ although nothing that is understood does.
    fileprivate var remainder: String? {
        failure ?? losses.first.map { "not all of it can be read: \($0)" }
            ?? "what is understood of it is the same"
    }
}
