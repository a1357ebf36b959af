package import Jobs
package import System

/// Keeps copies of a database up to date, in which the log has been brought into the database, by the pages that change.
///
/// The database is read without a lock, and again if it was changed meanwhile.
package struct DatabaseImage {
    /// How far a database was read.
    package enum Outcome: Hashable, Sendable {
        case read
        /// Not at all: a transaction is running, whose end changes a file.
        case running
        /// It was changed during each attempt, and has to be read again.
        case unsettled
    }

    /// What has changed since the last look.
    package struct Changes: Sendable {
        /// The numbers of the pages that differ; nil if all of them are new.
        package let pages: Set<UInt32>?
        /// The size of a page in bytes.
        package let pageSize: Int
        /// The size in pages.
        package let pageCount: Int
        /// The moment of the look.
        package let moment: DatabaseImageMoment
        /// How far it was read.
        package var outcome = Outcome.read
    }

    /// The number of attempts to read the database at one moment.
    private static let attempts = 8
    /// The number of attempts to read it for the first time.
    private static let firstAttempts = 200
    /// The number of bytes that are compared at once.
    private static let partLength = 1 << 18

    /// Opens the files: those beside the database come and go.
    private let open: () -> DatabaseSource
    private let interruption = StatementInterruption()

    /// Prepares to read a database.
    /// - Parameter source: Opens the database and the files beside it, as they are now.
    package init(_ source: @escaping () -> DatabaseSource, cancellation: Cancellation? = nil) {
        open = source
        interruption.start(cancellation, seconds: .greatestFiniteMagnitude)
    }

    /// Brings a copy up to date.
    /// - Parameters:
    ///   - copy: The copy; the same as `known` so far, and of no use any more unless the outcome is `read`.
    ///   - known: The copy of the last look, which stays as it is; nil if there is none, and everything is written.
    ///   - moment: The moment of the last look; nil if it is not known.
    /// - Throws: `DatabaseError` if it is not a readable database.
    package func refresh(
        _ copy: Descriptor, since known: Descriptor?, _ moment: DatabaseImageMoment?
    ) throws(DatabaseError) -> Changes {
        var changed: Set<UInt32> = []
        for attempt in 1...(known == nil ? Self.firstAttempts : Self.attempts) {
            let source = open()
            var now = DatabaseImageMoment(of: source)
            if known != nil, try Self.isRunning(source) {
                return Changes(pages: changed, pageSize: 0, pageCount: 0, moment: now, outcome: .running)
            }
            let found = Result { () throws(DatabaseError) in
                try read(source, &now, to: copy, since: known, moment, &changed)
            }
            let later = open()
            let isRunning = known == nil ? false : try Self.isRunning(later)
            guard !isRunning, now.isSame(as: DatabaseImageMoment(of: later)) else {
                if attempt < Self.attempts { usleep(2_000) } else { usleep(10_000) }
                continue
            }
            let pages = try found.get()
            try Self.check(copy.setSize(UInt64(pages.imageCount) * UInt64(pages.pageSize)))
            return Changes(
                pages: known == nil ? nil : changed, pageSize: pages.pageSize, pageCount: pages.imageCount, moment: now)
        }
        guard known == nil else {
            return Changes(
                pages: changed, pageSize: 0, pageCount: 0, moment: DatabaseImageMoment(of: open()), outcome: .unsettled)
        }
        throw .hasChanged
    }

    /// Reads the database once, as it is now.
    private func read(
        _ source: DatabaseSource, _ now: inout DatabaseImageMoment, to copy: Descriptor, since known: Descriptor?,
        _ moment: DatabaseImageMoment?, _ changed: inout Set<UInt32>
    ) throws(DatabaseError) -> DatabasePages {
        let pages = try DatabaseOpening(source, limits: DatabaseLimits(), interruption: interruption).pages
        now.frames = pages.log?.frames ?? 0
        guard let known else {
            try writeAll(of: pages, to: copy)
            return pages
        }
        // What an earlier attempt has written is looked at again.
        var candidates: Set<UInt32>?
        if let moment, moment.continues(in: now), let log = pages.log, now.frames >= moment.frames {
            candidates = changed.union(log.pages(from: moment.frames))
        }
        try update(copy, from: pages, since: known, candidates, &changed)
        return pages
    }

    /// Whether a transaction is running, or was interrupted, that changes the database by its journal.
    private static func isRunning(_ source: DatabaseSource) throws(DatabaseError) -> Bool {
        guard case .files(_, _, let journal?) = source else { return false }
        return try RollbackJournal.isHot(journal)
    }

    /// Copies the pages that have changed from one copy to the other.
    /// - Throws: `DatabaseError` if they cannot be copied.
    package static func apply(_ changes: Changes, from copy: Descriptor, to known: Descriptor) throws(DatabaseError) {
        for page in changes.pages ?? [] where page <= changes.pageCount {
            let offset = UInt64(page - 1) * UInt64(changes.pageSize)
            let bytes = try copy.bytes(at: offset, count: changes.pageSize)
            try check(bytes.withUnsafeBytes { known.write($0, at: offset) })
        }
        try check(known.setSize(UInt64(changes.pageCount) * UInt64(changes.pageSize)))
    }

    private static func check(_ failure: Int32) throws(DatabaseError) {
        guard failure == 0 else { throw DatabaseError(.inputOutput, Errno(rawValue: failure).description) }
    }

    // MARK: Pages

    private func writeAll(of pages: DatabasePages, to copy: Descriptor) throws(DatabaseError) {
        try forEachPart(of: pages) { first, bytes throws(DatabaseError) in
            try Self.check(bytes.withUnsafeBytes { copy.write($0, at: UInt64(first - 1) * UInt64(pages.pageSize)) })
        }
    }

    /// Writes the pages that differ from the known ones, and those that were written before.
    /// - Parameters:
    ///   - candidates: The only pages that may differ; nil for all.
    ///   - changed: The pages of the copy that differ from the known ones, which is true at any time.
    private func update(
        _ copy: Descriptor, from pages: DatabasePages, since known: Descriptor, _ candidates: Set<UInt32>?,
        _ changed: inout Set<UInt32>
    ) throws(DatabaseError) {
        let again = changed
        let size = pages.pageSize
        func compare(_ page: UInt32, _ bytes: ArraySlice<UInt8>, _ old: ArraySlice<UInt8>) throws(DatabaseError) {
            let differs = !bytes.elementsEqualFast(old)
            guard differs || again.contains(page) else { return }
            changed.insert(page)
            try Self.check(bytes.withUnsafeBytes { copy.write($0, at: UInt64(page - 1) * UInt64(size)) })
            if !differs { changed.remove(page) }
        }
        if let candidates {
            for page in candidates where Int(page) <= pages.imageCount {
                let old = try known.bytes(at: UInt64(page - 1) * UInt64(size), count: size)
                try compare(page, try pages.read(page, count: size)[...], old[...])
            }
            return
        }
        try forEachPart(of: pages) { first, bytes throws(DatabaseError) in
            let old = try known.bytes(at: UInt64(first - 1) * UInt64(size), count: bytes.count)
            if again.isEmpty, bytes[...].elementsEqualFast(old[...]) { return }
            for index in 0..<(bytes.count / size) {
                let range = index * size..<(index + 1) * size
                let other = range.upperBound <= old.count ? old[range] : []
                try compare(first + UInt32(index), bytes[range], other)
            }
        }
    }

    /// Reads all pages in parts.
    private func forEachPart(
        of pages: DatabasePages, _ body: (_ first: UInt32, [UInt8]) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        let size = pages.pageSize
        let atOnce = max(1, Self.partLength / size)
        var first = 1
        while first <= pages.imageCount {
            try interruption.check()
            let count = min(atOnce, pages.imageCount - first + 1)
            var bytes = try pages.source.read(at: UInt64(first - 1) * UInt64(size), count: count * size)
            if bytes.count < count * size {
                bytes += [UInt8](repeating: 0, count: count * size - bytes.count)
            }
            for index in 0..<count where pages.isElsewhere(UInt32(first + index)) {
                let page = try pages.read(UInt32(first + index), count: size)
                bytes.replaceSubrange(index * size..<(index + 1) * size, with: page)
            }
            try body(UInt32(first), bytes)
            first += count
        }
    }
}

extension DatabasePages {
    /// The number of pages that the database has, without those behind its end after the log.
    fileprivate var imageCount: Int {
        min(Int(UInt32.max), log?.pageCount ?? journal?.pageCount ?? Int(clamping: source.size / UInt64(pageSize)))
    }

    /// Whether a page is read from the log or the journal.
    fileprivate func isElsewhere(_ page: UInt32) -> Bool {
        log?.offset(of: page) != nil || journal?.offsets[page] != nil
    }
}

extension ArraySlice<UInt8> {
    /// Whether both have the same bytes; quicker than comparing them one by one.
    fileprivate func elementsEqualFast(_ other: ArraySlice<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBytes { one in
            other.withUnsafeBytes { two in
                guard let start = one.baseAddress, let otherStart = two.baseAddress else { return one.isEmpty }
                return memcmp(start, otherStart, one.count) == 0
            }
        }
    }
}
