import AppLifecycle
import Screen

/// What was seen of one way to hide, and the pictures of it.
package struct HidingOutcome {
    /// What the report says about it.
    package let row: HidingReport.Row
    let pictures: [HidingWay.Stage: Frame]
    /// The snapshot's files, as they were before the next launch.
    let files: [(name: String, bytes: [UInt8])]

    /// The screen of each stage made small, side by side, each with a title above it; nil where they need more columns.
    /// - Parameters:
    ///   - columns: of the terminal that shows them.
    ///   - marks: whether secrets are shown in red.
    package func thumbnails(columns: Int, marking marks: Bool) -> [String]? {
        let gap = 2
        let thumbnails = HidingWay.Stage.allCases.map { stage in
            (
                "\(row.way): \(stage.rawValue)",
                Thumbnail(of: pictures[stage], size: HidingTrial.size, marking: marks)
            )
        }
        let needed = thumbnails.reduce(0) { $0 + $1.1.width + gap } - gap
        return columns >= needed ? Thumbnail.row(thumbnails, gap: gap) : nil
    }

    /// Leaves the pictures and the snapshot in `directory`, which must be absent or empty, for a look.
    /// - Throws: `DemonstrationError`
    func keep(in directory: String) throws(DemonstrationError) {
        try DemonstrationDirectory.makeEmpty(directory)
        for (stage, frame) in pictures where stage != .snapshot {
            try NewFile.write(SnapshotText.bytes(of: frame), to: "\(directory)/\(stage.rawValue).ans", mode: 0o600)
        }
        for file in files { try NewFile.write(file.bytes, to: "\(directory)/\(file.name)", mode: 0o600) }
    }
}
