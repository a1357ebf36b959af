package import Jobs
package import System

/// Keeps copies of a database up to date, in which the log has been brought into the database, by the pages that change.
///
/// The database is read without a lock, and again if it was changed meanwhile.
package struct DatabaseImage {
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
        /// Whether a transaction was running, so that nothing was read.
        package var isRunning = false
    }

    /// The number of attempts to read the database at one moment.
    private static let attempts = 8
    /// The number of bytes that are compared at once.
    private static let partLength = 1 << 18

    private let source: DatabaseSource
    private let interruption = Interruption()

    /// Prepares to read a database.
    package init(_ source: DatabaseSource, cancellation: Cancellation? = nil) {
        self.source = source
        interruption.start(cancellation, seconds: .greatestFiniteMagnitude)
    }

    /// Brings a copy up to date.
    /// - Parameters:
    ///   - copy: The copy; the same as `known` so far.
    ///   - known: The copy of the last look, which stays as it is; nil if there is none, and everything is written.
    ///   - moment: The moment of the last look; nil if it is not known.
    /// - Throws: `DatabaseError` if it is not a readable database.
    package func refresh(
        _ copy: Descriptor, since known: Descriptor?, _ moment: DatabaseImageMoment?
    ) throws(DatabaseError) -> Changes {
        var changed: Set<UInt32> = []
        for attempt in 1...Self.attempts {
            var now = DatabaseImageMoment(of: source)
            if known != nil, case .files(_, _, let journal?) = source, try RollbackJournal.isHot(journal) {
                return Changes(pages: [], pageSize: 0, pageCount: 0, moment: moment ?? now, isRunning: true)
            }
            let pages = try DatabaseOpening(source, limits: DatabaseLimits(), interruption: interruption).pages
            now.frames = pages.log?.frames ?? 0
            if let known {
                // What an earlier attempt has written is looked at again.
                var candidates: Set<UInt32>?
                if let moment, moment.continues(in: now), let log = pages.log, now.frames >= moment.frames {
                    candidates = changed.union(log.pages(from: moment.frames))
                }
                changed = try update(copy, from: pages, since: known, candidates, again: changed)
            } else {
                try writeAll(of: pages, to: copy)
            }
            let isLast = attempt == Self.attempts
            guard isLast || now.isSame(as: DatabaseImageMoment(of: source)) else {
                usleep(3_000)
                continue
            }
            try Self.check(copy.setSize(UInt64(pages.imageCount) * UInt64(pages.pageSize)))
            return Changes(
                pages: known == nil ? nil : changed, pageSize: pages.pageSize, pageCount: pages.imageCount, moment: now)
        }
        throw .hasChanged
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
    /// - Parameter candidates: The only pages that may differ; nil for all.
    private func update(
        _ copy: Descriptor, from pages: DatabasePages, since known: Descriptor, _ candidates: Set<UInt32>?,
        again: Set<UInt32>
    ) throws(DatabaseError) -> Set<UInt32> {
        var changed: Set<UInt32> = []
        let size = pages.pageSize
        func compare(_ page: UInt32, _ bytes: ArraySlice<UInt8>, _ old: ArraySlice<UInt8>) throws(DatabaseError) {
            let differs = !bytes.elementsEqualFast(old)
            guard differs || again.contains(page) else { return }
            if differs { changed.insert(page) }
            try Self.check(bytes.withUnsafeBytes { copy.write($0, at: UInt64(page - 1) * UInt64(size)) })
        }
        if let candidates {
            for page in candidates where Int(page) <= pages.imageCount {
                let old = try known.bytes(at: UInt64(page - 1) * UInt64(size), count: size)
                try compare(page, try pages.read(page, count: size)[...], old[...])
            }
            return changed
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
        return changed
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
