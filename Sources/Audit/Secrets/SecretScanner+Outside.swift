import ContainerModel
import ContainerStore
import Documents
import FileTree
import Formats
import Search

/// Secrets that are not in the contents of files.
extension SecretScanner {
    /// Examines the name of an item, the target of a link, and the extended attributes.
    /// - Returns: The findings, and whether one of them is in the name.
    func examineOutside(of item: AuditedItem, _ met: ContainerWalk.Item) -> (findings: [Finding], isNameSecret: Bool) {
        startScanning(item)
        part = "in its name"
        findOutside(met.name)
        let isNameSecret = !findings.isEmpty
        if item.status.kind == .link, let target = try? met.directory.linkTarget(of: met.name, path: met.path) {
            part = "in the target of the link"
            findOutside(target[...])
        }
        for name in met.directory.attributeNames(of: met.name) {
            let shown = withoutSecrets(String(decoding: name, as: UTF8.self))
            part = "in the name of an extended attribute"
            findOutside(name[...])
            countsPlaces = false
            defer { countsPlaces = true }
            guard let value = met.directory.attribute(name, of: met.name), !value.isEmpty else { continue }
            part = "in its extended attribute \(shown)"
            let search = search ?? FileContentsSearch(visitor: self, cancellation: context.cancellation)
            self.search = search
            _ = try? search.visit(DocumentSource(name, bytes: value))
            guard let text = String(validating: value, as: UTF8.self) else { continue }
            var plain = text
            let last = shown.split(separator: ".").last.map(String.init) ?? shown
            plain.withUTF8 { visit(UnsafeRawBufferPointer($0), isText: true, named: last) { [] } }
        }
        return (findingsWithCounts, isNameSecret)
    }

    /// Examines the bytes of the archive that a container is in, as far as they belong to none of its items.
    /// - Returns: The findings, and the parts that could not be examined.
    /// - Throws: `FileTreeError` if the archive cannot be read.
    func examineArchive(
        of root: AuditedItem
    ) throws(FileTreeError) -> (findings: [Finding], problems: [ContentsProblem]) {
        startScanning(root)
        part = "in bytes of the archive that belong to no item"
        let search = search ?? FileContentsSearch(visitor: self, cancellation: context.cancellation)
        self.search = search
        let path = root.container.container.root.hostPath
        let problems = try search.visitBesideItems(ofArchiveAt: path)
        return (findingsWithCounts, problems)
    }

    private func findOutside(_ bytes: ArraySlice<UInt8>) {
        foundHere = []
        guard bytes.count >= Self.minBytes else { return }
        bytes.withUnsafeBytes { buffer in
            findAll(in: buffer, isText: true) { _ in Place(steps: [], line: nil, key: nil) }
            findCards(in: buffer, isTelling: false) { _ in Place(steps: [], line: nil, key: nil) }
        }
    }
}
