import FileTree
import Formats

/// Says of a file of a LevelDB database what it is; its bytes are shown below.
struct LevelDBPreviewer: BytesPreviewer {
    func recognizes(_ file: PreviewedFile) -> Bool {
        switch Kind(file.name) {
        case .current: file.head.starts(with: "MANIFEST-".utf8)
        case .log, .manifest: LevelDBLog.recognizes(file.head)
        case .table: file.size >= UInt64(LevelDBTable.footer)
        case nil: false
        }
    }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        switch Kind(file.name) {
        case .current:
            let name = String(decoding: file.head.prefix(64).prefix { $0 != 0x0a }, as: UTF8.self)
            let content: any PreviewContent =
                TextDetection(file.head, isWhole: file.isWhole).map { TextContent(file, $0) } ?? HexContent(file)
            return Preview("LevelDB: the current manifest is \(name)", content: content)
        case .log: return try log(file, "LevelDB log: recent changes that are not yet in a table")
        case .manifest: return try log(file, "LevelDB manifest: the list of the database's tables")
        case .table: return try table(file)
        case nil: throw PreviewFailure("")
        }
    }

    private func log(_ file: PreviewedFile, _ title: String) throws(PreviewFailure) -> Preview {
        let bytes = try file.whole(limit: LevelDBLog.mostBytes, as: "a LevelDB log")
        guard let log = LevelDBLog(bytes) else { throw PreviewFailure("") }
        var preview = Preview(title, content: HexContent(file))
        let records = log.records == 1 ? "1 record" : "\(log.records) records"
        if Kind(file.name) == .log {
            preview.remarks.append(records + (log.changes == 1 ? " with 1 change" : " with \(log.changes) changes"))
        } else {
            preview.remarks.append(records)
        }
        if !log.isWhole {
            preview.remarks.append("damaged, or cut off: what follows the last intact record is not counted")
        }
        return preview
    }

    private func table(_ file: PreviewedFile) throws(PreviewFailure) -> Preview {
        let length = UInt64(LevelDBTable.footer)
        let end: [UInt8]
        do throws(FileTreeError) {
            end = try file.bytes(from: file.size - length, count: LevelDBTable.footer)
        } catch {
            throw PreviewFailure("it cannot be read: \(error.reason)")
        }
        guard LevelDBTable.recognizes(footer: end) else { throw PreviewFailure("") }
        return Preview("LevelDB table: sorted keys and values, compressed in blocks", content: HexContent(file))
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
