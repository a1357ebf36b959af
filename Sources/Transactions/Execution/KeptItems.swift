import ContainerModel
import FileTree
import Jobs

/// What was kept of other programs' work when items were taken back: where it is now, and why.
final class KeptItems {
    private(set) var items = BoundedList<(at: ItemAddress, text: String)>()

    /// Notes what became of the item at an address.
    /// - Parameter text: A phrase to follow its path. Names in it are not safe for a terminal.
    func note(_ at: ItemAddress, _ text: String) { items.append((at, text)) }
}
