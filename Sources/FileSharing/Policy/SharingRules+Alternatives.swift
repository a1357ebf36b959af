import ContainerModel
import ContainerStore
import FileTree

/// The rules know the places; whether the directory of one lets anybody in is known here alone.
extension SharingRules {
    /// Returns a refusal without the places whose directories do not let the app's user add an item.
    func withoutClosedPlaces(_ verdict: Verdict, in description: ContainerDescription) -> Verdict {
        guard verdict.isRefused, actor != .owner else { return verdict }
        var verdict = verdict
        verdict.alternatives.removeAll { alternative in
            switch alternative {
            case .place(let place), .copy(let place): isClosed(place, in: description)
            case .actor, .operation, .infoKey, .emptyDirectory, .unlock, .otherName, .deliver, .exportAndImport,
                .export, .import:
                false
            }
        }
        if verdict.alternatives.isEmpty { verdict.alternatives = [.actor(.owner)] }
        return verdict
    }

    private func isClosed(_ place: Place, in description: ContainerDescription) -> Bool {
        guard let path = rules.path(of: place) else { return false }
        let directory = ItemAddress(description.root, path)
        guard open.container(of: directory) != nil, let item = directory.someFile else { return false }
        return !permissions.permitted(item, isExample: true).contains(.delete)
    }
}
