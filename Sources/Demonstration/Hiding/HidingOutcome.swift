import AppLifecycle
package import Screen

/// The result of one way of hiding, with its pictures.
package struct HidingOutcome: Sendable {
    /// The row of the report.
    package let row: HidingReport.Row
    /// The screen as the app had it, before the suspension.
    package let before: Frame
    /// The pictures by stage; none for a stage without one.
    package let pictures: [ConcealmentMode.Stage: Frame]
    /// The files of the snapshot, before the next launch.
    let files: [(name: String, bytes: [UInt8])]

    /// Writes the pictures and the snapshot to `directory`, which must be missing or empty.
    /// - Throws: `DemonstrationError` if a file cannot be written.
    func keep(in directory: String) throws(DemonstrationError) {
        try DemonstrationDirectory.makeEmpty(directory)
        for (stage, frame) in pictures where stage != .snapshot {
            try DemonstrationFile.write(
                SnapshotText.bytes(of: frame), to: "\(directory)/\(stage.fileName)", mode: 0o600)
        }
        for file in files { try DemonstrationFile.write(file.bytes, to: "\(directory)/\(file.name)", mode: 0o600) }
    }
}
