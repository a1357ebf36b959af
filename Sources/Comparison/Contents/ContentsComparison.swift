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
    private static let maxValues = 10_000_000

    let limits: DocumentLimits
    /// The number of equal lines around each difference of a text.
    let context: Int
    /// Whether differences that follow from others are told one by one.
    private let reportsFollowing: Bool
    /// The number of values that may still be compared in the file.
    var valuesLeft = maxValues
    /// The only rows of a database that may differ, if the files are one; nil if that is not known.
    var changedRows: ChangedRows?
    /// Whether a value in a file beside a database is compared as that file, which is an item of its own on both sides.
    var leavesFilesBeside = false
    /// Receives each difference; returns whether more are wanted.
    private let receive: (Difference) -> Bool
    /// Receives what could not be compared, and why, a sentence without a full stop.
    let receiveUncompared: (_ reason: String, _ isBefore: Bool?) -> Void
    /// What could not be compared in the file, so that nothing is told twice.
    var uncompared: Set<String> = []
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
    private static let maxWaiting = 10_000
    /// The places in the address of names that are values of keys.
    private var keyPlaces: Set<Int> = []
    /// The steps on the first side that are others there, by their places in the address.
    private var stepsBefore: [Int: [UInt8]] = [:]
    /// The number of differences so far.
    private(set) var count = 0
    /// The number of values so far that differ, and that hold the same.
    var sameInside = 0

    /// - Parameters:
    ///   - receive: Receives each difference, with an address from the file; returns whether more are wanted.
    ///   - receiveUncompared: Receives what could not be compared, and why, and whether the first side is the reason; nil if that
    ///     is not known.
    init(
        _ options: ComparisonOptions, cancellation: Cancellation, _ receive: @escaping (Difference) -> Bool,
        uncompared receiveUncompared: @escaping (_ reason: String, _ isBefore: Bool?) -> Void = { _, _ in }
    ) {
        self.receiveUncompared = receiveUncompared
        context = options.context
        reportsFollowing = options.reportsFollowing
        limits = .unlimited(cancellation)
        self.receive = receive
    }

    /// Whether to stop before the next step.
    var mustStop: Bool { isStopped || limits.mustStop }

    /// Tells a difference.
    func report(_ difference: Difference) {
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
            for waiting in waiting { reportAsFollowing(waiting) }
            waiting = []
            return deliver(difference)
        }
        if hasOwn { return reportAsFollowing(difference) }
        // Whether it follows from another one is not known yet.
        guard waiting.count < Self.maxWaiting else {
            reportWaiting()
            return deliver(difference)
        }
        waiting.append(difference)
    }

    private func deliver(_ difference: Difference) {
        if !isStopped, !receive(difference) { isStopped = true }
    }

    private func reportAsFollowing(_ difference: Difference) {
        guard !reportsFollowing else {
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
    private func reportWaiting() {
        for difference in waiting { deliver(difference) }
        waiting = []
    }

    /// Begins a file.
    private func beginComparison() {
        hasOwn = false
        waiting = []
        uncompared = []
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
    private func reportFollowing() {
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
        valuesLeft = Self.maxValues
        beginComparison()
        defer {
            reportWaiting()
            reportFollowing()
        }
        try compare(before, after, at: [], depth: 0)
    }

    /// Compares two documents as a whole.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    func compareDocuments(_ one: Document, _ other: Document) throws(FileTreeError) {
        beginComparison()
        defer {
            reportWaiting()
            reportFollowing()
        }
        try compareWhole(one, other, at: [], depth: 0)
        guard count == 0, !mustStop else { return }
        // Texts that read the same are others if one of them was data.
        if let before = one.value, let after = other.value { compare(before, after, at: [], depth: 0, level: 0) }
        guard count == 0 else { return }
        for document in [one, other] where document.value?.holdsReplacement == true {
            if let reason = document.repairs.first { return noteUncompared(at: [], reason) }
        }
    }

    /// Whether two files are databases of which one has a log or a journal, so that their own bytes do not tell all.
    static func haveLogs(_ before: DocumentSource, _ after: DocumentSource) -> Bool {
        before.isDatabase && after.isDatabase && (before.hasLog || after.hasLog)
    }

    /// Whether two files are databases of which one may have values in files beside it, which their own bytes do not tell.
    static func haveValuesBeside(_ before: DocumentSource, _ after: DocumentSource) -> Bool {
        before.isDatabase && after.isDatabase && (before.hasValuesBeside || after.hasValuesBeside)
    }

    /// Compares two files or values.
    /// - Returns: Whether a difference was told.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    @discardableResult
    func compare(
        _ before: DocumentSource, _ after: DocumentSource, at address: [[UInt8]], depth: Int
    ) throws(FileTreeError) -> Bool {
        // The state of a database is also in the files beside it.
        let haveValuesBeside = !leavesFilesBeside && Self.haveValuesBeside(before, after)
        let isKnown = Self.haveLogs(before, after) || haveValuesBeside || depth == 0 && changedRows != nil
        if !isKnown, try !BytesDifference.exists(before, after, limits.cancellation) { return false }
        let start = count
        guard depth <= Self.deepest else {
            try reportBytes(before, after, at: address, note: "nested more than \(Self.deepest) deep")
            return true
        }
        // Most of two large property lists is the same, and is passed over.
        if try compareDigested(before, after, at: address, depth: depth) { return count > start }
        let (one, other) = readBoth(before, after) { [limits] in DocumentReaders.read($0, within: limits) }
        try compareWhole(one, other, at: address, depth: depth)
        // What is wrong with the compression is not in the contents.
        if count == start, !mustStop, !one.losses.isEmpty || !other.losses.isEmpty {
            try reportBytes(before, after, at: address, note: one.remainder ?? other.remainder)
        }
        if haveValuesBeside, count == start, !mustStop, let reason = one.failure ?? other.failure {
            noteUncompared(at: address, "\(reason), so that the values in files beside it are not known")
        }
        return count > start
    }

    /// Compares two documents, and their bytes if nothing that is understood differs: they are the same only if everything is
    /// understood.
    func compareWhole(
        _ one: Document, _ other: Document, at address: [[UInt8]], depth: Int
    ) throws(FileTreeError) {
        let start = count
        let haveSameObjects = one.hasSameObjects(as: other)
        // Where the trees of archives show an object that several others refer to depends on the order of dictionaries
        // and sets.
        if haveSameObjects != true || one.hasUnreferencedObjects || other.hasUnreferencedObjects {
            try compare(one, other, at: address, depth: depth)
        }
        let areLeftoversKnown = try compareBeside(one, other, at: address)
        // Otherwise their bytes tell all differences.
        if count > start || one.source == nil || other.source == nil {
            noteLosses(one.missingParts, other.missingParts, at: address)
        }
        let areUnderstood = areLeftoversKnown && one.isUnderstood && other.isUnderstood
        guard count == start, !mustStop, !areUnderstood || haveSameObjects == false else { return }
        try reportBytes(one.source, other.source, at: address, note: one.remainder ?? other.remainder)
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
        try compareTrailing(
            one.trailing + [one.comments].compactMap(\.self), other.trailing + [other.comments].compactMap(\.self),
            at: address)
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
            guard one.source != nil, other.source != nil else { return noteUncompared(at: address, error.reason) }
            return try reportBytes(one.source, other.source, at: address, note: "\(error.reason); compared as bytes")
        }
        // Readers that failed on one side alone, or another kind of file.
        let kinds = one.contents.shape == other.contents.shape ? nil : "\(one.title), now \(other.title)"
        guard one.source == nil || other.source == nil else {
            return try reportBytes(
                one.source, other.source, at: address, note: note.map { "\($0); compared as bytes" } ?? kinds)
        }
        // A value without bytes is not what has some.
        report(
            Difference(
                .changed, .value, at: address, before: one.value?.json, after: other.value?.json, note: kinds))
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
    /// Whether the contents have everything that the bytes have, so that other bytes may say the same.
    var isUnderstood: Bool {
        guard failure == nil, losses.isEmpty, repairs.isEmpty || areRepairsTold, !isGuess else { return false }
        switch contents {
        case .tree, .table: return isWhole
        // The lines are compared with their ends; a mark at the beginning, or another encoding, says nothing else.
        case .text: return byteSearch == .never
        case .picture, .bytes, .nothing: return false
        }
    }

    /// Whether the contents are all that compressed data hold.
    var isCertainlyDecompressed: Bool {
        !compressions.isEmpty && !isGuess && losses.isEmpty && failure == nil
    }

    private var archive: KeyedArchive? { propertyList.flatMap { KeyedArchive($0) } }

    /// Whether this and the other are archives of the same objects, with all their fields and classes, also those that
    /// the contents do not show; nil if one of them is no archive.
    fileprivate func hasSameObjects(as other: Document) -> Bool? {
        guard let one = archive, let two = other.archive else { return nil }
        return propertyList?.besideObjects == other.propertyList?.besideObjects && one.graph == two.graph
    }

    /// Whether it is an archive with objects that nothing leads to.
    fileprivate var hasUnreferencedObjects: Bool { archive?.hasUnreferenced == true }

    /// Why a reader that recognized the bytes could not read them; nil if none failed.
    var failure: String? { failures.first { !$0.reason.isEmpty }?.reason }

    /// A remark on bytes that differ although nothing that is understood does.
    fileprivate var remainder: String? {
        failure ?? losses.first.map { "not all of it can be read: \($0)" } ?? repairs.first
            ?? "what can be decoded of it is the same"
    }
}
