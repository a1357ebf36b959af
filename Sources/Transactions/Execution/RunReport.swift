import ContainerModel
import Copying
import FileTree
import Jobs

/// What a run has to tell of its items when it has ended.
struct RunReport {
    private(set) var failures = BoundedList<Outcome.Failure>()
    private(set) var notes = BoundedList<Outcome.Note>()
    /// What was brought to its place.
    private(set) var counts = ItemCounts()
    var results = ItemResults()

    /// Says what failed, at a place whose tree or directory the failure's path is in, unless the failure says where.
    mutating func fail(_ failure: ItemFailure, _ location: ItemAddress) {
        failures.append(Outcome.Failure(failure, ItemAddress(failure.root ?? location.root, failure.path)))
    }

    /// Says what failed, of an item by the name that people know.
    mutating func fail(_ failure: ItemFailure, at location: ItemAddress?) {
        guard let location else { return }
        fail(failure.about(location.path), location)
    }

    /// Says what of a tree could not be copied, or not in full.
    mutating func note(_ report: CopyReport, _ from: ItemAddress) {
        let around = from.path.parent ?? .root
        func address(_ path: ContainerPath) -> ItemAddress { ItemAddress(from.root, around.appending(path)) }
        for failure in report.failures.first { failures.append(Outcome.Failure(failure, address(failure.path))) }
        for skipped in report.skipped.first {
            notes.append(
                Outcome.Note(hostPath: address(skipped.path).hostPath, text: "skipped: \(skipped.kind.withArticle)"))
        }
        for lost in report.lost.first {
            notes.append(Outcome.Note(hostPath: address(lost.path).hostPath, text: lost.text))
        }
    }

    /// Counts what a copy brought.
    mutating func count(_ report: CopyReport) { counts.add(report) }

    /// Nothing that was counted is there any more.
    mutating func forgetCounts() { counts = ItemCounts() }
}

extension Outcome.Failure {
    fileprivate init(_ failure: ItemFailure, _ address: ItemAddress) {
        self.init(
            hostPath: address.hostPath, reason: "could not \(failure.operation): \(failure.reason)",
            errno: failure.errno)
    }
}

extension CopyReport.LostAttribute {
    /// What was lost, for people.
    var text: String {
        let what =
            switch kind {
            case .extendedAttribute(let name): "its attribute \(String(decoding: name, as: UTF8.self))"
            case .permissions: "its permissions"
            case .times: "its times"
            case .hardLink: "its hard links to other copied files"
            }
        return "copied without \(what): \(ItemFailure("", errno: errno, path: path).reason)"
    }
}

extension ItemCounts {
    /// Adds what a copy brought.
    mutating func add(_ report: CopyReport) {
        var other = ItemCounts()
        other.files = report.files
        other.directories = report.directories
        other.links = report.links
        other.bytes = report.bytes
        add(other)
    }
}
