/// Which of the system's apps show a data container's Documents to the user (container-rules.md, "Who acts": S0).
package struct SharingSummary: Hashable, Sendable, Encodable {
    /// Whether the Finder and iTunes show it: `yes`, `no` or `unknown`.
    package let finder: Answer
    /// Whether the Files app shows it.
    package let files: Answer
    /// The keys of Info.plist that the Finder would need.
    package let finderNeeds: [String]
    /// The keys of Info.plist that the Files app would need.
    package let filesNeeds: [String]

    /// Judges an app's declarations.
    package init(of app: AppInfo) {
        finder = app[.fileSharing]
        let keys: [SharingKey] = [.fileSharing, .openingInPlace]
        files = keys.contains { app[$0] == .no } ? .no : keys.contains { app[$0] == .unknown } ? .unknown : .yes
        finderNeeds = app[.fileSharing] == .yes ? [] : [SharingKey.fileSharing.rawValue]
        filesNeeds = keys.filter { app[$0] != .yes }.map(\.rawValue)
    }

    /// The summary in one line.
    package var text: String { lines.joined(separator: " · ") }

    /// The summary in a line for each app.
    package var lines: [String] {
        ["Finder: \(Self.clause(finder, finderNeeds))", "Files: \(Self.clause(files, filesNeeds))"]
    }

    private static func clause(_ answer: Answer, _ needed: [String]) -> String {
        let keys = needed.joined(separator: " and ")
        return switch answer {
        case .yes: answer.rawValue
        case .no: "no, needs \(keys)"
        case .unknown: "unknown, depends on \(keys)"
        }
    }
}
