import ContainerModel
import ContainerStore
import Disk
import Transactions

/// Places with rules of their own inside of other directories: Inbox in Documents, Preferences in Library.
extension SharingRules {
    /// The places below a directory that the table spells out, whether they are there or not, outermost first.
    func exactPaths(below directory: SharingItem) -> [SharingItem] {
        guard let container = directory.container else { return [] }
        let identifier = container.description.app.identifier
        let paths = rules.tables.places.flatMap(\.paths).filter { $0.container == container.description.kind }
            .compactMap { $0.pattern.path(bundleIdentifier: identifier) }
        return Set(paths).filter { $0.isInside(directory.spot.path) }.sorted()
            .map { SharingItem(container: container, spot: Spot(directory.spot.site, $0)) }
    }

    /// Those of them that are there as directories, as far as anybody can tell: the rules of a place that cannot be
    /// looked at hold, too.
    func placesInside(_ directory: SharingItem) -> [SharingItem] {
        exactPaths(below: directory).filter { place in
            do throws(DiskError) {
                return try place.isDirectoryThere()
            } catch {
                return true
            }
        }
    }

    /// The first place inside of a directory for which an operation is refused, or becomes something else.
    func refusalInside(_ directory: SharingItem, _ operation: Operation) -> (item: SharingItem, verdict: Verdict)? {
        for place in placesInside(directory) {
            let verdict = verdict(operation, on: place, type: .directory)
            switch verdict.outcome {
            case .allowed, .allowedWithWarning: continue
            case .refused: return (place, verdict)
            case .becomes:
                return (
                    place,
                    Verdict(outcome: .refused, rule: verdict.rule, alternatives: [.emptyDirectory, .actor(.owner)])
                )
            }
        }
        return nil
    }
}

extension SharingItem {
    /// Whether a directory stands there, which is not so where something on the way is none.
    /// - Throws: `DiskError` where nobody can tell.
    func isDirectoryThere() throws(DiskError) -> Bool { try kindBelowDirectories() == .directory }

    /// What stands there; nil where nothing does, as where something on the way is no directory.
    /// - Throws: `DiskError` where nobody can tell.
    func kindBelowDirectories() throws(DiskError) -> ItemKind? {
        do throws(DiskError) {
            return try presentStatus()?.kind
        } catch {
            guard error.code == .notADirectory || error.code == .throughLink else { throw error }
            return nil
        }
    }

    /// A file in this directory that stands for all that have no rules of their own. Not in a container's root, where
    /// everything has.
    var someFile: SharingItem? { spot.path.isRoot ? nil : entry("file".utf8.map { $0 }) }
}
