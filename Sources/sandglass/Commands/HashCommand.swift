import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Jobs
import Screen
import Synchronization
import System

struct HashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hash",
        abstract: "Print a manifest of everything in a directory, or prove that nothing has changed since.",
        discussion: """
            A manifest has a line of JSON for each item: type, mode, owner, times, extended attributes (in base64), the \
            target of a link, and the SHA-256 of a file. Two manifests of the same items are the same to the byte. Keep \
            it outside of the container, with the SHA-256 of the manifest itself, which is printed at the end.

            --check lists what was added, removed or changed, and what of it. The exit status is 0 if everything is the \
            same and 1 if not; 66 if something could not be read.

              sandglass hash App.xcappdata --output evidence.json
              sandglass hash App.xcappdata --check evidence.json
              sandglass hash App.xcappdata --sha256sum > sums; cd App.xcappdata; sha256sum -c ../sums
              jq -r 'select(.sha256) | "\\(.sha256)  \\(.path)"' evidence.json

            Reading leaves the access times of files and directories alone where Linux allows that.
            """
    )

    @Argument(help: "A directory or a file of this computer, a container or not.", completion: .file())
    var path = "."

    @Option(
        help: ArgumentHelp(
            "Compare with this manifest, which may be a pipe; - is standard input.", valueName: "manifest"),
        completion: .file())
    var check: String?

    @Option(
        help: ArgumentHelp(
            """
            With --check: a key that does not count, such as born, which every copy has of its own. Repeatable.
            """,
            valueName: "key"),
        completion: .list(ManifestItem.Key.ignorable))
    var ignore: [String] = []

    @Option(
        help: ArgumentHelp(
            "Write to this file, which must not exist, nor be in a container.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(name: .customLong("sha256sum"), help: "Print the checksums of the files alone, as sha256sum does.")
    var onlyChecksums = false

    @Flag(help: "Print one JSON object per line, as a manifest is anyway; with --check, the values before and after.")
    var json = false

    func validate() throws {
        if check != nil, onlyChecksums { throw ValidationError("--check and --sha256sum exclude each other.") }
        if json, onlyChecksums { throw ValidationError("--json and --sha256sum exclude each other.") }
        if check == nil, !ignore.isEmpty { throw ValidationError("--ignore needs --check.") }
        for key in ignore where !ManifestItem.Key.ignorable.contains(key) {
            let keys = ManifestItem.Key.ignorable.joined(separator: ", ")
            throw ValidationError("'\(key)' cannot be ignored; these can: \(keys).")
        }
    }

    func run() throws {
        try reportingFailures(asJSON: json) {
            DescriptorLimit.raise()
            Interruption.watch()
            guard let place = HostPath(ContainerStore.pathInPackage(argumentBytes(path)))?.followingLinks() else {
                throw Self.missing(path)
            }
            let sink = try output.map { try ManifestOutput(argumentBytes($0), of: place) } ?? ManifestOutput()
            do {
                try check.map { try compare(place, with: $0, to: sink) } ?? write(place, to: sink)
            } catch {
                sink.discard()
                throw error
            }
        }
    }

    /// Returns the failure for a path that no directory or file of this computer has.
    private static func missing(_ path: String) -> Failure {
        let bytes = argumentBytes(path)
        let isElsewhere = HostPath(bytes).flatMap { BackupFolder.find($0.bytes) } != nil
        return Failure(
            .noInput,
            isElsewhere || ContainerStore.medium(at: bytes) != nil
                ? "\(DisplayText(path)): only directories and files of this computer have manifests; name the archive or "
                    + "the backup itself, or take a copy with `unpack` or `export`"
                : "\(DisplayText(path)): no such file or directory")
    }

    private func write(_ place: HostPath, to sink: ManifestOutput) throws {
        if !onlyChecksums { sink.line(Manifest.head) }
        let onlyChecksums = onlyChecksums
        let totals = try read(
            place, keepingOut: sink.identity, as: { onlyChecksums ? $0.checksumLine ?? [] : $0.line },
            to: { sink.line($0) })
        if !onlyChecksums { sink.line(Manifest.end(totals)) }
        let digest = try sink.end()
        let amount =
            "\(Counted.items(totals.items)), \(Counted.files(totals.files)) with "
            + Counted.bytes(Int(clamping: totals.bytes))
        writeError("sandglass: \(amount); the manifest's own SHA-256 is \(digest)")
        try tell(totals.problems)
    }

    private static let mostManifestBytes = 1 << 31

    /// Reads a manifest from a file, a pipe or, for `-`, standard input.
    private static func contents(ofManifest manifest: String) throws -> [UInt8] {
        do throws(FileTreeError) {
            do throws(FileTreeError) {
                if manifest != "-" {
                    return try FileContents.read(hostPath: argumentBytes(manifest), limit: mostManifestBytes)
                }
            } catch {
                // Neither a file nor a directory.
                guard error.errno == EINVAL else { throw error }
            }
            return try streamContents(
                of: manifest == "-" ? nil : argumentBytes(manifest), limit: mostManifestBytes,
                cancellation: Interruption.cancellation)
        } catch {
            guard error.errno != ECANCELED else { throw Failure("cancelled", code: 128 + SIGINT) }
            throw Failure(error, at: manifest == "-" ? "standard input" : manifest)
        }
    }

    private func compare(_ place: HostPath, with manifest: String, to sink: ManifestOutput) throws {
        let bytes = try Self.contents(ofManifest: manifest)
        func problem(_ problem: Manifest.Problem) -> Failure {
            Failure(.data, "\(DisplayText(manifest)): \(problem.message)")
        }
        let comparison: Mutex<ManifestComparison>
        let failed = Mutex<Manifest.Problem?>(nil)
        do throws(Manifest.Problem) {
            comparison = Mutex(try ManifestComparison(with: bytes, ignoring: Set(ignore)))
        } catch {
            throw problem(error)
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
        let totals = try read(
            place, keepingOut: sink.identity, as: { $0.line }, to: add,
            orFailure: { failed.withLock { $0 }.map(problem) })
        let differences: [ManifestComparison.Difference]
        do throws(Manifest.Problem) {
            differences = try comparison.withLock { comparison throws(Manifest.Problem) in try comparison.end() }
        } catch {
            throw problem(error)
        }
        for difference in differences {
            sink.line(json ? difference.json : Array(inLocale(DisplayText(difference.lines).description).utf8))
        }
        _ = try sink.end()
        let isSame = differences.isEmpty
        let found = isSame ? "everything is the same" : Counted.differences(differences.count)
        writeError("sandglass: \(Counted.items(totals.items)) compared; \(found)")
        try tell(totals.problems)
        if !isSame { throw ExitCode(1) }
    }

    private func read(
        _ place: HostPath,
        keepingOut output: FileIdentity?,
        as form: @escaping @Sendable (ManifestItem) -> [UInt8],
        to receive: @escaping @Sendable ([UInt8]) -> Bool,
        orFailure reason: () -> Failure? = { nil }
    ) throws -> ManifestReader.Totals {
        let line = ProgressLine("hash")
        defer { line.end() }
        do throws(ManifestReader.Failure) {
            let reader = try ManifestReader(
                hostPath: place.bytes, progress: line.meter, cancellation: Interruption.cancellation)
            return try reader.read(keepingOut: output, as: form, to: receive)
        } catch {
            line.end()
            switch error {
            case .unreadable(let error): throw Failure(error, at: path)
            case .containsOutput(let item):
                throw Failure(
                    .refused,
                    "\(DisplayText(bytes: item)): receives the output, and is in \(DisplayText(path)) itself")
            case .cancelled: throw reason() ?? Failure("cancelled", code: 128 + SIGINT)
            }
        }
    }

    private func tell(_ problems: BoundedList<ManifestReader.Problem>) throws {
        guard !problems.isEmpty else { return }
        for problem in problems.first {
            writeError("sandglass: \(DisplayText(bytes: problem.path)): \(DisplayText(problem.reason))")
        }
        throw Failure(.noInput, "\(Counted.items(problems.count)) could not be read")
    }
}

extension ManifestItem.Key {
    /// The keys that a comparison may leave out.
    fileprivate static var ignorable: [String] {
        allCases.filter { ![.path, .pathBytes, .problem].contains($0) }.map(\.rawValue)
    }
}
