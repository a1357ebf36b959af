import ContainerModel
import FileTree
import Formats
import Jobs
import System

/// Reads archives as tables of their items; an entry opens as a file does, so that an archive in it is one more table.
struct ArchiveDocumentReader: DocumentReader {
    /// The limits within which an archive is listed and unpacked for a document.
    static var limits: ArchiveLimits {
        var limits = ArchiveLimits()
        limits.items = 100_000
        limits.nameBytes = 16 << 20
        limits.depth = 128
        limits.unsuspicious = 256 << 20
        return limits
    }

    private static let formats = TreeFormats.all.filter { !($0 is CompressedTarFormat) }

    var hidesTexts: Bool { true }

    func recognizes(_ file: DocumentSource) -> Bool {
        let head = Array(file.head.prefix(TreeFormats.headLength))
        return Self.formats.contains { $0.recognizes(head) } || Self.isZipBehindOtherBytes(file)
    }

    /// Whether a file or value ends as a zip does, such as one that extracts itself. Without a comment, the last bytes tell
    /// whether it may be one; with a comment, only the name does.
    private static func isZipBehindOtherBytes(_ file: DocumentSource) -> Bool {
        let record = 22
        guard file.size > UInt64(record), let end = try? file.bytes(from: file.size - UInt64(record), count: record),
            end.starts(with: ZipFormat.endSignature) || ZipFormat().suffixes.contains(where: file.hasSuffix),
            let archive = try? file.descriptor()
        else { return false }
        return ZipFormat().recognizes(endOf: archive)
    }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let archive = try file.descriptor()
        guard let format = TreeFormats.format(of: archive, among: Self.formats) else { throw DocumentFailure.otherKind }
        let tree = try mapError(
            try format.tree(
                in: archive, by: file.decoders, within: Self.limits, progress: ProgressMeter(),
                cancellation: limits.cancellation)
        ) { (error: FileTreeError) in DocumentFailure(error, "an archive that cannot be read") }
        var document = try Self.document(of: tree, format.title, within: limits)
        let isZip = format is ZipFormat
        document.moreLeftovers = { limits in
            let found =
                isZip
                ? ArchiveParts.besideEntries(ofZip: file.structure) { limits.mustStop }
                : ArchiveParts.besideEntries(ofTar: file.structure) { limits.mustStop }
            return found?.map { Int($0.lowerBound)..<Int($0.upperBound) }
        }
        return document
    }

    /// Returns the document of an archive that was opened.
    /// - Throws: `DocumentFailure` if nothing of it can be listed.
    static func document(
        of tree: any FileTree, _ title: String, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document {
        let listing = ArchiveListing(of: tree, at: .root, within: limits)
        if listing.isEmpty, let problem = tree.problems.first {
            throw DocumentFailure(tree.loss == nil ? .unreadable : .damaged, problem)
        }
        var document = listing.document(title)
        document.title = document.title.capitalizedFirst
        document.remarks += tree.problems
        document.isWhole = tree.problems.isEmpty
        return document
    }
}
