import ContainerModel
import ContainerStore
import FileTree
import Transactions

/// Places with their own rules inside other directories: Inbox in Documents, Preferences in Library.
extension SharingRules {
    /// Returns the places below a directory that the table spells out, whether or not they exist, outermost first.
    func exactPaths(below directory: ItemAddress) -> [ItemAddress] {
        guard let description = open.description(of: directory) else { return [] }
        let identifier = description.app.identifier
        let paths = rules.tables.places.flatMap(\.paths).filter { $0.container == description.kind && !$0.isFile }
            .compactMap { $0.pattern.path(bundleIdentifier: identifier) }
        return Set(paths).filter { $0.isInside(directory.path) }.sorted()
            .map { ItemAddress(directory.root, $0) }
    }

    /// Returns those of them that exist as directories. A place that cannot be examined is included, so that its rules
    /// apply.
    func placesInside(_ directory: ItemAddress) -> [ItemAddress] {
        exactPaths(below: directory).filter { place in
            do throws(FileTreeError) {
                return try open.isDirectory(place)
            } catch {
                return true
            }
        }
    }

    /// Returns the first place inside a directory for which an operation is refused or becomes something else.
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
