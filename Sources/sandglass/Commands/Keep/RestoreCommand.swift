import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import Screen
import System
import Transactions

struct RestoreCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a container from a time point or package.",
        discussion: """
            What differs is replaced, what is missing comes back, and what has been added goes to the trash; what is \
            the same is not touched. That files are the same is proven: by their contents or digests, or because \
            the file has not been written since the time point was kept. All of it is \
            one operation: it is all or nothing, even if it is killed, and `sandglass undo` reverts \
            it. As with undo, the rules about single items do not apply.

            With paths, from the container's root, only these are restored. The groups of the app are restored with it \
            where both sides have them, as a time point has those that were kept with it. The files that say whose container it is stay as they are, unless the time \
            point is the container's own.

              sandglass restore before --to App.xcappdata --dry-run
              sandglass restore before Documents/Notes --to App.xcappdata
              sandglass restore Seed.xcappdata --to ~/Library/…/Data/Application/CE9A…
              sandglass restore Backup/AppDomain-com.example.notes --to App.xcappdata
            """
    )

    @Argument(
        help: "The name of a time point, or the path of a container: a package, a domain of a backup.",
        completion: Completions.timePointsAndItems)
    var source: String

    @Argument(help: "The items to restore, by their paths from the container's root.")
    var paths: [String] = []

    @Option(name: .customLong("to"), help: "The container to change.", completion: Completions.items)
    var target: String

    @Flag(help: "Restore the contents of another app, or of one that is unknown.")
    var force = false

    @Flag(name: [.customShort("n"), .long], help: "Only print what would be done.")
    var dryRun = false

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var readOnly: ReadOnlyOptions
    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func perform() throws {
        _ = try app.store.opened()
        let items = try paths.map { path in
            guard let item = ContainerPath(bytes: argumentBytes(path)), argumentBytes(path).first != ContainerPath.slash
            else { throw Failure(.usage, "\(DisplayText(path)): not a path from a container's root") }
            return item
        }
        let (container, inside) = try app.locate(target, isNamed: true)
        guard inside.isRoot else {
            throw Failure(.usage, "\(DisplayText(target)) is in a container; --to names the container itself")
        }
        let origin = try origin()
        let missing = items.isEmpty ? origin.description.missingParts : []
        origin.reportProblems(missing)
        for problem in missing { Incompleteness.note(missing: problem) }
        var open = OpenRoots(container)
        open.add(origin)
        var restoration = Restoration(
            of: container.root, from: .container(origin.root), paths: items, takesOtherApps: force)
        if items.isEmpty {
            for (one, other) in Restoration.groups(of: origin, and: container) {
                open.add(one)
                open.add(other)
                restoration.others.append(Restoration.Pair(origin: one.root, target: other.root))
            }
        }
        try OperationRun(
            pipeline: readOnly.pipeline(open), containers: [container], requester: Requester(.owner),
            options: OperationOptions(onError: .rollBack), isDryRun: dryRun, output: json ? .json : .lines
        ).restore(restoration)
    }

    /// Opens what is restored: a time point by its name, or else the container at a path.
    private func origin() throws -> Container {
        let bytes = argumentBytes(source)
        let named = TimePointPath.isOne(bytes) ? bytes : [UInt8(ascii: "@")] + bytes
        let isName = !bytes.contains(ContainerPath.slash)
        let path = isName && HostPath(named) != nil ? named : bytes
        let (container, inside): (Container, ContainerPath)
        do throws(ContainerStoreError) {
            (container, inside) = try ContainerStore.locate(path)
        } catch {
            guard error.code == .notFound, isName, path == bytes, !ContainerStore.isReserved(bytes) else { throw error }
            let advice = TimePointPath.advice(onMissing: bytes)
            throw Failure(.noInput, "\(DisplayText(source)): neither a time point nor a container; \(advice)")
        }
        guard inside.isRoot else {
            throw Failure(
                .usage,
                "\(DisplayText(source)) is in a container; the paths to be restored follow the container's name")
        }
        return container
    }
}

extension OperationRun {
    /// Runs a restoration, and says so if nothing differs.
    /// - Throws: As `runAndEnd`.
    func restore(_ restoration: Restoration) throws {
        let result = try runReporting(.restore(restoration))
        if result.preparation.isEmpty, result.preparation.hindrance == nil {
            let reason = result.status == nil ? "nothing differs" : "nothing else differs"
            writeError("sandglass: \(result.preparation.operation.title): \(reason); nothing was changed")
        }
        try end(result)
    }
}
