import ContainerModel
import ContainerStore
package import Documents
import FileTree
import Formats
import Jobs
package import Queries
import System

/// A query that writes the viewer's contents to a file of this computer, outside of containers.
package struct SaveQuery: Query {
    /// The outcome.
    package enum Answer: Hashable, Sendable {
        /// It was written.
        /// - Parameters:
        ///   - bytes: The size of the file.
        ///   - kind: The kind of its contents: "PNG picture", "the bytes", "CSV".
        case saved(bytes: Int, kind: String)
        /// There is a file already; nothing was written.
        case exists
        /// It cannot be written, for a reason that is not sanitized.
        case failed(String)
    }

    /// The subject to save.
    package let subject: ViewQuery.Subject
    /// The path of the file as typed, including `~`.
    package let destination: [UInt8]
    /// Whether an existing file is replaced.
    package let replaces: Bool

    package init(_ subject: ViewQuery.Subject, to destination: [UInt8], replaces: Bool = false) {
        self.subject = subject
        self.destination = destination
        self.replaces = replaces
    }

    package var effort: QueryEffort { .walk }
    package var task: QueryTask? { QueryTask("save", subject.file.path) }

    /// The maximum size that is saved, in bytes; larger files are exported.
    private static let maxBytes = 1 << 30

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        let limits = DocumentLimits(cancellation: context.cancellation, milliseconds: 600_000)
        let item: DocumentItem
        do throws(FileTreeError) {
            item = try DocumentItem(subject.file.path, in: try context.tree(of: subject.file.root))
        } catch {
            throw QueryFailure("it cannot be read: \(error.reason)", cause: error)
        }
        let document = try subject.open(in: context, within: limits).located.document
        let saved = try Self.contents(of: document, in: item, steps: subject.steps, within: limits)
        guard !context.cancellation.isCancelled else { return }
        answer(write(saved.bytes, saved.kind, besides: context.container.description))
    }

    /// Returns the contents to save for a document, and their description: a picture as PNG, a value as its bytes, rows
    /// as CSV, other values as JSON, a file as it is.
    /// - Throws: `QueryFailure` if it cannot be read.
    package static func contents(
        of document: Document, in item: DocumentItem, steps: [[UInt8]], within limits: DocumentLimits
    ) throws(QueryFailure) -> (bytes: [UInt8], kind: String) {
        do {
            // A picture that other programs can show is saved as it is.
            if case .picture(let picture) = document.contents, document.facts == nil,
                let whole = try? picture.whole(within: limits), let encoded = PNG.bytes(whole)
            {
                return (encoded, "PNG picture")
            }
            if let bytes = document.bytes { return (bytes, "the bytes of the value") }
            if let source = document.value?.source {
                return (try source.whole(limit: maxBytes, as: "a value"), "the bytes of the value")
            }
            switch (document.contents, item) {
            case (.table(let table), _) where !steps.isEmpty: return (try csv(of: table, within: limits), "CSV")
            case (.tree(let tree), _) where !steps.isEmpty: return (JSONWriter.text(try tree.json()) + [0x0a], "JSON")
            case (_, .file(let file)): return (try file.whole(limit: maxBytes, as: "a file"), "the bytes of the file")
            case (.table(let table), .suites): return (try csv(of: table, within: limits), "CSV")
            case (_, .suites): throw DocumentFailure("it has no contents")
            }
        } catch let error as DocumentFailure {
            throw QueryFailure("it cannot be saved: \(error.reason)", cause: error)
        } catch {
            throw QueryFailure("it cannot be saved: \(error)", cause: error)
        }
    }

    private static func csv(of table: DocumentTable, within limits: DocumentLimits) throws -> [UInt8] {
        var text = Array((table.csvHeader + "\r\n").utf8)
        try table.forEachRow(within: limits) { nodes in
            text += Array((try table.csv(nodes) + "\r\n").utf8)
            guard text.count <= maxBytes else { throw DocumentFailure("the table is too large") }
            guard !limits.mustStop || limits.cancellation.isCancelled else {
                throw DocumentFailure("it takes too long to read all rows")
            }
            return !limits.mustStop
        }
        return text
    }

    /// Writes the file.
    /// - Parameter container: The open container, in which nothing is saved.
    private func write(_ bytes: [UInt8], _ kind: String, besides container: ContainerDescription) -> Answer {
        let end = destination.lastIndex(of: 0x2f).map { $0 + 1 } ?? 0
        let name = Array(destination[end...])
        guard !name.isEmpty, name != Array(".".utf8), name != Array("..".utf8), name != Array("~".utf8) else {
            return .failed("the path must name a file")
        }
        guard let parent = ContainerStore.path(typed: Array(destination[..<end])) else {
            return .failed("\(String(decoding: destination[..<end], as: UTF8.self)): no such directory")
        }
        let path = [0x2f] + parent.appending(ContainerPath(bytes: name) ?? .root).bytes
        let shown = String(decoding: path, as: UTF8.self)
        // An item put into a container is imported, by its rules.
        let hostPath = container.hostPath.followingLinks() ?? container.hostPath
        let isInside = ContainerPath(bytes: hostPath.bytes).map { parent == $0 || parent.isInside($0) } ?? false
        guard !isInside else { return .failed("\(shown) is in a container; save it elsewhere, or import it") }
        do throws(ContainerStoreError) {
            try ContainerStore.requireOutside(path)
        } catch {
            return .failed(error.sentence(about: shown))
        }
        let directory: RootedDirectory
        do throws(FileTreeError) {
            directory = try RootedDirectory(hostPath: [0x2f] + parent.bytes)
        } catch {
            return .failed("\(shown): \(error.reason)")
        }
        do throws(Errno) {
            guard try create(name, in: directory, bytes) else { return .exists }
            return .saved(bytes: bytes.count, kind: kind)
        } catch {
            return .failed("\(shown): \(error)")
        }
    }

    /// Creates the file, or replaces it if it may be replaced.
    /// - Returns: Whether it was written; otherwise there is one.
    private func create(
        _ name: [UInt8], in directory: RootedDirectory, _ bytes: [UInt8]
    ) throws(Errno) -> Bool {
        let place = directory.descriptor.number
        guard !replaces else {
            try WholeFile.write(bytes, to: name, in: place, .untilPowerFails)
            return true
        }
        let made = withNullTerminated(name) { sandglass_create_file(place, $0, 0o600) }
        if let failure = Errno(answer: made) {
            guard failure == .fileExists else { throw failure }
            return false
        }
        let file = Descriptor(owning: made)
        do throws(Errno) {
            try writeAll(bytes, to: file.number)
            return true
        } catch {
            _ = withNullTerminated(name) { sandglass_remove_name(place, $0, 0) }
            throw error
        }
    }
}
