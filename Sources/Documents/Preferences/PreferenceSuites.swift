package import ContainerModel
import Decoding
package import FileTree
import Formats
import System

/// The preferences of all suites in `Library/Preferences`: what `UserDefaults` stores in a property list for each.
package struct PreferenceSuites: Sendable {
    /// A property list, which has the name of the suite plus a suffix.
    private struct File {
        let path: ContainerPath
        let name: String
        let status: ItemStatus
    }

    /// The maximum number of suites that are read, and the maximum size of one in bytes.
    private static let maximum = 500
    private static let maxBytes: UInt64 = 16 << 20
    private static let suffix = ".plist"

    private let tree: any FileTree
    private let files: [File]
    /// The number of suites beyond the most that are read.
    private let leftOut: Int

    /// Returns whether a directory is the place for preferences in a container.
    package static func isPlace(_ path: ContainerPath) -> Bool { path == RuleBook.standard.path(of: .preferences) }

    /// Returns the name of the property list that steps in the table of all preferences lead to, and the steps in it; nil
    /// for no steps.
    package static func location(_ steps: [[UInt8]]) -> (name: [UInt8], steps: [[UInt8]])? {
        guard let suite = steps.first else { return nil }
        // A row of the table is named by both.
        let text = String(decoding: suite, as: UTF8.self)
        let both = text.firstRange(of: PreferenceTable.separator)
        let key = both.map { [Array(text[$0.upperBound...].utf8)] } ?? []
        let name = both.map { Array(text[..<$0.lowerBound].utf8) } ?? suite
        return (name + suffix.utf8, key + steps.dropFirst())
    }

    /// Lists the suites in a directory.
    /// - Throws: `FileTreeError` if it cannot be listed.
    package init(in directory: ContainerPath, of tree: any FileTree) throws(FileTreeError) {
        self.tree = tree
        let entries = try tree.directory(at: directory).entries(path: directory)
        var files: [File] = []
        var leftOut = 0
        for index in 0..<(entries?.count ?? 0) {
            guard let name = entries?.name(index), name.count > Self.suffix.utf8.count,
                name.suffix(Self.suffix.utf8.count).elementsEqual(Self.suffix.utf8),
                let path = directory.appending(name: Array(name)), let status = try? tree.status(path),
                status.kind == .file
            else { continue }
            guard files.count < Self.maximum else {
                leftOut += 1
                continue
            }
            let title = String(name: name.dropLast(Self.suffix.utf8.count))
            files.append(File(path: path, name: title, status: status))
        }
        self.files = files.sorted { $0.name < $1.name }
        self.leftOut = leftOut
    }

    /// Whether there are no preferences.
    package var isEmpty: Bool { files.isEmpty }

    /// The status of each property list, which shows whether one has changed.
    var versions: [ItemStatus?] { files.map(\.status) }

    /// Reads the suites.
    package func document(within limits: DocumentLimits) -> Document {
        var entries: [PreferenceTable.Entry] = []
        var losses =
            leftOut == 0 ? [] : ["\(Pluralized.some(leftOut, "more suite")) left out: only \(Self.maximum) are shown"]
        for (index, file) in files.enumerated() {
            guard !limits.mustStop else {
                losses.append("\(files.count - index) of \(files.count) suites are not shown: it took too long")
                break
            }
            do throws(DocumentFailure) {
                for pair in try values(of: file, within: limits) {
                    entries.append(
                        PreferenceTable.Entry(suite: file.name, node: ValueNode(pair.key, list: pair.value)))
                }
            } catch {
                losses.append("\(file.name)\(Self.suffix): \(error.reason)")
            }
        }
        let decoders: ContainerDecoders.Provider = { [tree] in
            ContainerDecoders.shared.pool(for: tree) ?? DecoderPool()
        }
        let table = PreferenceTable(entries, decoders) { opened($0, within: $1) }
        let suites = Pluralized.some(files.count, "suite")
        let keys = Pluralized.values(entries.count)
        var document = Document(
            "Preferences of \(suites), \(keys)", remarks: losses, contents: .table(DocumentTable(table)))
        document.addLosses(losses)
        return document
    }

    private func values(of file: File, within limits: DocumentLimits) throws(DocumentFailure) -> PropertyListDictionary
    {
        guard file.status.size <= Self.maxBytes else { throw DocumentFailure("too large to be shown here") }
        let read = try mapError(try DocumentSource(file.path, in: tree)) { (error: FileTreeError) in
            DocumentFailure("cannot be read: \(error.reason)")
        }
        let document = DocumentReaders.read(read, within: limits)
        guard let list = document.propertyList else {
            throw DocumentFailure(document.remarks.first ?? "not a property list")
        }
        guard let values = list.dictionaryValue else { throw DocumentFailure("not a dictionary") }
        return values
    }

    /// Returns the document of a suite's property list.
    private func opened(_ suite: String, within limits: DocumentLimits) -> Document? {
        guard let file = files.first(named: suite, \.name), let opened = try? DocumentSource(file.path, in: tree)
        else { return nil }
        return DocumentReaders.read(opened, within: limits)
    }
}
