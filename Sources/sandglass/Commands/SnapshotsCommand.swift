import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Jobs
import Screen
import System
import Transactions

struct SnapshotsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshots",
        abstract: "List the app-switcher snapshots in a container, or remove them.",
        discussion: """
            When an app goes to the background, iOS stores a picture of its screen in the container, where anyone who has \
            the container can see it. "scene" is such a picture, "launch" is shown while the app starts, and "small" is a \
            smaller copy of another one. The size comes from the picture's header.

            With --remove, the snapshots go to the trash as far as the rules let the actor delete them.
            """
    )

    @Argument(help: "A container or a path inside one.", completion: .file())
    var path = "."

    @Flag(help: "Move the snapshots to the trash.")
    var remove = false

    @Option(help: "The actor who removes them: app, user, system, owner.")
    var `as`: ActingParty = .app

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() throws { try reportingFailures(asJSON: json, listOrRemove) }

    private func listOrRemove() throws {
        DescriptorLimit.raise()
        let (container, item) = try ContainerStore.locateMindingFaults(argumentBytes(path), isNamed: remove)
        try container.tellFaults(onTheWayTo: item)
        var inventory = SnapshotInventory(of: container)
        var output = Output()
        var unreadable = Unreadable()
        var rows: [SnapshotInventory.Row] = []
        while let step = inventory.next() {
            switch step {
            case .row(let row):
                rows.append(row)
                if !json { try output.line(DisplayText(row.line).description) }
            case .failure(let path, let error): unreadable.note(path, error)
            }
        }
        if !json { for line in Self.summary(of: rows) { try output.line(line) } }
        try output.flush()
        guard json else {
            if let failure = try finish(rows, in: container, unreadable) { throw ExitCode(failure.status) }
            return
        }
        var failure: Failure?
        do {
            failure = try finish(rows, in: container, unreadable)
        } catch let error as Failure {
            error.report()
            failure = error
        }
        try writeLine(
            try JSONReport.object(Report(snapshots: rows), faults: container.faults(), error: failure?.reported))
        if let failure { throw ExitCode(failure.status) }
    }

    /// Removes the snapshots if requested.
    /// - Returns: The failure, already reported, if not all of them were removed; otherwise nil.
    /// - Throws: `Failure` if nothing could be removed at all, or if parts of the container could not be read.
    private func finish(
        _ rows: [SnapshotInventory.Row],
        in container: Container,
        _ unreadable: Unreadable
    ) throws -> Failure? {
        let failure = remove && !rows.isEmpty ? try remove(rows, from: container) : nil
        try unreadable.end()
        return failure
    }

    private func remove(_ rows: [SnapshotInventory.Row], from container: Container) throws -> Failure? {
        let paths = rows.flatMap { [$0.rawPath, $0.companion].compactMap(\.self) }
        let run = OperationRun(
            pipeline: OperationPipeline(OpenRoots(container)), requester: Requester(self.as), output: .summary)
        let result = try run.run(.removeSnapshots(ItemSet(paths.map { ItemAddress(container.root, $0) })))
        return result.status.map { Failure(result.reason, code: $0) }
    }

    private struct Report: Encodable {
        let snapshots: [SnapshotInventory.Row]
    }

    private static func summary(of rows: [SnapshotInventory.Row]) -> [String] {
        guard !rows.isEmpty else { return ["The container has no snapshots."] }
        let bytes = rows.reduce(UInt64(0)) { $0.addingSaturated($1.bytes) }
        let scenes = rows.count { $0.subject == .scene }
        let count = rows.count == 1 ? "1 picture" : "\(rows.count) pictures"
        return [
            "",
            "\(count), \(ByteCount.short(bytes)). "
                + (scenes == 0
                    ? "None of them shows the app's screen."
                    : scenes == 1
                        ? "1 of them shows the phone's screen as the app left it."
                        : "\(scenes) of them show the phone's screen as the app left it."),
        ]
    }
}
