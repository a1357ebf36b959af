/// A container as Xcode downloads it from a device, an `.xcappdata` package: a real one, if it is stored beside this
/// repository, and a generated one of the same shape, so that a fresh clone makes the same assertions.
///
/// The apps of both store their data in an SQLite database in Application Support, and the app switcher has taken two
/// snapshots, one in each orientation. They have neither Documents nor tmp.
package final class DownloadedContainer: Sendable {
    /// The source of the container.
    package enum Origin: Sendable {
        /// Generated for a test by Python.
        case made
        /// The sample `WeightTracker.xcappdata`.
        case kept
    }

    /// The sources available here.
    package static var origins: [Origin] {
        [.made] + (sample != nil ? [.kept] : [])
    }

    private static var sample: String? { sharedSample("WeightTracker.xcappdata") }

    /// The path of the package.
    package let path: String
    /// The app's bundle identifier.
    package let identifier: String
    /// The app's name.
    package let name: String
    /// The time of the download, as in `XCDownloadDate`.
    package let downloadDate: String
    /// The size of the database in bytes.
    package let databaseSize = 28_672
    private let snapshotNames: [String]
    /// The directory of a generated container; nil for the sample.
    private let directory: TemporaryDirectory?

    /// - Throws: `PythonError` if it cannot be generated, `CommandError` if the sample is missing.
    package init(_ origin: Origin) throws {
        switch origin {
        case .kept:
            guard let sample = Self.sample else { throw CommandError(call: "find the sample", number: 0) }
            (path, directory) = (sample, nil)
            (identifier, name) = ("io.github.paulz.WeightTracker", "WeightTracker")
            downloadDate = "2019-02-02 11:31.02.515"
            snapshotNames = ["6CB076CC-2C55-4DF9-AE09-0D17F3211D6B", "E4EFEB12-A998-4723-85B0-6E8FDE70C7F7"]
        case .made:
            let made = TemporaryDirectory()
            (path, directory) = (made("TideTable.xcappdata"), made)
            (identifier, name) = ("org.example.TideTable", "TideTable")
            downloadDate = "2024-02-29 08:05.59.004"
            snapshotNames = ["0D5C2A41-77E0-4C1B-9A52-6B1F0E3D9C10", "B93E6F08-1D24-4E8A-8F37-52C0A7D4E611"]
            try Python.run(Self.recipe, [path, identifier, name, downloadDate, "\(databaseSize)"] + snapshotNames)
            // An exclusion in a place that no backup includes anyway. It may fail on a file system without attributes,
            // where the other tests still apply.
            try? made.setAttribute(
                "user.com.apple.MobileBackup", [1],
                on: "TideTable.xcappdata/AppData/Library/Caches")
        }
    }

    /// The path of the database in the container.
    package var database: String { "Library/Application Support/\(name).sqlite" }

    /// The paths of the app-switcher snapshots in the container: 828 × 1792 pixels, portrait and landscape.
    package var snapshots: [String] { snapshotNames.map { "Library/Caches/Snapshots/\(identifier)/\($0)@2x.ktx" } }

    /// The Python script that generates a container.
    private static let recipe = Script.text("downloaded_container_recipe")
}
