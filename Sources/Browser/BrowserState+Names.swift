import ContainerModel
import FileSharing
import Screen

/// Renaming of one item or several, and lists of names that cannot be applied.
extension BrowserState {
    /// Begins a renaming to the names that the user entered; unchanged names are skipped.
    /// - Parameter list: The list that several names were entered in.
    mutating func rename(_ items: [ItemAddress], to names: [[UInt8]], in list: NamesList? = nil) -> [BrowserEffect] {
        guard items.count == names.count else { return [] }
        let changed = FileOperation.NewName.changes(of: items, to: names)
        guard !changed.isEmpty else {
            say("nothing was renamed: no name was changed")
            noteIneffective("rename", "changed nothing")
            return list.map { [.dropNames($0)] } ?? []
        }
        let wrong = changed.first { $0.item.sibling($0.name) == nil }
        if let wrong {
            let name = display(wrong.name).description
            say(
                wrong.name.isEmpty
                    ? "a name must not be empty"
                    : "\u{201c}\(name)\u{201d} is not a valid name: it contains a slash, or is . or ..",
                isError: true)
            noteIneffective("rename")
            return []
        }
        return begin(.rename(changed), names: list)
    }

    /// Asks what to do with an edited list of names that was not applied.
    /// - Parameter problem: The reason, a sentence that is not sanitized.
    mutating func offerNames(_ list: NamesList?, _ problem: String) {
        guard let list else { return }
        show(NamesPanel(list, problem: problem))
    }

    /// Drops an edited list of names once it is applied; if it was not, asks what to do with it.
    /// - Parameters:
    ///   - isDone: Whether the names were applied.
    ///   - problem: The reason if not, a sentence that is not sanitized.
    mutating func used(_ list: NamesList?, _ isDone: Bool, _ problem: String) -> [BrowserEffect] {
        guard let list else { return [] }
        if isDone { return [.dropNames(list)] }
        offerNames(list, problem)
        return []
    }
}
