import ContainerModel
import FileTree
import Jobs
import TestSupport
import Testing

extension TemporaryDirectory {
    /// Opens the directory as a root below which items are opened.
    func rooted(_ strategy: RootedDirectory.Strategy = .resolveBeneath) throws -> RootedDirectory {
        try RootedDirectory(hostPath: Array(path.utf8), strategy: strategy)
    }

    /// Returns the entries that the reader finds in the directory or in one below it.
    func entries(_ path: ContainerPath = .root) throws -> EntryList {
        let directory = try rooted().openDirectory(path)
        return try #require(try DirectoryReader.read(directory, path: path, cancellation: Cancellation()))
    }
}

extension EntryList {
    /// The names as bytes, in the order of the list.
    var names: [[UInt8]] { (0..<count).map { Array(name($0)) } }

    /// Returns the kind of the entry called `name`; nil if there is none.
    func kind(of name: String) -> ItemKind? {
        (0..<count).first { self.name($0).elementsEqual(name.utf8) }.map { kind($0) }
    }

    /// Creates a list of files with the given names.
    init(files names: [String]) { self.init(names.map { (Array($0.utf8), .file) }) }

    /// Returns the names in an order, as text.
    func texts(_ order: [UInt32]) -> [String] { order.map { String(decoding: name(Int($0)), as: UTF8.self) } }
}

/// Returns the error that `body` throws; nil if it throws none.
func diskError(_ body: () throws -> Void) throws -> FileTreeError? {
    do {
        try body()
        return nil
    } catch let error as FileTreeError {
        return error
    }
}
