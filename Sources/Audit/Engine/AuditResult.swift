package import ContainerModel

/// The outcome of an audit.
package struct AuditResult: Sendable {
    /// What was examined, and what was not.
    package struct Summary: Hashable, Sendable {
        /// The number of items examined.
        package internal(set) var items = 0
        /// The number of files whose contents were examined.
        package internal(set) var files = 0
        /// The size of these files in bytes.
        package internal(set) var bytes: UInt64 = 0
        /// The number of items that could not be read.
        package internal(set) var unreadable = 0
        /// The number of files of which a part could not be examined.
        package internal(set) var incomplete = 0
        /// The number of findings that are left out because there are too many of a kind in a file, or in all.
        package internal(set) var omitted = 0
        /// The parts that were not examined, in sentences without full stops; not sanitized.
        package internal(set) var notExamined: [String] = []
    }

    /// A snapshot for the contact sheet of a report.
    package struct Snapshot: Sendable {
        /// The container: an index.
        package let container: Int
        /// The path from the container's root.
        package let path: ContainerPath
        /// The scene; nil if it is unknown. Not sanitized.
        package let scene: String?
        /// Whether it is the image that the app shows while it starts.
        package let isLaunchImage: Bool
        /// When the file was written, in ISO 8601; nil if that is not known.
        package let modified: String?
        /// The size: "1170 × 2532 pixels"; nil if that is not known.
        package let size: String?
        /// What it shows.
        package let contents: SnapshotContents
        /// A small PNG file; empty if the picture cannot be decoded.
        package let thumbnail: [UInt8]

        /// What it is a picture of; not sanitized.
        package var title: String {
            let subject = isLaunchImage ? "Launch image" : "Snapshot"
            return scene.map { "\(subject) of the scene \($0)" } ?? subject
        }
    }

    /// What the picture of a snapshot shows.
    package enum SnapshotContents: Hashable, Sendable {
        case content
        case uniform
        case undecoded

        /// The contents in a few words.
        package var title: String {
            switch self {
            case .content: "shows content"
            case .uniform: "uniform"
            case .undecoded: "not decoded"
            }
        }
    }

    /// The findings, the most serious first, then by what they mean for a person, container, path and address.
    package var findings: [Finding]
    /// Those that say that something could not be read, or not in full, whatever rules are wanted.
    package var unexamined: [Finding]
    /// What was examined.
    package internal(set) var summary: Summary
    /// The names of items that are secrets themselves, or have one in them: reports show numbers in their place.
    package var secretNames: Set<[UInt8]> = []
    /// The names of items that look like such a number.
    var namesLikeStandIns: Set<[UInt8]> = []

    /// The numbers of findings by severity, and what was examined, in a sentence without a full stop.
    package var countsLine: String {
        let counts = AuditRule.Severity.allCases.reversed().map { Pluralized.some(count($0), $0.rawValue) }
        return "\(counts.joined(separator: ", ")) in \(Pluralized.items(summary.items)); the contents of "
            + "\(Pluralized.some(summary.files, "file")), \(ByteCount.short(summary.bytes)), were examined"
    }

    /// What could not be examined or is left out, in sentences without full stops; not sanitized.
    package var gapLines: [String] {
        var lines: [String] = []
        if summary.omitted > 0 {
            lines.append("\(Pluralized.some(summary.omitted, "more finding")) of the same kinds left out")
        }
        if summary.unreadable > 0 { lines.append("\(Pluralized.items(summary.unreadable)) could not be read") }
        if summary.incomplete > 0 {
            lines.append("\(Pluralized.some(summary.incomplete, "file")) could not be examined completely")
        }
        return lines + summary.notExamined.map { "not examined: \($0)" }
    }

    /// Whether everything was examined.
    package var isComplete: Bool { unexamined.isEmpty && summary.notExamined.isEmpty }

    /// The number of findings of a severity.
    package func count(_ severity: AuditRule.Severity) -> Int { findings.count { $0.severity == severity } }
}

extension Finding {
    /// Sorts findings, and numbers those that have the same rule, path and address, in one container or in several.
    static func arranged(_ findings: [Finding]) -> [Finding] {
        var ranks: [String: Int] = [:]
        for finding in findings where ranks[finding.rule.identifier] == nil {
            ranks[finding.rule.identifier] = finding.rule.rank
        }
        let ranked = findings.map { (rank: ranks[$0.rule.identifier] ?? 0, finding: $0) }
        var sorted = ranked.sorted { ranked, otherRanked in
            let (one, other) = (ranked.finding, otherRanked.finding)
            if one.severity != other.severity { return one.severity > other.severity }
            if ranked.rank != otherRanked.rank { return ranked.rank < otherRanked.rank }
            if one.container != other.container { return one.container < other.container }
            if one.path != other.path { return one.path.bytes.lexicographicallyPrecedes(other.path.bytes) }
            if one.rule != other.rule { return one.rule.identifier < other.rule.identifier }
            if one.address != other.address {
                return one.address.joined(separator: [0]).lexicographicallyPrecedes(
                    other.address.joined(separator: [0]))
            }
            return (one.line ?? 0, one.message) < (other.line ?? 0, other.message)
        }.map(\.finding)
        var seen: [String: Int] = [:]
        for index in sorted.indices {
            let key = sorted[index].fingerprint
            sorted[index].ordinal = seen[key, default: 0]
            seen[key, default: 0] += 1
        }
        return sorted
    }
}
