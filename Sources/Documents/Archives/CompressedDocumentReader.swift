import ContainerModel
import Decoding
import FileTree
import Formats
import Jobs
import System

/// Reads compressed files and values: a tar as an archive, anything else as it would be read uncompressed.
struct CompressedDocumentReader: DocumentReader {
    /// The maximum number of bytes of a file that are decompressed, to a temporary file.
    private static let maxBytes: UInt64 = 1 << 30
    /// The maximum number of bytes that are decompressed in memory.
    private static let maxInMemory: UInt64 = 256 << 20
    /// As much is decompressed however long it takes.
    private static let minimum: UInt64 = 16 << 20

    var hidesTexts: Bool { true }

    func recognizes(_ file: DocumentSource) -> Bool { Self.format(of: file) != nil }

    /// Chosen once: every value of a database passes here.
    private static let formats = TreeFormats.all.compactMap { $0 as? CompressedTarFormat }

    private static func format(of file: DocumentSource) -> CompressedTarFormat? {
        formats.first { $0.recognizes(file.head) }
    }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        try file.checkDepth()
        let opened = try Self.open(file, within: limits)
        let skippable = opened.skippable(of: file) { limits.mustStop }
        if var tar = try opened.tar(named: file, within: limits) {
            tar.trailing = opened.trailing(of: file)
            tar.add(skippable)
            guard let inner = try? opened.inner(of: file),
                let found = ArchiveParts.besideEntries(ofTar: inner.structure, mustStop: { limits.mustStop })
            else {
                tar.isWhole = false
                tar.undecoded.append("the bytes that belong to none of its items are not known")
                return tar
            }
            if !found.isEmpty {
                let ranges = found.map { Int($0.lowerBound)..<Int($0.upperBound) }
                let title = "bytes of the archive that belong to no item"
                tar.trailing.append(Document.Trailing(source: inner, ranges: ranges, title: title))
            }
            return tar
        }
        var document = DocumentReaders.read(try opened.inner(of: file), within: limits)
        document.compressions.append("compressed with \(opened.format.compressor)")
        document.remarks += opened.contents.problems
        document.addLosses(opened.contents.loss.map { [$0] } ?? [])
        document.trailing += opened.trailing(of: file)
        document.add(skippable)
        return document
    }

    /// A file that was decompressed.
    private struct Opened {
        let format: CompressedTarFormat
        let archive: Descriptor
        let contents: CompressedFile
        let decoders: DecoderPool
        let limits: ArchiveLimits

        /// Returns the bytes behind the compressed data; none if there are none.
        func trailing(of file: DocumentSource) -> [Document.Trailing] {
            contents.trailing > 0 ? [Document.Trailing(last: Int(clamping: contents.trailing), of: file)] : []
        }

        /// Returns the bytes in frames that decompression leaves out; none of other formats than Zstandard.
        func skippable(of file: DocumentSource, mustStop: () -> Bool) -> Skippable {
            guard format.signature == ZstandardFrames.magic else { return Skippable(bytes: nil, isComplete: true) }
            let frames = ZstandardFrames(of: file.structure, mustStop: mustStop)
            let ranges = frames.skippable.map { Int($0.lowerBound)..<Int($0.upperBound) }
            let bytes = Document.Trailing(source: file, ranges: ranges, title: "bytes in skippable frames")
            // Of data that are cut off, it is known that something is missing.
            return Skippable(
                bytes: ranges.isEmpty ? nil : bytes, isComplete: frames.isComplete || contents.loss != nil)
        }

        /// Returns the document of a tar; nil if it is none.
        /// - Parameter file: The compressed file, whose name tells a tar without entries from other zeros.
        func tar(named file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document? {
            let isNamed = format.suffixes.contains { file.hasSuffix($0) }
            guard contents.isTar || isNamed && contents.isEmptyTar else { return nil }
            let tree = try mapError(
                try format.tree(
                    in: archive, contents, by: decoders, within: self.limits, progress: ProgressMeter(),
                    cancellation: limits.cancellation)
            ) { (error: FileTreeError) in DocumentFailure(error, "an archive that cannot be read") }
            return try ArchiveDocumentReader.document(of: tree, format.title, within: limits)
        }

        /// Returns the contents as a file, or as a value if they were one; under the name without the compressor's suffix.
        func inner(of file: DocumentSource) throws(DocumentFailure) -> DocumentSource {
            var name = file.name
            if let dot = name.lastIndex(of: 0x2e), dot > 0, name.count - dot <= 5 { name.removeLast(name.count - dot) }
            do throws(FileTreeError) {
                var inner = try DocumentSource(name, unpacked: contents.file, isValue: file.isValue, in: file)
                inner.compressions = file.compressions + 1
                return inner
            } catch {
                throw DocumentFailure("it cannot be read: \(error.reason)")
            }
        }
    }

    /// The bytes in skippable frames.
    fileprivate struct Skippable {
        /// The bytes; nil if there are none.
        let bytes: Document.Trailing?
        /// Whether all of them are known.
        let isComplete: Bool
    }

    private static func open(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Opened {
        guard let format = format(of: file) else { throw DocumentFailure.otherKind }
        let archive = try file.descriptor()
        var archiveLimits = ArchiveDocumentReader.limits
        archiveLimits.spooled = file.isUnnamed ? maxInMemory : maxBytes
        archiveLimits.unsuspicious = archiveLimits.spooled
        let decoders = file.decoders
        do throws(FileTreeError) {
            let contents = try CompressedFile(
                archive, by: decoders, within: archiveLimits, inMemory: file.isUnnamed,
                cancellation: limits.cancellation
            ) { $0 >= minimum && limits.mustStop }
            return Opened(
                format: format, archive: archive, contents: contents, decoders: decoders, limits: archiveLimits)
        } catch {
            throw DocumentFailure(error, "compressed data that cannot be decompressed")
        }
    }
}

extension Document {
    /// Adds the bytes in skippable frames, of which nothing is shown.
    fileprivate mutating func add(_ skippable: CompressedDocumentReader.Skippable) {
        if let bytes = skippable.bytes {
            let count = bytes.ranges.reduce(0) { $0 + $1.count }
            remarks.append("\(Pluralized.bytes(count)) in skippable frames \(count == 1 ? "is" : "are") not shown")
            trailing.append(bytes)
        }
        guard !skippable.isComplete else { return }
        let reason = "not all skippable frames were found"
        remarks.append(reason)
        addLosses([reason])
    }
}
