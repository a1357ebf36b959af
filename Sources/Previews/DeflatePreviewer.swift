import ContainerModel
import Formats

/// Shows what is compressed by DEFLATE as what is compressed in it: values without a header, such as the models in stores of
/// Core Data, and values and files with that of zlib.
struct DeflatePreviewer: Previewer {
    /// The greatest size, in bytes, compressed or not.
    private static let mostBytes = 16 << 20
    private static let fewestBytes = 16

    var hidesTexts: Bool { true }

    func recognizes(_ file: PreviewedFile) -> Bool {
        guard file.mayBeDecompressed, file.size >= Self.fewestBytes, file.size <= Self.mostBytes else { return false }
        if Self.hasHeader(file.head) { return true }
        // A file has a header. The type of the first block is stored, fixed or dynamic; 3 is none.
        return file.isValue && file.head[0] & 0b110 != 0b110
    }

    /// Returns whether bytes begin like those of zlib: the method, no dictionary, and a checksum of both bytes (RFC 1950).
    private static func hasHeader(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
        guard let first = bytes.first, let second = bytes.dropFirst().first else { return false }
        return first & 0xf == 8 && second & 0x20 == 0 && (Int(first) << 8 | Int(second)) % 31 == 0
    }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        let inner = try Self.inner(of: file)
        guard inner.isCertain else {
            var preview = Previewers.preview(of: inner.file, within: limits, by: Self.known)
            preview.title += ", compressed by DEFLATE"
            return preview
        }
        var preview = Previewers.preview(of: inner.file, within: limits)
        preview.title += ", compressed by zlib"
        preview.remarks += inner.problems
        preview.loss = preview.loss ?? inner.problems.first
        return preview
    }

    func searched(_ file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> SearchedContents {
        let inner = try Self.inner(of: file)
        return .file(inner.file, problems: inner.problems, bytes: inner.isCertain ? .never : .ifNothingIsFound)
    }

    /// The previewers of what may be compressed without a header: anything may be a message, or bytes.
    private static var known: [any Previewer] {
        Previewers.all.filter { !($0 is DeflatePreviewer || $0 is ProtobufPreviewer || $0 is HexPreviewer) }
    }

    /// What is compressed in a file or a value.
    private struct Inner {
        var file: PreviewedFile
        /// Whether there is no doubt about that.
        var isCertain: Bool
        var problems: [String] = []
    }

    private static func inner(of file: PreviewedFile) throws(PreviewFailure) -> Inner {
        let compressed = try file.whole(limit: mostBytes, as: "a compressed value")
        func inner(_ bytes: [UInt8]) -> PreviewedFile {
            var inner = PreviewedFile(file.name, bytes: bytes)
            inner.compressions = file.compressions + 1
            return inner
        }
        do throws(PreviewFailure) {
            let (bytes, trailing) = try zlib(compressed)
            let problem = "\(ByteCount.grouped(UInt64(trailing))) bytes follow what is compressed, and are not read"
            return Inner(file: inner(bytes), isCertain: true, problems: trailing == 0 ? [] : [problem])
        } catch {
            guard file.isValue else { throw error }
        }
        // Bytes that are not compressed may look as if they were, but what comes out of them is short or looks like nothing.
        guard let bytes = try? Inflate.decompress(compressed, limit: mostBytes), bytes.count >= compressed.count
        else { throw PreviewFailure("") }
        let file = inner(bytes)
        guard known.contains(where: { $0.recognizes(file) }) else { throw PreviewFailure("") }
        return Inner(file: file, isCertain: false)
    }

    /// Returns what is between the header and the checksum of zlib (RFC 1950), and the number of bytes behind them.
    /// - Throws: `PreviewFailure`, without a reason if the contents contradict the header, which may be one by chance.
    private static func zlib(_ bytes: [UInt8]) throws(PreviewFailure) -> (contents: [UInt8], trailing: Int) {
        guard hasHeader(bytes) else { throw PreviewFailure("") }
        let (header, checksum) = (2, 4)
        let (found, end): ([UInt8], Int)
        do throws(FormatError) {
            (found, end) = try Inflate.decompressPrefix(of: Array(bytes.dropFirst(header)), limit: mostBytes)
        } catch {
            switch error.code {
            case .truncated: throw PreviewFailure("compressed by zlib, but cut off")
            case .tooLarge:
                throw PreviewFailure("compressed by zlib to more than \(mostBytes >> 20) MB, which is not decompressed")
            default: throw PreviewFailure("")
            }
        }
        let rest = bytes[(header + end)...]
        guard rest.count >= checksum else { throw PreviewFailure("compressed by zlib, but cut off") }
        var (first, second): (UInt32, UInt32) = (1, 0)
        for byte in found {
            first = (first + UInt32(byte)) % 65_521
            second = (second + first) % 65_521
        }
        let sum = rest.prefix(checksum).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard sum == second << 16 | first else {
            throw PreviewFailure("compressed by zlib, but damaged: its checksum is wrong")
        }
        return (found, rest.count - checksum)
    }
}
