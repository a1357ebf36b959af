package import ContainerModel
import Databases
import System

extension RootTable {
    /// Returns what says that the log or the journal beside a database was not written for it, or is damaged: sentences for
    /// display. Nothing is said of an encrypted database.
    package func misfits(of item: ItemAddress) -> [String] {
        guard let tree = try? tree(of: item.root), let main = try? tree.openFile(item.path) else { return [] }
        func beside(_ companion: Companion) -> Descriptor? {
            item.companion(companion).flatMap { try? tree.openFile($0.path) }
        }
        let source = DatabaseSource.files(main: main, log: beside(.log), journal: beside(.journal))
        return Database.misfits(in: source).map(\.description)
    }
}
