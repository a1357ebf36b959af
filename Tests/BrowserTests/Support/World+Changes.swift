import Comparison
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Previews
import Screen
import Search
import TimePoints

@testable import Browser

extension World {
    /// Returns the events with which a worker would answer a request for what differs from another side.
    func changesFound(by request: DirectoryRequest) -> [BrowserEvent] {
        var entries = EntryList()
        var facts: [UInt32: EntryFacts] = [:]
        var found: [ItemChange] = []
        for (path, change) in changes.sorted(by: { $0.key < $1.key }) {
            guard let name = path.relative(to: request.path), !name.isRoot else { continue }
            let entry = entry(path)
            if let entry { facts[UInt32(entries.count)] = self.facts(of: entry) }
            entries.append(name.bytes, kind: entry?.kind ?? .file)
            found.append(change)
        }
        var snapshot = DirectorySnapshot(
            ticket: request.ticket, path: request.path, entries: entries,
            order: entries.arranged(by: request.order, filter: request.filter.names, numbers: nil), by: request.order,
            filter: request.filter, stage: .complete, facts: facts,
            directory: self.facts(of: entry(request.path) ?? Entry("", .directory)))
        snapshot.changes = found
        return [.directory(.read(snapshot))]
    }

    /// Returns the event with which a worker would answer a request for an item outside of the container.
    func aside(_ path: [UInt8], _ purpose: AsidePurpose) -> [BrowserEvent] {
        guard let hostPath = HostPath(path), path.first == ContainerPath.slash else {
            return [.failed("\(String(decoding: path, as: UTF8.self)): no such file or directory")]
        }
        let container = ContainerDescription.sampleSecondContainer(hostPath)
        return [.opening(.asideOpened(ItemAddress(container.root, .root), in: container, for: purpose))]
    }

    /// A comparison of two files: a value that was changed, and a line that only the first side has.
    static let compared: PreviewPage = {
        var page = PreviewPage()
        page.hasCursor = true
        page.header = PreviewLine(DisplayText("before | after"), .heading)
        let openings = [
            PageLine.Opening(steps: [Array("theme".utf8)]),
            PageLine.Opening(steps: [], isBefore: true, target: .line(2)),
        ]
        page.lines = openings.enumerated().map { index, opening in
            PageLine(PreviewLine(DisplayText("~ row \(index)"), .text), at: UInt64(index), opening: opening)
        }
        return page
    }()

    /// The container of the flat view's tests with a file that was changed, one that was added, and one that only the
    /// other side has.
    static let changed: World = {
        var world = needles
        world.changes = [
            "Documents/short.txt": ItemChange(.changed), "Documents/a.json": ItemChange(.added),
            "Documents/gone.txt": ItemChange(.removed),
            "Documents/long.txt": ItemChange(.moved, movedFrom: "old.txt"),
        ]
        return world
    }()
}
