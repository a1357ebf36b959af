import ContainerModel
import ContainerStore
import Documents
import FileTree
import Formats
import Search

/// Secrets that are not in the contents of files.
extension SecretScanner {
    /// Examines the name of an item, the target of a link, and the extended attributes.
    func examineOutside(of item: AuditedItem, _ met: ContainerWalk.Item) -> Outcome {
        startScanning(item)
        part = "in its name"
        findOutside(met.name)
        let isNameSecret = !findings.isEmpty
        var problems: [ContentsProblem] = []
        if item.status.kind == .link, let target = try? met.directory.linkTarget(of: met.name, path: met.path) {
            part = "in the target of the link"
            findOutside(target[...])
        }
        for name in met.directory.attributeNames(of: met.name) {
            let shown = withoutSecrets(String(decoding: name, as: UTF8.self))
            part = "in the name of an extended attribute"
            findOutside(name[...])
            guard let value = met.directory.attribute(name, of: met.name), !value.isEmpty else { continue }
            let place = "in its extended attribute \(shown)"
            part = place
            problems += examine(attribute: value, name, shown).map {
                ContentsProblem(message: "\(place): \($0.message)", isIncomplete: $0.isIncomplete)
            }
        }
        return outcome(problems, isNameSecret: isNameSecret)
    }

    /// Examines the value of an extended attribute.
    /// - Returns: The parts that could not be examined.
    private func examine(attribute value: [UInt8], _ name: [UInt8], _ shown: String) -> [ContentsProblem] {
        countsPlaces = false
        defer { countsPlaces = true }
        let omittedBefore = omitted
        let problems: [ContentsProblem]
        do throws(FileTreeError) {
            problems = try contentsSearch().visit(DocumentSource(name, bytes: value))
        } catch {
            problems = [ContentsProblem(message: error.reason, isIncomplete: true)]
        }
        guard var plain = String(validating: value, as: UTF8.self) else { return problems }
        // The same values again: those that are left out are not counted twice.
        let omittedAsContents = omitted
        omitted = omittedBefore
        let last = shown.split(separator: ".").last.map(String.init) ?? shown
        plain.withUTF8 { visit(UnsafeRawBufferPointer($0), isText: true, named: last) { [] } }
        omitted = max(omitted, omittedAsContents)
        return problems
    }

    /// Examines the bytes of the archive that a container is in, as far as they belong to none of its items.
    /// - Throws: `FileTreeError` if the archive cannot be read.
    func examineArchive(of root: AuditedItem) throws(FileTreeError) -> Outcome {
        startScanning(root)
        part = "in bytes of the archive that belong to no item"
        return outcome(try contentsSearch().visitBesideItems(ofArchiveAt: root.container.container.root.hostPath))
    }

    private func findOutside(_ bytes: ArraySlice<UInt8>) {
        foundHere = []
        guard bytes.count >= Self.minBytes else { return }
        bytes.withUnsafeBytes { buffer in
            findAll(in: buffer, isText: true) { _ in Self.anywhere }
            findCards(in: buffer, isTelling: false) { _ in Self.anywhere }
        }
    }
}
