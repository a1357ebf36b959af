import ContainerModel
import Databases
import Formats
import Synchronization
import System

/// Whether a backup is encrypted, judging by its files instead of its properties.
enum BackupPlainness {
    /// The known answers, by the version of the manifest.
    private static let known = Mutex<[BackupFolder.Version: (isManifest: Bool?, isDecrypted: Bool?)]>([:])
    /// Of more backups, the files are looked at again.
    private static let maxKnown = 1_000

    private static func remember(
        _ version: BackupFolder.Version, _ part: WritableKeyPath<(isManifest: Bool?, isDecrypted: Bool?), Bool?>,
        _ look: () -> Bool
    ) -> Bool {
        if let found = known.withLock({ $0[version]?[keyPath: part] }) { return found }
        let found = look()
        known.withLock { known in
            if known.count >= maxKnown { known = [:] }
            known[version, default: (nil, nil)][keyPath: part] = found
        }
        return found
    }

    /// Returns whether the manifest in a directory without properties is one that can be read: an app may keep files of
    /// these names.
    static func isManifest(in directory: any FileTree, isOld: Bool, _ version: BackupFolder.Version) -> Bool {
        remember(version, \.isManifest) {
            guard !isOld else {
                guard let file = try? directory.openFile(BackupFolder.records) else { return false }
                return (try? file.part(at: 0, BackupRecord.signature.count)) == BackupRecord.signature
            }
            guard let file = try? directory.openFile(BackupFolder.database), isDatabase(file),
                let database = try? Database(.files(main: file)), let schema = try? database.schema(),
                schema.tables.contains(where: { $0.name == BackupManifest.table }),
                let columns = try? database.columns(of: BackupManifest.table)
            else { return false }
            return Set(["fileID", "domain", "relativePath", "flags", "file"]).isSubset(of: columns.map(\.name))
        }
    }

    /// Returns whether the manifest is a database that is not encrypted.
    static func isDatabase(_ manifest: Descriptor) -> Bool {
        (try? manifest.part(at: 0, DatabaseHeader.magic.count)) == DatabaseHeader.magic
    }

    /// The number of files that are looked at.
    private static let maxFiles = 16

    /// Returns whether the manifest is not encrypted, and neither are the first files that it lists.
    static func isDecrypted(_ folder: BackupFolder) -> Bool {
        remember(folder.version, \.isDecrypted) {
            guard let manifest = try? BackupManifest.plain(folder) else { return false }
            let files = BackupFiles(in: folder.directory, keys: nil, isFlat: folder.isOld)
            var looked = 0
            for location in (try? manifest.someLocations(atMost: maxFiles)) ?? [] {
                guard let isEncrypted = files.isEncrypted(location) else { continue }
                guard !isEncrypted else { return false }
                looked += 1
            }
            return looked > 0
        }
    }
}
