import Databases
import Documents
import FileTree
import Formats

/// Bytes: those of whole files and values that nothing else tells apart, and those that belong to no contents.
extension ContentsComparison {
    /// Tells how bytes differ, if they do, and of databases those of the files beside them; nothing of documents without bytes.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    func reportBytes(
        _ before: DocumentSource?, _ after: DocumentSource?, at address: [[UInt8]], note: String?
    ) throws(FileTreeError) {
        guard let before, let after else { return }
        if let bytes = try BytesDifference.find(before, after, limits.cancellation) {
            reportDifference(bytes, at: address, note: note)
        }
        guard before.isDatabase, after.isDatabase else { return }
        for companion in Companion.logs {
            let (before, after) = (log(companion, of: before), log(companion, of: after))
            guard let one = before.log, let other = after.log else {
                noteLosses(before.losses, after.losses, at: address)
                continue
            }
            guard let bytes = try BytesDifference.find(one, other, limits.cancellation) else { continue }
            let name = "the \(companion.suffix) file beside it"
            reportDifference(bytes, at: address, note: note.map { "\(name): \($0)" } ?? name)
        }
    }

    /// Opens a log or a journal beside a database.
    /// - Returns: The file, one without bytes if there is none; nil if it cannot be opened, and why.
    private func log(_ companion: Companion, of database: DocumentSource) -> (log: DocumentSource?, losses: [String]) {
        do throws(FileTreeError) {
            return (try database.neighbor(companion.name(for: database.name[...])) ?? DocumentSource([], bytes: []), [])
        } catch {
            return (nil, [DatabaseCondition.unopened(companion, reason: error.reason).remark])
        }
    }

    private func reportDifference(_ bytes: BytesDifference, at address: [[UInt8]], note: String?) {
        var difference = Difference(
            .changed, .value, at: address, before: Self.size(bytes.sizeBefore), after: Self.size(bytes.sizeAfter),
            note: note)
        difference.bytes = bytes
        report(difference)
    }

    static let noValue = "bytes that belong to no value"

    /// Tells how those bytes of two files or values differ that belong to none of their contents.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    func compareLeftovers(
        _ before: (source: DocumentSource, ranges: [Range<Int>]),
        _ after: (source: DocumentSource, ranges: [Range<Int>]), at address: [[UInt8]], note: String = noValue
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
            let text = bytes.count <= Self.longestText ? String(validating: bytes, as: UTF8.self) : nil
            return text.map { .string($0) } ?? Self.size(UInt64(bytes.count))
        }
        var difference = Difference(
            one.isEmpty ? .added : other.isEmpty ? .removed : .changed, .value, at: address, before: text(one),
            after: text(other), note: note)
        let ranges = Int(found.offset) < one.count ? before.ranges : after.ranges
        difference.bytes = BytesDifference(
            offset: ranges.place(ofByte: Int(found.offset)), count: found.count, sizeBefore: found.sizeBefore,
            sizeAfter: found.sizeAfter)
        report(difference)
    }

    /// The most bytes that are in memory at once, and the longest text that is told.
    private static let maxBytes = 64 << 20
    private static let longestText = 4_096

    /// Tells how the bytes behind compressed data, and behind archives in these, differ.
    /// - Throws: `FileTreeError` if one of them cannot be read.
    func compareTrailing(
        _ before: [Document.Trailing], _ after: [Document.Trailing], at address: [[UInt8]]
    ) throws(FileTreeError) {
        let titles = before.map(\.title) + after.map(\.title)
        let none = (source: DocumentSource([], bytes: []), ranges: [Range<Int>]())
        for title in Set(titles).sorted() {
            let ones = before.filter { $0.title == title }.map { (source: $0.source, ranges: $0.ranges) }
            let others = after.filter { $0.title == title }.map { (source: $0.source, ranges: $0.ranges) }
            // What is compressed twice may have some of each.
            for index in 0..<max(ones.count, others.count) {
                let one = index < ones.count ? ones[index] : none
                let other = index < others.count ? others[index] : none
                guard one.ranges.totalCount <= Self.maxBytes, other.ranges.totalCount <= Self.maxBytes else {
                    report(Difference(.changed, .value, at: address, note: "\(title): too many to be compared"))
                    continue
                }
                try compareLeftovers(one, other, at: address, note: title)
            }
        }
    }

    private static func bytes(of source: DocumentSource, in ranges: [Range<Int>]) throws(FileTreeError) -> [UInt8] {
        var bytes: [UInt8] = []
        for range in ranges { bytes += try source.bytes(from: UInt64(range.lowerBound), count: range.count) }
        return bytes
    }

    private static func size(_ size: UInt64) -> JSONValue {
        .object([JSONValue.Member(name: "size", value: .number(JSONNumber(size)))])
    }
}

extension [Range<Int>] {
    /// The number of bytes in the ranges.
    fileprivate var totalCount: Int { reduce(0) { $0.addingReportingOverflow($1.count).partialValue } }

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
