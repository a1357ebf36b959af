import Formats

/// One row of the demonstration's tables: something that is made, and how.
struct DemoEntry: Sendable {
    /// What an entry is, and what is in it.
    enum Content: Sendable {
        case directory
        case text(String)
        /// Put together only when it is written.
        case bytes(@Sendable () -> [UInt8])
        case binaryList(PropertyListValue)
        case xmlList(PropertyListValue)
        case database(DemoDatabase)
        /// A symbolic link with this target.
        case link(String)
        /// Another name of the file at this path.
        case hardLink(String)
    }

    /// How an entry is kept out of backups.
    enum Exclusion: Sendable {
        case none
        /// By its extended attribute.
        case attribute
        /// By the same attribute in an AppleDouble file beside it, as on volumes without attributes.
        case appleDouble
    }

    /// Below the container's root.
    let path: String
    let modified: DemoTime
    let content: Content
    let exclusion: Exclusion
    let isExecutable: Bool

    init(
        _ path: String,
        _ modified: DemoTime,
        _ content: Content,
        exclusion: Exclusion = .none,
        isExecutable: Bool = false
    ) {
        self.path = path
        self.modified = modified
        self.content = content
        self.exclusion = exclusion
        self.isExecutable = isExecutable
    }
}

/// A minute of the year 2026, UTC.
struct DemoTime: Hashable, Sendable, Comparable {
    let secondsSince1970: Int

    private static let startOf2026 = 1_767_225_600
    private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

    static func on(_ month: Int, _ day: Int, _ hour: Int = 9, _ minute: Int = 0) -> DemoTime {
        let days = daysBeforeMonth[max(0, min(11, month - 1))] + day - 1
        return DemoTime(secondsSince1970: startOf2026 + ((days * 24 + hour) * 60 + minute) * 60)
    }

    /// As property lists and Core Data count.
    var secondsSince2001: Double { Double(secondsSince1970) - PropertyListValue.secondsFrom1970To2001 }

    /// As a property list's value.
    var listValue: PropertyListValue { .date(secondsSince2001: secondsSince2001) }

    static func < (one: DemoTime, other: DemoTime) -> Bool { one.secondsSince1970 < other.secondsSince1970 }
}

/// Why the demonstration could not be made.
struct DemoError: Error, CustomStringConvertible {
    /// What was tried, as it follows "could not".
    let operation: String
    /// The path on this computer; not sanitized.
    let path: String
    let reason: String

    var description: String { "could not \(operation) \(path): \(reason)" }
}
