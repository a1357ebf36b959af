package import ContainerModel
package import FileTree
import Formats
import System

/// The items in a directory of an archive and below, as a table.
package struct ArchiveListing: TableSource {
    /// An item, with its path in the archive.
    package struct Item: Sendable {
        package let path: ContainerPath
        package let status: ItemStatus
    }

    package let columns = ["name", "kind", "size", "modified"]
    private let tree: any FileTree
    private let start: ContainerPath
    /// The items, in the order of a walk.
    package private(set) var items: [Item] = []
    /// The reason why not everything is listed.
    private var problem: String?

    /// Lists the items, without the directory itself.
    init(of tree: any FileTree, at start: ContainerPath, within limits: DocumentLimits) {
        self.tree = tree
        self.start = start
        var walk = TreeWalk(of: tree, start: start)
        while let step = walk.next() {
            switch step {
            case .item(let item) where item.path != start: items.append(Item(path: item.path, status: item.status))
            case .failure(_, let error): problem = problem ?? "not all of it can be listed: \(error.reason)"
            case .item, .leaving: break
            }
            if limits.mustStop {
                problem = "the list is not complete: it took too long"
                break
            }
        }
    }

    /// Whether nothing is in it.
    var isEmpty: Bool { items.isEmpty }

    /// Returns the table under a title.
    func document(_ title: String) -> Document {
        let count = Pluralized.items(items.count)
        var document = Document(
            "\(title), \(count)", remarks: problem.map { [$0] } ?? [], contents: .table(DocumentTable(self)))
        document.addLosses((problem ?? tree.loss).map { [$0] } ?? [])
        return document
    }

    package var storage: TableStorage { .archive(self) }

    package func rowCount(within limits: DocumentLimits) -> Int? { items.count }

    package func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow]
    {
        items.dropFirst(index).prefix(count).map { item in
            let name = name(of: item)
            let status = item.status
            let opens = status.kind == .file || status.kind == .directory
            return TableRow(
                name: opens ? name : nil,
                cells: [
                    .string(name), .string(status.kind.title),
                    status.kind == .file ? .integer(Int64(clamping: status.size)) : .null,
                    // A directory without an entry has no time.
                    status.modified == 0 ? .null : .date(secondsSince1970: Double(status.modified)),
                ])
        }
    }

    /// The path from the listed directory; bytes that are not UTF-8 are written as `\xff`.
    package func name(of item: Item) -> String {
        let prefix = start.isRoot ? 0 : start.bytes.count + 1
        return String(name: item.path.bytes.dropFirst(prefix))
    }

    /// The names of all items.
    package var names: [String] { items.map { name(of: $0) } }

    /// The reasons why not everything can be read, as sentences without a full stop.
    package var problems: [String] { tree.problems + (problem.map { [$0] } ?? []) }

    /// The files, each with the name by which it is opened.
    package var files: [(name: String, path: ContainerPath)] {
        items.filter { $0.status.kind == .file }.map { (name(of: $0), $0.path) }
    }

    /// Opens a file.
    /// - Throws: `FileTreeError` if it cannot be read.
    package func file(at path: ContainerPath) throws(FileTreeError) -> DocumentSource {
        try DocumentSource(path, in: tree)
    }

    /// Returns where a symbolic link leads, as stored in it; nil if that cannot be read.
    package func target(of link: ContainerPath) -> [UInt8]? {
        try? tree.linkTarget(link)
    }

    package func row(
        named name: String, as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        guard let item = items.first(named: name, { self.name(of: $0) }) else { return nil }
        switch item.status.kind {
        case .directory: return ArchiveListing(of: tree, at: item.path, within: limits).document("Directory")
        case .file: break
        case .link: throw DocumentFailure("a symbolic link, which is not followed")
        default: throw DocumentFailure("it is \(item.status.kind.title)")
        }
        let file = try mapError(try DocumentSource(item.path, in: tree)) { (error: FileTreeError) in
            DocumentFailure(error, "cannot be read")
        }
        return DocumentReaders.read(file, as: form, within: limits)
    }
}
