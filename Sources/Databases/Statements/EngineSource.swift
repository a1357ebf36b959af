import CSQLite
import System

/// What SQLite reads a database from. It must outlive the connection.
final class EngineSource {
    /// For C; it points to this object's parts.
    let pointer: UnsafeMutablePointer<sandglass_sqlite_source>
    /// The contents that SQLite reads if the database is not in a file.
    private let contents: Unmanaged<Contents>?
    private let originals: UnsafeMutableBufferPointer<sandglass_original_page>?

    /// - Parameter pages: The pages of the database. SQLite reads the log only if they do.
    init(_ pages: DatabasePages, _ interruption: StatementInterruption) {
        var source = sandglass_sqlite_source()
        (source.database, source.log, source.journal, source.original_size) = (-1, -1, -1, -1)
        var originals: UnsafeMutableBufferPointer<sandglass_original_page>?
        var contents: Unmanaged<Contents>?
        switch pages.source {
        case .files(let main, _, _):
            source.database = main.number
            source.log = pages.log?.file.number ?? -1
            if let journal = pages.journal {
                let sorted = journal.offsets.sorted { $0.key < $1.key }
                let copy = UnsafeMutableBufferPointer<sandglass_original_page>.allocate(capacity: sorted.count)
                _ = copy.initialize(
                    from: sorted.map { sandglass_original_page(number: $0.key, offset: Int64(clamping: $0.value)) })
                source.journal = journal.file.number
                source.originals = UnsafePointer(copy.baseAddress)
                source.original_count = Int64(sorted.count)
                source.page_size = Int64(pages.pageSize)
                source.original_size = Int64(journal.pageCount) * Int64(pages.pageSize)
                originals = copy
            }
        case .contents(let read):
            let kept = Unmanaged.passRetained(Contents(read))
            source.read = Contents.callback
            source.read_context = kept.toOpaque()
            source.byte_count = Int64(clamping: read.size)
            contents = kept
        }
        source.claimed_size = Int64(clamping: UInt64(pages.claimedCount) * UInt64(pages.pageSize))
        source.should_stop = StatementInterruption.callback
        source.context = interruption.context
        pointer = UnsafeMutablePointer<sandglass_sqlite_source>.allocate(capacity: 1)
        pointer.initialize(to: source)
        (self.contents, self.originals) = (contents, originals)
    }

    deinit {
        pointer.deallocate()
        contents?.release()
        originals?.deallocate()
    }
}

/// Contents that SQLite reads by a function in C.
private final class Contents {
    private let contents: any DatabaseContents

    init(_ contents: any DatabaseContents) { self.contents = contents }

    static let callback:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int64, Int64) -> Int64 = {
            context, buffer, count, offset in
            guard let context else { return -1 }
            let contents = Unmanaged<Contents>.fromOpaque(context).takeUnretainedValue().contents
            let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
            return Int64(contents.read(buffer, at: UInt64(clamping: offset)))
        }
}
