package import ContainerModel
package import Databases
import System

extension RootTable {
    /// Returns what says that the log or the journal beside a database was not written for it, or is damaged: sentences for
    /// display. Nothing is said of an encrypted database.
    package func misfits(of item: ItemAddress) -> [String] {
        let source = (try? tree(of: item.root))?.databaseSource(at: item.path)
        return source.map { Database.misfits(in: $0).map(\.description) } ?? []
    }
}

extension FileTree {
    /// Opens a database with the log and the journal beside it, of which one that cannot be opened counts as absent; nil if
    /// the database itself cannot be opened.
    package func databaseSource(at path: ContainerPath) -> DatabaseSource? {
        guard let main = try? openFile(path) else { return nil }
        func beside(_ companion: Companion) -> Descriptor? {
            path.companion(companion).flatMap { try? openFile($0) }
        }
        return .files(main: main, log: beside(.log), journal: beside(.journal))
    }
}
