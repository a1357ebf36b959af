import ArgumentParser
import ContainerModel
import ContainerStore
import Encryption
import FileTree
import FoundationEssentials
import Packing
import Screen
import System

struct PackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Copy a container into a new package, zip or backup.",
        discussion: """
            The container may be anything that can be browsed: a simulator's, a device copy, one in an archive or a \
            backup. Names, contents, dates, modes, links, exclusion attributes and data protection classes are kept. \
            Nothing may exist at the new path, and it appears there only when it is complete.

            With --backup, the result is a MobileSync backup, as the Finder makes them, of what the rules back up \
            (`sandglass backup-set` lists it). --encrypt asks for its passphrase twice, or takes that of \
            --new-passphrase-file.

              sandglass pack ~/Downloads/AppDomain-com.example.notes Notes.xcappdata
              sandglass pack --backup --encrypt Notes.xcappdata NotesBackup
              sandglass pack --backup Notes.xcappdata NotesBackup && sandglass apps NotesBackup
            """
    )

    @Argument(help: "The container.", completion: Completions.items)
    var container: String

    @Argument(
        help: "The path of the new package (.xcappdata), archive (.zip) or backup.", completion: .directory)
    var path: String

    @Flag(help: "Write a MobileSync backup.")
    var backup = false

    @Flag(help: "Encrypt the backup.")
    var encrypt = false

    @Option(
        help: "A file with the passphrase of the new backup, on its first line.", completion: .file())
    var newPassphraseFile: String?

    @Option(
        help: ArgumentHelp(
            "The number of iterations with which the key is derived from the passphrase.", valueName: "number"))
    var iterations: UInt32 = 10_000_000

    @Option(
        name: .customLong("bundle-id"),
        help: "The identifier of the app or group, if the container does not tell it.")
    var identifier: String?

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var readOnly: ReadOnlyOptions

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if !backup, encrypt { throw ValidationError("--encrypt is for backups: --backup is missing.") }
        if !encrypt, newPassphraseFile != nil { throw ValidationError("--new-passphrase-file needs --encrypt.") }
        guard (1...100_000_000).contains(iterations) else {
            throw ValidationError("The number of iterations is from 1 to 100,000,000.")
        }
    }

    func run() throws {
        try reportingFailures(asJSON: json) {
            DescriptorLimit.raise()
            Interruption.watch()
            let (container, _) = try app.locate(container)
            guard backup || path.hasPackageSuffix || path.hasSuffix(".zip") else {
                throw Failure(
                    .usage,
                    "\(DisplayText(path)): the path of a package ends in .xcappdata or .zip; --backup writes a backup")
            }
            let source = String(decoding: container.description.packagePath.bytes, as: UTF8.self)
            guard !UnpackCommand.isInside(path, source) else {
                throw Failure(.usage, "\(DisplayText(path)) is in the container that would be packed")
            }
            guard !backup || !path.hasSuffix(".zip") else {
                throw Failure(.usage, "\(DisplayText(path)): a backup is a directory, not a zip archive")
            }
            try ContainerStore.requireOutside(argumentBytes(path), isReadOnly: readOnly.isOn)
            let result = backup ? try writeBackup(of: container) : try writePackage(of: container)
            try result.finish(asJSON: json)
        }
    }

    private func writePackage(of container: Container) throws -> PackingResult {
        let line = ProgressLine("pack")
        defer { line.end() }
        do throws(PackingError) {
            if path.hasSuffix(".zip") {
                let archive = PackageArchive(
                    of: container, identifier: identifier, progress: line.meter, cancellation: Interruption.cancellation
                )
                return PackingResult(path: path, of: container, try archive.write(to: argumentBytes(path)))
            }
            let report = try ContainerCopy(of: container, progress: line.meter, cancellation: Interruption.cancellation)
                .makePackage(at: argumentBytes(path), identifier: identifier)
            return PackingResult(path: path, of: container, report)
        } catch {
            throw Failure(error, at: path)
        }
    }

    private func writeBackup(of container: Container) throws -> PackingResult {
        let passphrase = encrypt ? try PassphraseOptions.newPassphrase(inFile: newPassphraseFile) : nil
        let line = ProgressLine("pack")
        defer { line.end() }
        do throws(PackingError) {
            let writer = try BackupWriter(
                of: container,
                protection: passphrase.map { BackupWriter.Protection(passphrase: $0, iterations: iterations) },
                identifier: identifier, now: Date().timeIntervalSinceReferenceDate, progress: line.meter,
                cancellation: Interruption.cancellation)
            return PackingResult(path: path, of: container, try writer.write(to: argumentBytes(path)))
        } catch {
            throw Failure(error, at: path)
        }
    }
}
