import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Packing
import Screen

struct UnpackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpack",
        abstract: "Copy a whole domain of a backup into a new directory, which can be changed.",
        discussion: """
            Names, contents, dates, modes, links, exclusion attributes and data protection classes are kept: `pack \
            --backup` makes the same backup of the directory. Contents are decrypted. The directory must not exist, and \
            appears only when it is complete. A path that ends in .xcappdata becomes a package.

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

    @OptionGroup(title: "Encrypted backups") var passphrase: PassphraseOptions

    func run() throws {
        try reportingFailures(asJSON: json) {
            DescriptorLimit.raise()
            let container = try container()
            let line = ProgressLine("unpack")
            let result: PackingResult
            do throws(PackingError) {
                let copy = ContainerCopy(of: container, progress: line.meter)
                result = PackingResult(
                    path: path,
                    path.hasPackageSuffix
                        ? try copy.makePackage(at: argumentBytes(path))
                        : try copy.makeDirectory(at: argumentBytes(path)))
            } catch {
                line.end()
                throw Failure(error, at: path)
            }
            line.end()
            if json { return try writeLine(try JSONReport.object(result)) }
            for problem in result.problems { writeError("sandglass: \(DisplayText(problem))") }
            try writeLine(result.sentence)
            if !result.problems.isEmpty { throw ExitCode(Failure.Status.inputOutput.rawValue) }
        }
    }

    /// Opens the domain, or the app's if it has no domain of that name.
    private func container() throws -> Container {
        var missing: ContainerStoreError?
        for name in [domain, "AppDomain-\(domain)"] {
            do throws(ContainerStoreError) {
                let opened = try ContainerStore.open(argumentBytes(backup) + [0x2f] + argumentBytes(name))
                if case .container(let container, _) = opened, container.description.source == .backup {
                    return container
                }
            } catch {
                guard error.code == .notFound else { throw error }
                missing = missing ?? error
            }
        }
        throw Failure(
            .noInput,
            "\(DisplayText(backup)) holds no domain \(DisplayText(domain)); `sandglass apps` lists those of a backup")
    }
}
