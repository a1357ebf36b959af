import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// The report of a run about its items.
struct RunReport {
    private(set) var failures = BoundedList<Outcome.Failure>()
    private(set) var notes = BoundedList<Outcome.Note>()
    /// The number and size of the items that were put in place.
    private(set) var counts = ItemCounts()
    var results = ItemResults()
    /// The roots in which items were created without metadata.
    private var plainRoots: Set<Root> = []

    /// Records a failure whose path is relative to the root of `location`, unless the failure names another root.
    mutating func fail(_ failure: ItemFailure, _ location: ItemAddress) {
        failures.append(Outcome.Failure(failure, ItemAddress(failure.root ?? location.root, failure.path)))
    }

    /// Records a failure under the item's user-visible address.
    mutating func fail(_ failure: ItemFailure, at location: ItemAddress?) {
        guard let location else { return }
        fail(failure.about(location.path), location)
    }

    /// Records the parts of a tree that could not be copied, or not completely.
    mutating func note(_ report: CopyReport, _ from: ItemAddress) {
        let around = from.path.parent ?? .root
        func address(_ path: ContainerPath) -> ItemAddress { ItemAddress(from.root, around.appending(path)) }
        for failure in report.failures.first { failures.append(Outcome.Failure(failure, address(failure.path))) }
        for skipped in report.skipped.first {
            var note = Outcome.Note(
                hostPath: address(skipped.path).hostPath, text: "skipped: \(skipped.kind.withArticle)")
            (note.isAboutLoss, note.isAvoidable) = (true, true)
            notes.append(note)
        }
        for lost in report.lost.first {
            var note = Outcome.Note(hostPath: address(lost.path).hostPath, text: lost.text)
            note.isAboutDamage = lost.isDamage
            note.isAboutLoss = true
            note.isAvoidable = lost.isAvoidable
            notes.append(note)
        }
    }

    /// Records once for each root that the items created there lack metadata.
    mutating func noteOmittedMetadata(in root: Root) {
        guard plainRoots.insert(root).inserted else { return }
        notes.append(
            Outcome.Note(
                hostPath: root.hostPath,
                text: "the copies have no permissions, owners or extended attributes, and times in whole seconds: the "
                    + "device stores no more"))
    }

    /// Adds the items that a copy created.
    mutating func count(_ report: CopyReport) { counts.add(report) }

    /// Resets the counts after a rollback.
    mutating func forgetCounts() { counts = ItemCounts() }
}

extension Outcome.Failure {
    fileprivate init(_ failure: ItemFailure, _ address: ItemAddress) {
        let hostPath = address.hostPath
        let failure = failure.ofItem(onDevice: DeviceRefusal.isOnDevice(hostPath))
        let isRefused = failure.isOfDevice && failure.errno == EACCES
        self.init(
            hostPath: hostPath, reason: "could not \(failure.operation): \(failure.reason)",
            errno: isRefused ? EPERM : failure.errno)
    }
}

extension CopyReport.LostAttribute {
    /// The loss as a sentence, for display.
    var text: String {
        if case .recordedSize(let recorded, let actual) = kind {
            return Self.differentSizes(recorded: recorded, actual: actual)
        }
        return "copied without \(what): \(reason)"
    }
}

extension ItemCounts {
    /// Adds the items that a copy created.
    mutating func add(_ report: CopyReport) {
        var other = ItemCounts()
        other.files = report.files
        other.directories = report.directories
        other.links = report.links
        other.bytes = report.bytes
        add(other)
    }
}
