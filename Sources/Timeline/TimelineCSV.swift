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
        /// The value before what the key of the record tells; nil if each has to be made by itself.
        let before: [UInt8]?
        /// Whether the key is in the value.
        let hasKey: Bool
        /// What follows the key.
        let behind: [UInt8]
        /// The item of the last record with a key, which is that of the next one.
        var file = TimelineRecord.none
        /// All between the time and the key, for that item.
        var start: [UInt8] = []
    }

    private static let maxPaths = 1 << 14

    private var reader: TimelineEntryReader
    private let reportedPath: @Sendable (ContainerPath) -> [UInt8]
    private let container: String?
    /// What follows the value of a record that has neither a line nor a text.
    private let end: [UInt8]
    private var places: [Place] = []
    /// For each place of the timeline, its index among those, or -1.
    private var indices: [Int32] = []
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
        let place = index(of: record.place)
        guard let before = places[place].before, appendTime(record.time, to: &bytes) else {
            let entry = reader.entry(record)
            bytes += TimelineReport(entry, at: entry.path.map { reportedPath($0) }).csv(in: container).utf8
            return
        }
        if places[place].hasKey {
            if places[place].file != record.file || places[place].start.isEmpty {
                places[place].file = record.file
                places[place].start = places[place].beginning + path(record.file) + before
            }
            bytes += places[place].start
            Self.append(record.key, to: &bytes)
        } else {
            bytes += places[place].beginning
            bytes += path(record.file)
        }
        bytes += places[place].behind
    }

    private mutating func index(of place: UInt32) -> Int {
        let number = Int(place)
        if number < indices.count, indices[number] >= 0 { return Int(indices[number]) }
        if number >= indices.count {
            indices += Array(repeating: -1, count: number + 1 - indices.count)
        }
        indices[number] = Int32(places.count)
        places.append(made(reader.place(place)))
        return places.count - 1
    }

    private func made(_ place: TimelinePlace) -> Place {
        let fields = [
            place.kind.rawValue, place.clock.rawValue, SeparatedValues.field(place.title),
            place.doubt == nil ? "true" : "false", place.doubt.map { SeparatedValues.field($0) } ?? "",
        ]
        let beginning = Array(("," + fields.joined(separator: ",") + ",").utf8)
        let isNamed = !place.title.isEmpty
        var before = String(decoding: place.before, as: UTF8.self)
        var behind = String(decoding: place.behind, as: UTF8.self)
        switch place.form {
        case .item where isNamed && before.isEmpty:
            return Place(beginning: beginning, before: [], hasKey: false, behind: end)
        case .row where isNamed, .position where isNamed:
            if case .position = place.form { before += "#" }
            // The key has nothing that separates.
            let marked = SeparatedValues.field(before + "0" + behind)
            if marked.utf8.first == 0x22 {
                before = "\"" + before.replacing(scalar: "\"", by: "\"\"")
                behind = behind.replacing(scalar: "\"", by: "\"\"") + "\""
            }
            return Place(
                beginning: beginning, before: Array(before.utf8), hasKey: true, behind: Array(behind.utf8) + end)
        default: return Place(beginning: beginning, before: nil, hasKey: false, behind: [])
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
        let fraction = Int(time - seconds * 1_000_000)
        // Byte by byte, an array would look for its end as often.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { text in
            var count = 0
            func append(_ byte: Int) {
                text[count] = UInt8(truncatingIfNeeded: byte)
                count += 1
            }
            for (place, value) in [rest / 3_600, rest / 60 % 60, rest % 60].enumerated() {
                if place > 0 { append(0x3a) }
                append(0x30 + value / 10)
                append(0x30 + value % 10)
            }
            var (digits, divisor) = (fraction, 100_000)
            if digits != 0 { append(0x2e) }
            while digits != 0 {
                append(0x30 + digits / divisor)
                digits %= divisor
                divisor /= 10
            }
            append(0x5a)
            bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: text[..<count]))
        }
        return true
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { text in
            var (start, rest) = (text.count, number.magnitude)
            repeat {
                start -= 1
                text[start] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                start -= 1
                text[start] = 0x2d
            }
            bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: text[start...]))
        }
    }
}
