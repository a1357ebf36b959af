import ArgumentParser
import Audit
import ContainerStore
import Copying
import Encryption
import FoundationEssentials
import Jobs
import Packing
import Screen
import System

struct PackCommand: Command {
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

            --without-secrets replaces what `sandglass audit` finds: in property lists, JSON, cookies, texts and the \
            rows of databases, which are written anew. A file that cannot be rewritten, such as an archive, is left \
            out, and so is what cannot be examined, unless --keep-unexamined is given. Everything is listed. The copy \
            gets its name when an audit finds nothing more in it, and nothing that can be decoded has a secret.

              sandglass pack ~/Downloads/AppDomain-com.example.notes Notes.xcappdata
              sandglass pack --backup --encrypt Notes.xcappdata NotesBackup
              sandglass pack --without-secrets Notes.xcappdata Shared.xcappdata.zip
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
        help: "The identifier of the app or group, if the container does not name it.")
    var identifier: String?

    @Flag(help: "Mask or leave out secrets, and list them.")
    var withoutSecrets = false

    @Flag(help: "With --without-secrets, keep files that cannot be examined: compressed, encrypted or damaged ones.")
    var keepUnexamined = false

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var readOnly: ReadOnlyOptions

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if !backup, encrypt { throw ValidationError("--encrypt is for backups: --backup is missing.") }
        if keepUnexamined, !withoutSecrets { throw ValidationError("--keep-unexamined needs --without-secrets.") }
        if !encrypt, newPassphraseFile != nil { throw ValidationError("--new-passphrase-file needs --encrypt.") }
        guard (1...100_000_000).contains(iterations) else {
            throw ValidationError("The number of iterations is from 1 to 100,000,000.")
        }
    }

    func perform() throws {
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
        var result =
            withoutSecrets
            ? try writeWithoutSecrets(of: container)
            : backup ? try writeBackup(of: container) : try writePackage(of: container)
        // The names of the original may be secrets.
        if !withoutSecrets { result.findMergedNames(in: container, Interruption.cancellation) }
        try result.finish(asJSON: json)
    }

    private func writeWithoutSecrets(of container: Container) throws -> PackingResult {
        let passphrase = encrypt ? try PassphraseOptions.newPassphrase(inFile: newPassphraseFile) : nil
        let line = ProgressLine("pack")
        defer { line.end() }
        let kind = container.description.kind
        let examination = SecretExamination(
            of: kind, keepingUnexamined: keepUnexamined, now: Date().timeIntervalSince1970, meter: line.meter,
            cancellation: Interruption.cancellation)
        let package = MaskedPackage(
            of: container, identifier: identifier, progress: line.meter, cancellation: Interruption.cancellation
        ) { copy, beside, scope throws(PackingError) in try examination.examine(copy, beside: beside, scope) }
        return try naming(path) {
            var result: PackingResult
            let made: (copy: CopyReport, masking: MaskingReport)
            if backup || path.hasSuffix(".zip") {
                var written: PackingResult?
                made = try package.makeTemporary(beside: argumentBytes(path)) { copy throws(PackingError) in
                    let masked = try SecretExamination.open(copy, as: kind)
                    written =
                        backup
                        ? try writeBackup(of: masked, passphrase, line.meter) : try writeArchive(of: masked, line.meter)
                }
                let copied = PackingResult(path: path, of: container, made.copy)
                result = written ?? copied
                result.add(problemsOf: copied)
            } else {
                made = try package.make(at: argumentBytes(path))
                result = PackingResult(path: path, of: container, made.copy)
                result.count(made.masking.remaining)
            }
            result.masked = MaskedFile.all(made.masking, examination)
            let unexamined = (result.masked ?? []).count { $0.action == .notExamined }
            result.wholeFiles = max(0, made.masking.wholeFiles - unexamined)
            result.maskProblems(SecretText.masked)
            return result
        }
    }

    private func writeArchive(of container: Container, _ meter: ProgressMeter) throws(PackingError) -> PackingResult {
        let archive = PackageArchive(
            of: container, identifier: identifier, progress: meter, cancellation: Interruption.cancellation)
        return PackingResult(path: path, of: container, try archive.write(to: argumentBytes(path)))
    }

    private func writePackage(of container: Container) throws -> PackingResult {
        let line = ProgressLine("pack")
        defer { line.end() }
        return try naming(path) {
            if path.hasSuffix(".zip") { return try writeArchive(of: container, line.meter) }
            let report = try ContainerCopy(of: container, progress: line.meter, cancellation: Interruption.cancellation)
                .makePackage(at: argumentBytes(path), identifier: identifier)
            return PackingResult(path: path, of: container, report)
        }
    }

    private func writeBackup(of container: Container) throws -> PackingResult {
        let passphrase = encrypt ? try PassphraseOptions.newPassphrase(inFile: newPassphraseFile) : nil
        let line = ProgressLine("pack")
        defer { line.end() }
        return try naming(path) { try writeBackup(of: container, passphrase, line.meter) }
    }

    private func writeBackup(
        of container: Container, _ passphrase: Passphrase?, _ meter: ProgressMeter
    ) throws(PackingError) -> PackingResult {
        let writer = try BackupWriter(
            of: container,
            protection: passphrase.map { BackupWriter.Protection(passphrase: $0, iterations: iterations) },
            identifier: identifier, now: Date().timeIntervalSinceReferenceDate, progress: meter,
            cancellation: Interruption.cancellation)
        return PackingResult(path: path, of: container, try writer.write(to: argumentBytes(path)))
    }
}
