package import ContainerModel

/// The seal status of each item of a bundle, shown beside it.
package struct SealMarks: Sendable {
    /// The result in a sentence without a full stop: "seal intact: 17 intact, 1 unsealed".
    package let summary: String
    /// Whether nothing is altered, added, missing or unreadable.
    package let isIntact: Bool
    /// The result in lines of text; not sanitized.
    package let lines: [String]
    private var items: [ContainerPath: SealReport.Item] = [:]
    /// The directories with something that is altered, added or missing in them, and how much.
    private var broken: [ContainerPath: Int] = [:]

    /// The most lines about items; the command prints all.
    private static let maxLines = 500

    /// Creates the marks of a verified bundle.
    init(_ report: SealReport) {
        summary = report.summary
        isIntact = report.isIntact
        let all = report.lines(all: false)
        lines = all.count <= Self.maxLines ? all : all.prefix(Self.maxLines) + ["…", report.summary]
        for item in report.items {
            items[item.location] = item
            guard item.status.isBroken else { continue }
            var above = item.location.parent
            while let directory = above {
                broken[directory, default: 0] += 1
                above = directory.parent
            }
        }
    }

    /// Returns what became of an item; for a directory, `altered` if anything in it is altered, added or missing. nil for
    /// what no seal could cover.
    package func status(of path: ContainerPath) -> SealStatus? {
        items[path]?.status ?? (broken[path] == nil ? nil : .altered)
    }

    /// Returns the right pane's sentences about an item; not sanitized.
    package func sentences(about path: ContainerPath) -> [String] {
        if let item = items[path] {
            let reasons = item.reasons.joined(separator: "; ")
            return reasons.isEmpty ? [] : ["Seal: \(item.status.rawValue): \(reasons)."]
        }
        guard let count = broken[path] else { return [] }
        return ["Seal: \(Pluralized.some(count, "item")) in it altered, added or missing."]
    }
}
