import ContainerModel
import FileTree
import Formats
import System

/// Reads the kind of a file of a LevelDB database; its contents are its bytes.
struct LevelDBDocumentReader: DocumentReader {
    func recognizes(_ file: DocumentSource) -> Bool {
        switch Kind(file.name) {
        case .current: file.head.starts(with: "MANIFEST-".utf8)
        case .log, .manifest: LevelDBLog.recognizes(file.head)
        case .table: file.size >= UInt64(LevelDBTable.footer)
        case nil: false
        }
    }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        switch Kind(file.name) {
        case .current:
            let name = String(decoding: file.head.prefix(64).prefix { $0 != 0x0a }, as: UTF8.self)
            return Document("LevelDB: the current manifest is \(name)", contents: .textOrBytes(file))
        case .log: return try log(file, "LevelDB log: recent changes that are not yet in a table")
        case .manifest: return try log(file, "LevelDB manifest: the list of the database's tables")
        case .table: return try table(file)
        case nil: throw DocumentFailure.otherKind
        }
    }

    private func log(_ file: DocumentSource, _ title: String) throws(DocumentFailure) -> Document {
        let bytes = try file.whole(limit: LevelDBLog.maxBytes, as: "a LevelDB log")
        guard let log = LevelDBLog(bytes) else { throw DocumentFailure.otherKind }
        var document = Document(title, contents: .bytes(file))
        let records = Pluralized.some(log.records, "record")
        if Kind(file.name) == .log {
            document.remarks.append("\(records) with \(Pluralized.some(log.changes, "change"))")
        } else {
            document.remarks.append(records)
        }
        if !log.isWhole {
            document.remarks.append("damaged, or truncated: what follows the last intact record is not counted")
        }
        return document
    }

    private func table(_ file: DocumentSource) throws(DocumentFailure) -> Document {
        let length = UInt64(LevelDBTable.footer)
        let end = try mapError(try file.bytes(from: file.size - length, count: LevelDBTable.footer)) {
            (error: FileTreeError) in DocumentFailure("it cannot be read: \(error.reason)")
        }
        guard LevelDBTable.recognizes(footer: end) else { throw DocumentFailure.otherKind }
        var document = Document("LevelDB table: sorted keys and values, compressed in blocks", contents: .bytes(file))
        // A block is only as it is if compression would not make it shorter.
        document.undecoded = ["the compressed blocks of a LevelDB table are not decoded"]
        return document
    }

    /// The files of a database, by name.
    private enum Kind {
        case current, manifest, log, table

        init?(_ name: [UInt8]) {
            let name = String(decoding: name, as: UTF8.self)
            if name == "CURRENT" {
                self = .current
            } else if name.hasPrefix("MANIFEST-") {
                self = .manifest
            } else if name.hasSuffix(".log") {
                self = .log
            } else if name.hasSuffix(".ldb") || name.hasSuffix(".sst") {
                self = .table
            } else {
                return nil
            }
        }
    }
}
