import ArgumentParser
import ContainerStore
import FileTree
import Packing
import Screen

struct UnpackCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "unpack",
        abstract: "Copy a domain of a backup into a new directory.",
        discussion: """
            A backup cannot be changed; the new directory can. Names, contents, dates, modes, links, exclusion \
            attributes and data protection classes are kept: `pack --backup` makes the same backup of the directory. \
            Owners and special bits of modes are not kept. Contents are decrypted. The directory must not exist. It \
            appears when everything that can be read is in it; items that cannot be read are named, and the exit \
            status is 74, or 65 if the backup is damaged. A path that ends in .xcappdata becomes a package.

              sandglass apps Backup
              sandglass unpack Backup AppDomain-com.example.notes Notes.xcappdata
              sandglass unpack Backup com.example.notes Notes
            """
    )

    @Argument(help: "The directory of a MobileSync backup.", completion: .directory)
    var backup: String

    @Argument(help: "A domain, such as AppDomain-com.example.notes, or the bundle identifier of an app.")
    var domain: String

    @Argument(help: "The path of the new directory.", completion: .directory)
    var path: String

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var readOnly: ReadOnlyOptions

    @OptionGroup(title: "Encrypted backups") var passphrase: PassphraseOptions

    func perform() throws {
        Interruption.watch()
        let container = try container()
        guard !path.hasSuffix(".zip") else {
            throw Failure(
                .usage, "\(DisplayText(path)): `unpack` makes directories; `pack` makes a zip archive of one")
        }
        guard !Self.isInside(path, backup) else {
            throw Failure(.usage, "\(DisplayText(path)) is in the backup, which stays as it is")
        }
        try ContainerStore.requireOutside(argumentBytes(path), isReadOnly: readOnly.isOn)
        container.reportProblems()
        let line = ProgressLine("unpack")
        defer { line.end() }
        let copy = ContainerCopy(of: container, progress: line.meter, cancellation: Interruption.cancellation)
        let report = try naming(path) {
            try path.hasPackageSuffix
                ? copy.makePackage(at: argumentBytes(path)) : copy.makeDirectory(at: argumentBytes(path))
        }
        let result = PackingResult(path: path, of: container, report)
        line.end()
        try result.finish(asJSON: json)
    }

    /// Whether a path is in a directory.
    static func isInside(_ path: String, _ directory: String) -> Bool {
        guard let path = HostPath(argumentBytes(path)), let directory = HostPath(argumentBytes(directory)) else {
            return false
        }
        let resolved = path.parent?.followingLinks() ?? path
        return resolved.path(below: directory.followingLinks() ?? directory) != nil
    }

    /// Opens the domain, or the app's if it has no domain of that name.
    private func container() throws -> Container {
        let directory = argumentBytes(backup)
        if let reason = BackupFolder.reasonAgainst(directory) {
            throw Failure(.noInput, "\(DisplayText(backup)): not a MobileSync backup: \(reason)")
        }
        for name in [""] + BackupDomain.all.map(\.prefix) where name.isEmpty || !domain.hasPrefix(name) {
            do throws(ContainerStoreError) {
                let opened = try ContainerStore.open(directory + [0x2f] + Array(name.utf8) + argumentBytes(domain))
                if case .container(let container, _) = opened, container.description.source == .backup {
                    return container
                }
            } catch {
                guard error.code == .notFound else { throw error }
            }
        }
        throw Failure(
            .noInput,
            "\(DisplayText(backup)) holds no domain \(DisplayText(domain)); `sandglass apps` lists those of a backup")
    }
}
