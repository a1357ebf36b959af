import ContainerModel
import ContainerStore
import FileTree
import Transactions

/// Places with rules of their own inside of other directories: Inbox in Documents, Preferences in Library.
extension SharingRules {
    /// The places below a directory that the table spells out, whether they are there or not, outermost first.
    func exactPaths(below directory: ItemAddress) -> [ItemAddress] {
        guard let description = open.description(of: directory) else { return [] }
        let identifier = description.app.identifier
        let paths = rules.tables.places.flatMap(\.paths).filter { $0.container == description.kind }
            .compactMap { $0.pattern.path(bundleIdentifier: identifier) }
        return Set(paths).filter { $0.isInside(directory.path) }.sorted()
            .map { ItemAddress(directory.root, $0) }
    }

    /// Those of them that are there as directories, as far as anybody can tell: the rules of a place that cannot be
    /// looked at hold, too.
    func placesInside(_ directory: ItemAddress) -> [ItemAddress] {
        exactPaths(below: directory).filter { place in
            do throws(FileTreeError) {
                return try open.isDirectory(place)
            } catch {
                return true
            }
        }
    }

    /// The first place inside of a directory for which an operation is refused, or becomes something else.
    func refusalInside(_ directory: ItemAddress, _ operation: Operation) -> (item: ItemAddress, verdict: Verdict)? {
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
