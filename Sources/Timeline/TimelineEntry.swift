package import ContainerModel
import FileTree
import System

/// What has a time.
package enum TimelineKind: String, Hashable, Sendable, CaseIterable {
    /// An item: its birth and its last change.
    case file
    /// A row of a database.
    case row
    /// A request in a URL cache.
    case request
    /// A cookie.
    case cookie
    /// A value of a property list or of JSON.
    case value
    /// A line of a text.
    case log
    /// An app-switcher snapshot.
    case snapshot
    /// An operation in the journal.
    case operation
    /// A time point.
    case keep
}

/// What has told a time.
package enum TimelineClock: String, Hashable, Sendable, CaseIterable {
    /// The file system.
    case file
    /// The app, or the system on its behalf.
    case app
    /// The app or a server: when something ends.
    case expiry
    /// This program.
    case sandglass
}

/// Something with a time.
package struct TimelineEntry: Hashable, Sendable {
    /// The time, in microseconds since 1970.
    package let time: Int64
    /// What has it.
    package let kind: TimelineKind
    /// What has told it.
    package let clock: TimelineClock
    /// What happened then, or the name of the value: "born", "modified", "expires". Not sanitized.
    package let title: String
    /// Why the time is not certain, as a sentence without a full stop; nil if it is.
    package let doubt: String?
    /// The item; nil for what is in no file of the container.
    package let path: ContainerPath?
    /// The way to the value in the file, as behind the colon of `sandglass show FILE:VALUE`; empty for the file itself.
    package let address: [UInt8]
    /// The number of the line, from 1; nil for all else, and for lines that are not counted.
    package let line: UInt64?
    /// The offset of the line in the file.
    package let offset: UInt64?
    /// The line, in part if it is long, or a description. Not sanitized.
    package let text: [UInt8]

    package init(
        _ time: Int64, _ kind: TimelineKind, _ clock: TimelineClock, _ title: String, doubt: String? = nil,
        path: ContainerPath? = nil, address: [UInt8] = [], line: UInt64? = nil, offset: UInt64? = nil,
        text: [UInt8] = []
    ) {
        (self.time, self.kind, self.clock, self.title, self.doubt) = (time, kind, clock, title, doubt)
        (self.path, self.address, self.line, self.text) = (path, address, line, text)
        self.offset = offset
    }

    /// Returns a time as entries have it; of one that is beyond what can be told, the nearest.
    static func time(seconds: Int64, nanoseconds: UInt32 = 0) -> Int64 {
        // A file system or a record can have any number.
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflows ? (seconds < 0 ? .min : .max) : whole &+ Int64(nanoseconds / 1_000)
    }
}

/// Which times are wanted.
package struct TimelineQuestion: Hashable, Sendable {
    /// The times, in microseconds since 1970.
    package var times: ClosedRange<Int64> = .min ... .max
    /// What has them.
    package var kinds = Set(TimelineKind.allCases)

    /// All times.
    package init() {}

    /// Returns the times that a text stands for, in microseconds since 1970: a day, a minute, a second or a fraction,
    /// or how long ago, such as `12h`; nil if it is neither.
    /// - Parameter now: The current time in seconds since 1970.
    package static func times(_ text: String, now: Int64 = Int64(time(nil))) -> ClosedRange<Int64>? {
        if let seconds = TimeSpan.seconds(text, in: 0...9_000_000_000, needsUnit: true) {
            let time = (now - seconds) * 1_000_000
            return time...time + 999_999
        }
        guard let range = GivenTime(text)?.seconds, let first = Int64(exactly: (range.lowerBound * 1e6).rounded()),
            let end = Int64(exactly: (range.upperBound * 1e6).rounded())
        else { return nil }
        return first...max(first, end - 1)
    }

    /// Whether anything inside of files is wanted.
    var readsContents: Bool { !kinds.isDisjoint(with: [.row, .request, .cookie, .value, .log]) }
}

/// A file, or a part of it, whose times are not all known.
package struct TimelineProblem: Hashable, Sendable {
    /// The file; nil for what is in none.
    package let path: ContainerPath?
    /// A sentence without a full stop; not sanitized.
    package let message: String

    package init(path: ContainerPath?, message: String) { (self.path, self.message) = (path, message) }
}
