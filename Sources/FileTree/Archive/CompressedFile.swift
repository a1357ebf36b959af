import ContainerModel
package import Decoding
import Formats
package import Jobs
package import System

/// The findings from decompressing a file.
struct UnpackingReport: Sendable {
    /// Why the contents end before their end; nil if they do not.
    var cut: String?
    /// Other problems, as sentences.
    var problems: [String] = []
    /// The first problem because of which something is missing or wrong, apart from a cut; nil if there is none.
    private(set) var loss: String?

    /// Records a problem because of which something is missing or wrong.
    fileprivate mutating func noteLoss(_ sentence: String) {
        problems.append(sentence)
        loss = loss ?? sentence
    }
}

/// The contents of a file compressed by gzip, xz, Zstandard or bzip2, decompressed to an unnamed file.
package struct CompressedFile: Sendable {
    /// The decompressed contents: as much of them as could be decompressed.
    package let file: Descriptor
    /// The findings from decompressing it.
    let report: UnpackingReport
    /// The number of bytes behind the compressed data, which are not read.
    package let trailing: UInt64
    /// Why the contents are not complete, as sentences without a full stop.
    package var problems: [String] {
        report.problems + [cutSentence].compactMap(\.self)
    }
    private var cutSentence: String? {
        report.cut.map { "damaged or truncated, so that what follows is missing: \($0)" }
    }

    /// Decompresses a file. This takes time, so run it on a worker.
    /// - Parameters:
    ///   - decoders: The processes that read it.
    ///   - keepsInMemory: Whether the contents must not get to a disk.
    ///   - mustStop: Returns, for the number of bytes so far, whether to stop and keep those.
    /// - Throws: `FileTreeError` if nothing of it can be decompressed, or if it was cancelled.
    package init(
        _ file: Descriptor,
        by decoders: DecoderPool,
        within limits: ArchiveLimits,
        inMemory keepsInMemory: Bool = false,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation,
        mustStop: (UInt64) -> Bool = { _ in false }
    ) throws(FileTreeError) {
        let operation = "unpack the archive"
        let size = try ItemStatus(of: file, path: .root).size
        let bytes = FileBytes(size: size) { offset, count in (try? file.part(at: offset, count)) ?? [] }
        let end = PackedData.end(of: bytes) { cancellation.isCancelled }
        let contents = try decoding(to: operation) { () throws(DecodingFailure) in
            try ArchiveDecoder(decoders, file, size: end ?? size).decompression()
        }
        let spool = try Self.spool(size, of: file, inMemory: keepsInMemory)
        progress.expect(files: 0, bytes: size)
        var (packed, unpacked): (UInt64, UInt64) = (0, 0)
        var report = UnpackingReport()
        var trailing: UInt64 = 0
        self.file = spool
        reading: while true {
            if cancellation.isCancelled { throw FileTreeError(errno: ECANCELED, operation: operation) }
            if mustStop(unpacked) {
                report.noteLoss("decompressing it takes too long, so that the rest is left out")
                break
            }
            let part = try decoding(to: operation) { () throws(DecodingFailure) in
                try contents.next { cancellation.isCancelled }
            }
            switch part {
            case .end(let found):
                if found.hasWrongChecksum {
                    report.noteLoss("damaged: its checksum is wrong, so that names and contents may be wrong as well")
                } else {
                    trailing = end.map { size - $0 } ?? found.trailing
                    guard trailing > 0 else { break reading }
                    report.noteLoss(Self.trailingRemark(trailing))
                }
                break reading
            case .failed(.damaged(let words)):
                report.cut = words
                break reading
            case .failed(.empty):
                report.problems.append(ArchiveFault.empty.words)
                break reading
            case .failed(let fault): throw FileTreeError(fault, operation: operation)
            case .bytes(let bytes, let offset):
                let maximum = min(limits.spooled, limits.maxUnpacked(contents.packed))
                guard offset.addingSaturated(UInt64(bytes.count)) <= maximum else {
                    report.noteLoss(
                        "unpacks to more than \(ByteCount.short(maximum)); the rest is not read. "
                            + "Unpack it and open the directory")
                    break reading
                }
                progress.add(bytes: contents.packed - packed)
                packed = contents.packed
                unpacked = offset.addingSaturated(UInt64(bytes.count))
                let failure = spool.write(bytes, at: offset)
                guard failure == 0 else { throw FileTreeError(errno: failure, operation: operation) }
            }
        }
        self.report = report
        self.trailing = trailing
    }

    /// Returns the remark on bytes behind the compressed data.
    package static func trailingRemark(_ count: UInt64) -> String {
        "\(ByteCount.grouped(count)) trailing bytes after the compressed data are not read"
    }

    private static func spool(
        _ size: UInt64, of file: Descriptor, inMemory: Bool
    ) throws(FileTreeError) -> Descriptor {
        guard inMemory else { return try unnamedFile(size: size, from: file) }
        do throws(Errno) {
            return try UnnamedFile.makeInMemory()
        } catch {
            throw FileTreeError(errno: error.rawValue, operation: "make a temporary file")
        }
    }

    /// The first problem because of which a part of the contents is missing or wrong; nil if there is none.
    package var loss: String? { report.loss ?? cutSentence }

    /// Whether the contents begin like a tar with entries.
    package var isTar: Bool { TarHeader.begins(head(TreeFormats.headLength)) }

    /// Whether the contents may be a tar without entries: two blocks of zeros or more, up to the record that tar writes
    /// at once. Only a name tells it from other zeros.
    package var isEmptyTar: Bool {
        let (block, record) = (512, 10_240)
        let head = head(record + 1)
        return head.count >= 2 * block && head.count <= record && head.count % block == 0 && head.allSatisfy { $0 == 0 }
    }

    /// Returns the first bytes of the contents, or all of shorter ones.
    private func head(_ length: Int) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: length)
        let count = head.withUnsafeMutableBytes { file.read($0, at: 0) }
        return Array(head.prefix(max(0, count)))
    }
}
