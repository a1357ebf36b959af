package import ContainerModel

extension PurgeFate {
    /// The fate in at most seven letters.
    package var title: String {
        switch self {
        case .kept: "kept"
        case .mayGo: "may go"
        case .willGo: "will go"
        case .goes: "gone"
        }
    }
}

extension PurgePlan.Row {
    /// The fate and the size, in columns of a fixed width.
    package var columns: String {
        "\(aligned(fate.title, to: 7))  \(sizeColumn(size, kind: kind))"
    }

    /// The rule that decides, its reason and its first source.
    package var grounds: String { "\(rule): \(reason)" + (documents.first.map { " (\($0))" } ?? "") }
}

extension PurgePlan.Totals {
    /// The totals as text.
    package var lines: [String] {
        let sums: [(PurgeFate, PurgePlan.Sum)] = [
            (.goes, goes), (.willGo, willGo), (.mayGo, mayGo), (.kept, kept),
        ]
        var lines = sums.map { fate, sum in
            let items = Pluralized.items(sum.items)
            return "\(padded(fate.title, to: 7)): \(items), \(ByteCount.exact(sum.bytes))"
        }
        if event == .appRunning { lines.insert("The app is running: nothing is purged.", at: 0) }
        if unreadable > 0 { lines.append("not examined: \(unreadable)") }
        return lines
    }
}
