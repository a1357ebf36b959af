import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Screen
import Synchronization
import System

struct HashCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "hash",
        abstract: "Print a manifest of a directory, or check one.",
        discussion: """
            A manifest has a line of JSON for each item: type, mode, owner, times, extended attributes (in base64), \
            the target of a link, and the SHA-256 of a file. Two manifests of the same items are identical. \
            Keep it outside of the container, with the SHA-256 of the manifest itself, which is printed at the end.

            For an archive or a backup, the stored files are examined, as for any directory. A path that continues \
            into an archive, or with a domain of a backup, examines the items there. With --containers, the manifest \
            covers all containers at the path as apps see them: the domains of a backup, decrypted, or the packages \
            in a folder; paths begin with those of the containers. --check reads either kind.

            --check lists what was added, removed or changed, and how. The exit status is 0 if everything is \
            the same and 1 if not; 74 if something could not be read. The --output file appears when it is \
            complete.

              sandglass hash App.xcappdata --output evidence.json
              sandglass hash App.xcappdata --check evidence.json
              sandglass hash Backup/AppDomain-com.example.notes
              sandglass hash --containers Backup --output domains.json
              sandglass hash App.xcappdata --sha256sum > sums; cd App.xcappdata; sha256sum -c ../sums
              jq -r 'select(.sha256) | "\\(.sha256)  \\(.path)"' evidence.json

            Reading leaves the access times of files and directories alone where Linux allows that.
            """
    )

    @Argument(
        help: "A directory or a file, a container or not, in an archive or a backup or not.",
        completion: Completions.items)
    var path = "."

    @Option(
        help: ArgumentHelp(
            "Compare with this manifest, which may be a pipe; - is standard input.", valueName: "manifest"),
        completion: .file())
    var check: String?

    @Option(
        help: ArgumentHelp(
            """
            With --check: a key to ignore, such as born, which differs in every copy. Repeatable.
            """,
            valueName: "key"),
        completion: .list(ManifestItem.Key.ignorable))
    var ignore: [String] = []

    @Option(
        help: ArgumentHelp(
            "Write to this file, which must not exist, nor be in a container.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Follow links in a container out of it.")
    var follow = false

    @Flag(name: .customLong("sha256sum"), help: "Print the checksums of the files alone, as sha256sum does.")
    var onlyChecksums = false

    @Flag(help: "Examine the contents of the containers at the path instead of the files as stored.")
    var containers = false

    @Flag(help: "Print one JSON object per line, as a manifest is anyway; with --check, the values before and after.")
    var json = false

    @OptionGroup var store: StoreOptions

    @OptionGroup var names: NamesOptions

    @OptionGroup var zips: NamesEncodingOptions

    @OptionGroup(title: "Encrypted backups") var passphrase: PassphraseOptions

    func validate() throws {
        if check != nil, onlyChecksums { throw ValidationError("--check and --sha256sum are mutually exclusive.") }
        if json, onlyChecksums { throw ValidationError("--json and --sha256sum are mutually exclusive.") }
        if check == nil, !ignore.isEmpty { throw ValidationError("--ignore needs --check.") }
        for key in ignore where !ManifestItem.Key.ignorable.contains(key) {
            let keys = ManifestItem.Key.ignorable.joined(separator: ", ")
            throw ValidationError("'\(key)' cannot be ignored; these can: \(keys).")
        }
    }

    func perform() throws {
        Interruption.watch()
        if let check, check != "-" { try ContainerStore.refuseLinksOut(argumentBytes(check)) }
        let manifest = try check.map { try contents(of: $0) }
        let subject = try ManifestSubject(
            at: path, ofContainers: containers || manifest?.isOfContainers == true, follows: follow)
        let sink =
            try output.map { try ManifestOutput(argumentBytes($0), of: subject.hostPath) } ?? ManifestOutput()
        do {
            try manifest.map { try compare(subject, with: $0, to: sink) } ?? write(subject, to: sink)
        } catch {
            sink.discard()
            throw error
        }
    }

    /// A manifest to be compared with.
    private struct Given {
        let name: String
        let bytes: [UInt8]
        let isOfContainers: Bool

        func failure(_ problem: Manifest.Problem) -> Failure {
            Failure(.data, "\(DisplayText(name)): \(problem.message)")
        }
    }

    private static let maxManifestBytes = 1 << 31

    /// Reads a manifest from a file, a pipe or, for `-`, standard input.
    private func contents(of manifest: String) throws -> Given {
        let name = manifest == "-" ? "standard input" : manifest
        let bytes: [UInt8]
        do throws(FileTreeError) {
            bytes = try streamContents(
                of: manifest == "-" ? nil : argumentBytes(manifest), limit: Self.maxManifestBytes,
                cancellation: Interruption.cancellation)
        } catch {
            guard error.errno != ECANCELED else { throw Failure.cancelled }
            throw Failure(error, at: name)
        }
        return Given(name: name, bytes: bytes, isOfContainers: Manifest.isOfContainers(bytes))
    }

    private func write(_ subject: ManifestSubject, to sink: ManifestOutput) throws {
        if !onlyChecksums { sink.line(subject.head) }
        let onlyChecksums = onlyChecksums
        var failures = LastFailure()
        let totals = try read(
            subject, &failures, keepingOut: sink.identity, as: { onlyChecksums ? $0.checksumLine ?? [] : $0.line },
            to: { sink.line($0) }, orFailure: { sink.failure })
        if !onlyChecksums { sink.line(Manifest.end(totals)) }
        let digest = try sink.end()
        let amount =
            "\(Pluralized.items(totals.items)), \(Pluralized.files(totals.files)) with "
            + Pluralized.bytes(Int(clamping: totals.bytes))
        writeError("sandglass: \(amount); the manifest's own SHA-256 is \(digest)")
        try reportUnreadable(totals.problems)
        try failures.end()
    }

    private func compare(_ subject: ManifestSubject, with given: Given, to sink: ManifestOutput) throws {
        guard given.isOfContainers || !containers else {
            throw Failure(
                .data,
                "\(DisplayText(given.name)): a manifest of files as they are stored, which --containers does not "
                    + "examine"
            )
        }
        let comparison: Mutex<ManifestComparison>
        let failed = Mutex<Manifest.Problem?>(nil)
        do throws(Manifest.Problem) {
            comparison = Mutex(try ManifestComparison(with: given.bytes, ignoring: Set(ignore)))
        } catch {
            throw given.failure(error)
        }
        let add: @Sendable ([UInt8]) -> Bool = { line in
            comparison.withLock { comparison in
                do throws(Manifest.Problem) {
                    try comparison.add(line)
                    return true
                } catch {
                    failed.withLock { $0 = error }
                    return false
                }
            }
        }
        var failures = LastFailure()
        let totals = try read(
            subject, &failures, keepingOut: sink.identity, as: { $0.line }, to: add,
            orFailure: { failed.withLock { $0 }.map(given.failure) })
        let differences: [ManifestComparison.Difference]
        do throws(Manifest.Problem) {
            differences = try comparison.withLock { comparison throws(Manifest.Problem) in try comparison.end() }
        } catch {
            throw given.failure(error)
        }
        for difference in differences {
            sink.line(json ? difference.json : Array(OutputGate.printable(line: difference.lines).utf8))
        }
        _ = try sink.end()
        let isSame = differences.isEmpty
        let found = isSame ? "everything is the same" : Pluralized.differences(differences.count)
        writeError("sandglass: \(Pluralized.items(totals.items)) compared; \(found)")
        try reportUnreadable(totals.problems)
        try failures.end()
        if !isSame { throw ExitCode(1) }
    }

    private func read(
        _ subject: ManifestSubject,
        _ failures: inout LastFailure,
        keepingOut output: FileIdentity?,
        as form: @escaping @Sendable (ManifestItem) -> [UInt8],
        to receive: @escaping @Sendable ([UInt8]) -> Bool,
        orFailure reason: () -> (any Error)?
    ) throws -> ManifestReader.Totals {
        let line = ProgressLine("hash")
        defer { line.end() }
        let reading = ManifestSubject.Reading(
            progress: line.meter, cancellation: Interruption.cancellation, output: output, form: form,
            receive: receive)
        do {
            return try subject.read(reading, &failures)
        } catch let error as ManifestReader.Failure {
            line.end()
            switch error {
            case .unreadable(let error): throw Failure(error, at: path)
            case .containsOutput(let item):
                throw Failure(
                    .refused,
                    "\(DisplayText(bytes: item)): receives the output, and is in \(DisplayText(path)) itself")
            case .cancelled: throw reason() ?? Failure.cancelled
            }
        }
    }

    private func reportUnreadable(_ problems: BoundedList<ManifestReader.Problem>) throws {
        guard let status = Failure.Status(ofProblems: problems.first.map(\.isDamage)) else { return }
        for problem in problems.first {
            writeError("sandglass: \(DisplayText(bytes: problem.path)): \(DisplayText(problem.reason))")
        }
        throw Failure(status, "\(Pluralized.items(problems.count)) could not be read")
    }
}

extension ManifestItem.Key {
    /// The keys that a comparison may leave out.
    fileprivate static var ignorable: [String] {
        allCases.filter { ![.path, .pathBytes, .problem].contains($0) }.map(\.rawValue)
    }
}
