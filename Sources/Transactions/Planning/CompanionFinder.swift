import ContainerModel
import FileTree
import Jobs

/// Finds what belongs to databases, without asking for each file: in most directories nothing does.
struct CompanionFinder {
    private let roots: RootTable
    /// The directory that was looked at last, and whether it has a name that what belongs to a database can have.
    private var directory: (at: ItemAddress, mayHave: Bool)?

    init(_ roots: RootTable) { self.roots = roots }

    /// Returns what belongs to a database at an address, whether there is one or not; see `Companion.found(of:in:)`.
    mutating func companions(of item: ItemAddress) -> [(companion: Companion, at: ItemAddress)] {
        guard !item.path.isRoot else { return [] }
        let parent = item.parent
        if directory?.at != parent { directory = (parent, mayHaveCompanions(parent)) }
        return directory?.mayHave == true ? roots.companions(of: item) : []
    }

    private func mayHaveCompanions(_ directory: ItemAddress) -> Bool {
        guard let opened = try? roots.openDirectory(directory),
            let entries = try? DirectoryReader.read(opened, path: directory.path, cancellation: Cancellation())
        else { return true }
        return (0..<entries.count).contains { index in
            let name = entries.name(index)
            return Companion.database(of: name) != nil || name.first == 0x2e
        }
    }
}
