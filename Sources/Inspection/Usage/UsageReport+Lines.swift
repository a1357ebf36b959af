import ContainerModel
package import FoundationEssentials
import Reports

extension UsageReport {
    /// The number of characters of a bar.
    package static let barColumns = 20

    /// Returns a bar: as long as the row's share of the largest one, with a character for each storage class in the
    /// order of `StorageClass`.
    /// - Parameters:
    ///   - largest: The size of the largest row in bytes, which fills the bar.
    ///   - marks: A character for each storage class.
    package static func bar(_ usage: Usage, largest: UInt64, marks: [Character]) -> String {
        guard largest > 0 else { return String(repeating: " ", count: barColumns) }
        let filled = min(barColumns, Int((Double(usage.bytes) / Double(largest) * Double(barColumns)).rounded(.up)))
        var bar = ""
        var sum = 0.0
        for storage in StorageClass.allCases {
            sum += Double(usage[storage])
            let end = usage.bytes == 0 ? 0 : Int((sum / Double(usage.bytes) * Double(filled)).rounded())
            while bar.count < end { bar.append(marks[storage.rawValue]) }
        }
        return bar + String(repeating: " ", count: barColumns - bar.count)
    }

    /// The parts of a size, without those that are empty: `200 KB backed up, 45 KB purgeable`.
    package static func parts(_ usage: Usage) -> String {
        StorageClass.allCases.filter { usage[$0] > 0 }.map { "\(ByteCount.short(usage[$0])) \($0.title)" }
            .joined(separator: ", ")
    }

    /// A row, or the total. JSON keys are stable.
    package struct Line: Encodable, Sendable {
        /// `entry`, or `total` for the last line; `container` for a whole container among several.
        package let row: String
        /// The path from the container's root; invalid UTF-8 is replaced.
        package let path: String
        /// The bytes of a path that is not UTF-8: base64 in JSON.
        package let pathBytes: Data?
        /// `directory`, `file`, `symbolic link`, …; only for entries.
        package let kind: String?
        /// The logical size in bytes of all files.
        package let bytes: UInt64
        /// The logical sizes in bytes by what becomes of the space; their sum is `bytes`.
        package let backedUp: UInt64
        package let purgeable: UInt64
        package let excluded: UInt64
        package let other: UInt64
        /// The number of items, the entry itself included.
        package let items: Int
        /// The number of directories that could not be read.
        package let unreadable: Int

        init(ofContainer usage: Usage) { self.init("container", .root, nil, usage) }

        fileprivate init(_ row: String, _ path: ContainerPath, _ kind: ItemKind?, _ usage: Usage) {
            self.row = row
            self.path = path.reportText
            pathBytes = path.reportBytes
            self.kind = kind?.title
            bytes = usage.bytes
            backedUp = usage[.backedUp]
            purgeable = usage[.purgeable]
            excluded = usage[.excluded]
            other = usage[.other]
            items = usage.items
            unreadable = usage.unreadable
        }
    }

    /// The rows and the total, for JSON.
    package var lines: [Line] {
        rows.map { Line("entry", path.appending(name: $0.name) ?? path, $0.kind, $0.usage) }
            + [Line("total", path, nil, total)]
    }
}
