import ContainerModel
import Disk

/// What a run has to tell of its items when it has ended.
struct RunReport {
    private let sites: [Site]
    private(set) var failures = BoundedList<Outcome.Failure>()
    private(set) var notes = BoundedList<Outcome.Note>()
    /// What was brought to its place.
    private(set) var counts = ItemCounts()
    var results = ItemResults()

    /// - Parameter sites: those that locations count in.
    init(_ sites: [Site]) { self.sites = sites }

    /// Says what failed, at a place whose tree or directory the failure's path is in, unless the failure says where.
    mutating func fail(_ failure: ItemFailure, _ location: Location) {
        failures.append(Outcome.Failure(failure, Spot(sites[failure.site ?? location.site], failure.path)))
    }

    /// Says what failed, of an item by the name that people know.
    mutating func fail(_ failure: ItemFailure, at location: Location?) {
        guard let location else { return }
        fail(failure.about(location.path), location)
    }

    /// Says what of a tree could not be copied, or not in full.
    mutating func note(_ report: CopyReport, _ from: Location) {
        let around = from.path.parent ?? .root
        func spot(_ path: ContainerPath) -> Spot { Spot(sites[from.site], around.appending(path)) }
        for failure in report.failures.first { failures.append(Outcome.Failure(failure, spot(failure.path))) }
        for skipped in report.skipped.first {
            notes.append(
                Outcome.Note(hostPath: spot(skipped.path).hostPath, text: "left out: a \(skipped.kind.word)"))
        }
        for lost in report.lost.first {
            notes.append(Outcome.Note(hostPath: spot(lost.path).hostPath, text: lost.text))
        }
    }

    /// Counts what a copy brought.
    mutating func count(_ report: CopyReport) { counts.add(report) }

    /// Nothing that was counted is there any more.
    mutating func forgetCounts() { counts = ItemCounts() }
}

extension Outcome.Failure {
    fileprivate init(_ failure: ItemFailure, _ spot: Spot) {
        self.init(
            hostPath: spot.hostPath, reason: "could not \(failure.operation): \(failure.reason)", errno: failure.errno)
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
            case .hardLink: "being the same file as another one"
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
