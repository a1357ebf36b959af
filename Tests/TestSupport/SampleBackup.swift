/// A MobileSync backup on disk, written by Python and openssl alone (formats.md, "MobileSync backup"). Removed when the
/// object is released.
package final class SampleBackup {
    private let directory = TemporaryDirectory()
    /// The path of the backup.
    package var path: String { directory("backup") }
    /// A file with the passphrase on its first line.
    package var passphraseFile: String { directory("passphrase") }

    /// The passphrase of an encrypted backup.
    package static let passphrase = "correct horse"

    /// Writes a backup.
    /// - Parameters:
    ///   - isEncrypted: Whether the manifest and the files are encrypted.
    ///   - isOld: Whether the manifest is a `Manifest.mbdb`.
    ///   - iterations: The number of iterations of each derivation.
    ///   - script: Python that calls `add(domain, path, data, …)` for each item.
    package init(
        encrypted isEncrypted: Bool = false, old isOld: Bool = false, iterations: Int = 10, _ script: String
    ) throws {
        directory.write("passphrase", "\(Self.passphrase)\n")
        let options = [isEncrypted ? "enc" : "plain", isOld ? "mbdb" : "db", "\(iterations)", Self.passphrase]
        try Python.run(Self.head + script + "\n" + Self.tail, [path] + options)
    }

    /// Defines `add`. An item is a file if it has data, a link if it has a target, or else a directory.
    private static let head = Script.text("sample_backup_head")

    /// Writes the manifests.
    private static let tail = Script.text("sample_backup_tail")
}
