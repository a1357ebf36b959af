import ContainerModel
import FileSharing
import Screen

/// New names, one or many, and what becomes of those that cannot be given.
extension BrowserState {
    /// New names as the person wrote them; those that stay what they were are left alone.
    /// - Parameter list: where they were written, of more than one.
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

    /// Asks what is to become of an edited list of names that was not used.
    /// - Parameter problem: why, in words, not sanitized.
    mutating func offerNames(_ list: NamesList?, _ problem: String) {
        guard let list else { return }
        show(NamesPanel(list, problem: problem))
    }

    /// An edited list of names is not needed any more once the names are given; else the person is asked about it.
    /// - Parameters:
    ///   - isDone: whether they were given.
    ///   - problem: why not, in words, not sanitized.
    mutating func used(_ list: NamesList?, _ isDone: Bool, _ problem: String) -> [BrowserEffect] {
        guard let list else { return [] }
        if isDone { return [.dropNames(list)] }
        offerNames(list, problem)
        return []
    }
}
