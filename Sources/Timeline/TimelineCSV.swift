import ContainerModel
import Documents
import Formats
import Jobs
import Reports
import Synchronization

/// A timeline as comma-separated values, in blocks that threads make.
package struct TimelineCSV {
    /// Makes the records of one block after the other.
    private final class Slot: Sendable {
        private let records: Mutex<TimelineRecordsCSV>

        init(_ records: TimelineRecordsCSV) { self.records = Mutex(records) }

        func block(_ given: ArraySlice<TimelineRecord>) -> TimelineLines.Block {
            records.withLock { $0.block(given) }
        }
    }

    private static let recordsInBlock = 4_096

    private var merge: TimelineMerge
    private var left: Int
    private let pool: WorkerPool
    private let slots: [Slot]
    /// The blocks that threads are making.
    private var begun: WorkParts<TimelineLines.Block>?

    init(
        _ merge: TimelineMerge, atMost maximum: Int, on pool: WorkerPool, _ records: () -> TimelineRecordsCSV
    ) {
        (self.merge, left, self.pool) = (merge, maximum, pool)
        slots = (0..<2 * WorkerPool.cores).map { _ in Slot(records()) }
    }

    /// Returns the next blocks; nil at the end.
    package mutating func next() -> [TimelineLines.Block]? {
        let ready = begun ?? begin()
        // Others are made while these are written.
        begun = ready == nil ? nil : begin()
        return ready?.finish()
    }

    private mutating func begin() -> WorkParts<TimelineLines.Block>? {
        var records: [TimelineRecord] = []
        let maximum = min(left, slots.count * Self.recordsInBlock)
        records.reserveCapacity(maximum)
        while records.count < maximum, let record = merge.next() { records.append(record) }
        guard !records.isEmpty else { return nil }
        left -= records.count
        let (given, slots) = (records, slots)
        return pool.beginParts(of: given.count, size: Self.recordsInBlock, cancellation: Cancellation()) { range in
            slots[range.lowerBound / Self.recordsInBlock].block(given[range])
        }
    }
}

/// Writes records as comma-separated values. What they have in common is made once: nearly all are of a few tables.
struct TimelineRecordsCSV {
    /// What the records of a place have in common.
    private struct Place {
        /// From the comma behind the time to the one before the path.
        let beginning: [UInt8]
        /// The value before and behind what the key of the record tells; nil if each has to be made by itself.
        let value: (before: [UInt8], behind: [UInt8])?
        /// Whether the key is in it.
        let hasKey: Bool
    }

    private static let maxPaths = 1 << 14

    private var reader: TimelineEntryReader
    private let reportedPath: @Sendable (ContainerPath) -> [UInt8]
    private let container: String?
    /// What follows the value of a record that has neither a line nor a text.
    private let end: [UInt8]
    private var places: [UInt32: Place] = [:]
    /// The fields of paths, each with the comma behind it.
    private var paths: [UInt32: [UInt8]] = [:]
    /// The last day that was written, since 1970, and its text up to the time of day.
    private var day: (number: Int64, text: [UInt8]) = (.min, [])

    /// - Parameters:
    ///   - container: The container's path on this computer; nil if there is only one.
    ///   - path: Returns the path of an item as it is reported.
    init(
        _ reader: TimelineEntryReader, in container: String?, path: @escaping @Sendable (ContainerPath) -> [UInt8]
    ) {
        (self.reader, self.container, reportedPath) = (reader, container, path)
        end = Array((",,," + (container.map { SeparatedValues.field($0) } ?? "")).utf8)
    }

    mutating func block(_ records: ArraySlice<TimelineRecord>) -> TimelineLines.Block {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(records.count * 160)
        var ends: [Int] = []
        ends.reserveCapacity(records.count)
        for record in records {
            append(record, to: &bytes)
            ends.append(bytes.count)
            bytes.append(0x0a)
        }
        return TimelineLines.Block(bytes: bytes, isASCII: false, ends: ends)
    }

