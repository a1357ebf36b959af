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
    /// Whether a difference of the file follows from no other one.
    private var hasOwn = false
    /// The differences that would follow from others, as long as there is none.
    private var waiting: [Difference] = []
    /// The most differences that wait.
    private static let mostWaiting = 10_000
    /// The places in the address of names that are values of keys.
    private var keyPlaces: Set<Int> = []
    /// The steps on the first side that are others there, by their places in the address.
    private var stepsBefore: [Int: [UInt8]] = [:]
    /// The number of differences so far.
    private(set) var count = 0
    /// The number of values so far that differ, and that hold the same.
    var sameInside = 0

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
        difference.keyPlaces = keyPlaces
        // What is gone is where it was.
        if difference.change == .removed {
            for (place, step) in stepsBefore where difference.address.indices.contains(place) {
                difference.address[place] = step
            }
        }
        guard isFollowing else {
            hasOwn = true
            for waiting in waiting { tellAsFollowing(waiting) }
            waiting = []
            return deliver(difference)
        }
        if hasOwn { return tellAsFollowing(difference) }
        // Whether it follows from another one is not known yet.
        guard waiting.count < Self.mostWaiting else {
            tellWaiting()
            return deliver(difference)
        }
        waiting.append(difference)
    }

    private func deliver(_ difference: Difference) {
        if !isStopped, !receive(difference) { isStopped = true }
    }

    private func tellAsFollowing(_ difference: Difference) {
        guard !tellsFollowing else {
            var difference = difference
            difference.follows = true
            return deliver(difference)
        }
        following.count += 1
        let steps = difference.address.drop { $0.elementsEqual(TableEntry.tablesName.utf8) }
        let table = String(decoding: steps.first ?? [], as: UTF8.self)
        if !following.tables.contains(table) { following.tables.append(table) }
    }

    /// Tells what would follow from other differences, if there were any.
    private func tellWaiting() {
        for difference in waiting { deliver(difference) }
        waiting = []
    }

    /// Begins a file.
    private func begin() {
        hasOwn = false
        waiting = []
    }

    /// Compares something in a row, whose name at a place of the address is the value of its key.
    func inRow(_ place: Int, _ body: () -> Void) {
        let isNew = keyPlaces.insert(place).inserted
        body()
        if isNew { keyPlaces.remove(place) }
    }

    /// Compares something in two lists at different positions.
    /// - Parameters:
    ///   - place: The place of the position in an address.
    ///   - before: The position on the first side.
    func at(_ place: Int, before step: [UInt8], _ body: () -> Void) {
        let outer = stepsBefore.updateValue(step, forKey: place)
        body()
        stepsBefore[place] = outer
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

    /// Tells differences that follow from the others of the file, if there are any.
    func following<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        let outer = isFollowing
        isFollowing = true
        defer { isFollowing = outer }
        try body()
    }

    /// Compares two files.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    func compareFiles(_ before: DocumentSource, _ after: DocumentSource) throws(FileTreeError) {
        valuesLeft = Self.mostValues
        begin()
        defer {
            tellWaiting()
            tellFollowing()
        }
        try compare(before, after, at: [], depth: 0)
    }

    /// Compares two documents as a whole.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    func compareDocuments(_ one: Document, _ other: Document) throws(FileTreeError) {
        begin()
        defer {
            tellWaiting()
            tellFollowing()
        }
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
    func compareWhole(
        _ one: Document, _ other: Document, at address: [[UInt8]], depth: Int
    ) throws(FileTreeError) {
        let start = count
        try compare(one, other, at: address, depth: depth)
        let areLeftoversKnown = try compareBeside(one, other, at: address)
        let areUnderstood = areLeftoversKnown && one.isUnderstood && other.isUnderstood
        guard count == start, !mustStop, !areUnderstood || one.holdsOtherObjects(than: other) else { return }
        try tellBytes(one.source, other.source, at: address, note: one.remainder ?? other.remainder)
    }

    /// Compares the bytes of two documents that belong to none of the contents.
    /// - Returns: Whether they are known.
    func compareBeside(
        _ one: Document, _ other: Document, at address: [[UInt8]]
    ) throws(FileTreeError) -> Bool {
        var areLeftoversKnown = true
        if let source = one.source, let otherSource = other.source {
            let isPicture = one.contents.shape == .picture && other.contents.shape == .picture
            if let leftovers = one.leftovers(within: limits), let others = other.leftovers(within: limits) {
                try compareLeftovers(
                    (source, leftovers), (otherSource, others), at: address,
                    note: isPicture ? "parts of the picture besides its pixels" : Self.noValue)
            } else {
                areLeftoversKnown = false
            }
        }
        try compareTrailing(one.trailing, other.trailing, at: address)
        return areLeftoversKnown
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

    /// Compares two texts line by line; a side without text has no lines.
    /// - Returns: Whether they could be compared like that.
    /// - Throws: `DocumentFailure` if one of them cannot be read.
    private func compareTexts(_ one: Document, _ other: Document, at address: [[UInt8]]) throws(DocumentFailure) -> Bool
    {
        do throws(FileTreeError) {
            guard let before = try lines(of: one), let after = try lines(of: other) else { return false }
            let isAsStored = one.hasLinesAsStored && other.hasLinesAsStored
            try TextLines.forEachHunk(before, after, context: context, within: limits) { hunk in
                var hunk = hunk
                hunk.isAsStored = isAsStored
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

extension Document {
    /// Whether the lines of the text are in the file as they are told.
    fileprivate var hasLinesAsStored: Bool {
        guard case .text(let text) = contents else { return true }
        return [.ascii, .utf8].contains(text.detection.encoding) && text.detection.markLength == 0
            && compressions.isEmpty
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
