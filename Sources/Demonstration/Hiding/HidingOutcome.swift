import AppLifecycle
import Screen

/// The result of one way of hiding, with its pictures.
package struct HidingOutcome {
    /// The row of the report.
    package let row: HidingReport.Row
    let pictures: [ConcealmentMode.Stage: Frame]
    /// The files of the snapshot, before the next launch.
    let files: [(name: String, bytes: [UInt8])]

    /// Returns thumbnails of the screen at each stage, side by side with titles above; nil if they need more columns.
    /// - Parameters:
    ///   - columns: The width of the terminal that shows them.
    ///   - marks: Whether to show secrets in red.
    package func thumbnails(columns: Int, marking marks: Bool) -> [String]? {
        let gap = 2
        let thumbnails = ConcealmentMode.Stage.allCases.map { stage in
            (
                "\(row.way): \(stage.rawValue)",
                Thumbnail(of: pictures[stage], size: HidingTrial.size, marking: marks)
            )
        }
        let needed = thumbnails.reduce(0) { $0 + $1.1.width + gap } - gap
        return columns >= needed ? Thumbnail.row(thumbnails, gap: gap) : nil
    }

    /// Writes the pictures and the snapshot to `directory`, which must be missing or empty.
    /// - Throws: `DemonstrationError` if a file cannot be written.
    func keep(in directory: String) throws(DemonstrationError) {
        try DemonstrationDirectory.makeEmpty(directory)
        for (stage, frame) in pictures where stage != .snapshot {
            try DemonstrationFile.write(
                SnapshotText.bytes(of: frame), to: "\(directory)/\(stage.rawValue).ans", mode: 0o600)
        }
        for file in files { try DemonstrationFile.write(file.bytes, to: "\(directory)/\(file.name)", mode: 0o600) }
    }
}
