import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import FoundationEssentials
import Inspection
import Reports
import Screen

struct RecentCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "recent",
        abstract: "List or forget the containers that were open.",
        discussion: """
            For each container, the browser remembers where you were in it, its order and its marks, in \
            $XDG_STATE_HOME/sandglass/containers (or ~/.local/state/…), readable by you alone; `remember = false` in \
            config.toml turns that off. Nothing is stored in a container.

              sandglass recent --forget                   forgets all of them
              sandglass recent --forget App.xcappdata     forgets one
            """
    )

    @Argument(
        help: "The container to list or to forget; all without it.", completion: Completions.items)
    var path: String?
    @Flag(help: "Forget containers, with their marks and tags.")
    var forget = false
    @Flag(help: "Print one JSON object per line.")
    var json = false

    func perform() throws { try forget ? forgetContainers() : list() }

    private func list() throws {
        var output = Output()
        let all = ContainerMemoryStore().recent { writeError("sandglass: \(DisplayText($0.message))") }
        let wanted = try path.map { try AppInfoOptions.parse([]).locate($0).0.description.hostPath.bytes }
        let listed = all.filter { $0.hostPath == wanted ?? $0.hostPath }
        if listed.isEmpty, let path { throw Failure(.noInput, "nothing is remembered about \(DisplayText(path))") }
        for container in listed {
            let report = RecentReport(container)
            try output.line(json ? try JSONReport.line(report) : Self.line(container))
        }
        try output.flush()
    }

    private static func line(_ container: ContainerMemoryStore.Recent) -> String {
        let time = LocalTime(secondsSince1970: container.visited).full
        let gone = container.exists ? "" : " (gone)"
        return
            "\(time)  \(DisplayText(container.name))  "
            + "\(DisplayText(bytes: ReservedPath.shown(container.hostPath)))\(gone)"
    }

    private func forgetContainers() throws {
        let wanted = try path.map { path in
            let bytes = argumentBytes(path)
            guard let hostPath = HostPath(bytes) else { throw Failure(.noInput, "\(DisplayText(path)): no such path") }
            // A package stands for the container in it; a missing container is known only by its path.
            let container = try? ContainerStore.locate(bytes).0
            return Set([hostPath.bytes] + (container.map { [$0.description.hostPath.bytes] } ?? []))
        }
        let forgotten: [ContainerMemory]
        do throws(StateError) {
            forgotten = try ContainerMemoryStore().forget { wanted?.contains($0) ?? true }
        } catch {
            throw Failure(.cannotCreate, "\(DisplayText(error.message))")
        }
        if forgotten.isEmpty, let path { throw Failure(.noInput, "nothing is remembered about \(DisplayText(path))") }
        for memory in forgotten {
            if json {
                try writeLine(try JSONReport.line(ForgottenReport(memory)))
            } else {
                let kept = [(memory.marks.count, "mark"), (memory.tags.count, "tag")].filter { $0.0 > 0 }
                    .map { ", \(Pluralized.some($0, $1))" }
                try writeLine("forgotten: \(DisplayText(bytes: memory.hostPath))\(kept.joined())")
            }
        }
    }
}

/// A container as `recent --forget --json` prints it.
private struct ForgottenReport: Encodable {
    let path: String
    let pathBytes: Data?
    let marks: Int
    let tags: Int

    init(_ memory: ContainerMemory) {
        (path, pathBytes) = reported(memory.hostPath)
        marks = memory.marks.count
        tags = memory.tags.count
    }
}

/// A container as `recent --json` prints it.
private struct RecentReport: Encodable {
    let path: String
    let pathBytes: Data?
    let name: String
    let opened: String?
    let place: String?
    let marks: Int
    let tags: Int
    let exists: Bool

    init(_ container: ContainerMemoryStore.Recent) {
        (path, pathBytes) = reported(container.hostPath)
        name = container.name
        opened = ISO8601.text(secondsSince1970: container.visited)
        place = container.place.map { String(decoding: $0.bytes, as: UTF8.self) }
        marks = container.marks
        tags = container.tags
        exists = container.exists
    }
}
