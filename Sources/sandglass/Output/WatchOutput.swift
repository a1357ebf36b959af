import Comparison
import ContainerModel
import FileTree
import Formats
import System

/// Prints changes as they happen, one on a line.
final class WatchOutput {
    private let isJSON: Bool
    private let masks: Bool
    private var output = Output()
    private var failure: (any Error)?
    /// The number of changes so far.
    private(set) var count = 0

    init(asJSON isJSON: Bool, masks: Bool) {
        self.isJSON = isJSON
        self.masks = masks
    }

    /// Prints a report.
    /// - Returns: Whether more are wanted.
    func printReport(_ report: WatchReport) -> Bool {
        switch report {
        case .problem(let path, let reason):
            WatchCommand.reportProblem(path, reason)
            return true
        case .change(let change):
            count += 1
            do {
                try print(masks ? change.masked : change)
                return true
            } catch {
                failure = error
                return false
            }
        }
    }

    /// Writes what was printed.
    /// - Throws: `ExitCode` if something could not be written.
    func flush() throws {
        if let failure { throw failure }
        try output.flush()
    }

    private func print(_ change: WatchedChange) throws {
        for difference in change.difference.withContents(reportsAll: isJSON) {
            try printOne(WatchedChange(difference: difference, time: change.time))
        }
    }

    private func printOne(_ change: WatchedChange) throws {
        guard !isJSON else {
            let line = JSONWriter.line(change.json, isASCII: !Platform.isLocaleUTF8)
            return try output.line(String(decoding: line, as: UTF8.self))
        }
        try output.line("\(Self.clock(change.time))  \(DiffText.line(for: change.difference))")
    }

    /// `14:03:22.123`, in local time.
    private static func clock(_ milliseconds: Int64) -> String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        let time = LocalTime(secondsSince1970: seconds)
        func digits(_ number: Int, _ count: Int) -> String { padded(String(number), to: count, with: "0") }
        return "\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2)).\(digits(Int(rest), 3))"
    }
}