    private mutating func append(_ record: TimelineRecord, to bytes: inout [UInt8]) {
        let place = self.place(record.place)
        guard let value = place.value, appendTime(record.time, to: &bytes) else {
            let entry = reader.entry(record)
            bytes += TimelineReport(entry, at: entry.path.map { reportedPath($0) }).csv(in: container).utf8
            return
        }
        bytes += place.beginning
        bytes += path(record.file)
        bytes += value.before
        if place.hasKey { Self.append(record.key, to: &bytes) }
        bytes += value.behind
        bytes += end
    }

    private mutating func place(_ index: UInt32) -> Place {
        if let known = places[index] { return known }
        if places.count > 4_096 { places.removeAll(keepingCapacity: true) }
        let found = Self.place(reader.place(index))
        places[index] = found
        return found
    }

    private static func place(_ place: TimelinePlace) -> Place {
        let fields = [
            place.kind.rawValue, place.clock.rawValue, SeparatedValues.field(place.title),
            place.doubt == nil ? "true" : "false", place.doubt.map { SeparatedValues.field($0) } ?? "",
        ]
        let beginning = Array(("," + fields.joined(separator: ",") + ",").utf8)
        let isWhole = place.title.isEmpty
        var before = String(decoding: place.before, as: UTF8.self)
        var behind = String(decoding: place.behind, as: UTF8.self)
        switch place.form {
        case .item where !isWhole && before.isEmpty:
            return Place(beginning: beginning, value: ([], []), hasKey: false)
        case .row where !isWhole, .position where !isWhole:
            if case .position = place.form { before += "#" }
            // The key has nothing that separates.
            let marked = SeparatedValues.field(before + "0" + behind)
            if marked.utf8.first == 0x22 {
                before = "\"" + before.replacing(scalar: "\"", by: "\"\"")
                behind = behind.replacing(scalar: "\"", by: "\"\"") + "\""
            }
            return Place(beginning: beginning, value: (Array(before.utf8), Array(behind.utf8)), hasKey: true)
        default: return Place(beginning: beginning, value: nil, hasKey: false)
        }
    }

    private mutating func path(_ file: UInt32) -> [UInt8] {
        if let known = paths[file] { return known }
        if paths.count >= Self.maxPaths { paths.removeAll(keepingCapacity: true) }
        let path = reader.path(file).map { SeparatedValues.field(reported(reportedPath($0)).text) } ?? ""
        let field = Array((path + ",").utf8)
        paths[file] = field
        return field
    }

    // MARK: Numbers

    /// Appends a time as `TimelineEntry.iso8601` has it.
    /// - Returns: False for one beyond the years 0 to 9999, of which nothing is appended.
    private mutating func appendTime(_ time: Int64, to bytes: inout [UInt8]) -> Bool {
        let seconds = time.dividingDown(by: 1_000_000)
        let number = seconds.dividingDown(by: 86_400)
        if day.number != number {
            guard let text = ISO8601.text(secondsSince1970: number * 86_400) else { return false }
            day = (number, Array(text.utf8.prefix { $0 != 0x54 }) + [0x54])
        }
        bytes += day.text
        let rest = Int(seconds - number * 86_400)
        Self.append(rest / 3_600, digits: 2, to: &bytes)
        bytes.append(0x3a)
        Self.append(rest / 60 % 60, digits: 2, to: &bytes)
        bytes.append(0x3a)
        Self.append(rest % 60, digits: 2, to: &bytes)
        let fraction = Int(time - seconds * 1_000_000)
        if fraction != 0 {
            bytes.append(0x2e)
            Self.append(fraction, digits: 6, to: &bytes)
            while bytes.last == 0x30 { bytes.removeLast() }
        }
        bytes.append(0x5a)
        return true
    }

    private static func append(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
        var divisor = digits == 2 ? 10 : 100_000
        while divisor > 0 {
            bytes.append(0x30 + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        if number < 0 { bytes.append(0x2d) }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(0x30 + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}
