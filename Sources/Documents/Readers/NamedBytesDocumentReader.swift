import ContainerModel
import Formats

/// Says what bytes are of which nothing else is shown: recordings without metadata, and the files beside a database.
struct NamedBytesDocumentReader: DocumentReader {
    func recognizes(_ file: DocumentSource) -> Bool { Self.title(of: file) != nil }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        guard let title = Self.title(of: file) else { throw DocumentFailure.otherKind }
        return Document(title, contents: .bytes(file))
    }

    private static func title(of file: DocumentSource) -> String? {
        if let wave = WaveFormat(file.head) { return title(of: wave) }
        if let log = WriteAheadLogHeader(file.head) {
            return "SQLite write-ahead log, pages of \(ByteCount.exact(UInt64(log.pageSize))), "
                + Pluralized.some(log.frames(in: file.size), "frame")
        }
        return WriteAheadLogHeader.isIndex(file.head) ? "SQLite index of a write-ahead log, rebuilt when needed" : nil
    }

    private static func title(of wave: WaveFormat) -> String {
        let seconds = wave.seconds.map { ", \($0 / 60):\(padded(String($0 % 60), to: 2, with: "0"))" } ?? ""
        let bits = wave.bits > 0 ? ", \(wave.bits) bits" : ""
        return "WAVE audio\(seconds), \(ByteCount.grouped(UInt64(wave.rate))) Hz\(bits), "
            + Pluralized.some(wave.channels, "channel")
    }
}
