import ContainerModel
import FileTree
import Formats
import Jobs

/// Shows what is in an archive as a table; an entry opens as a file does, so that an archive in it is one more table.
struct ArchivePreviewer: Previewer {
    /// The limits within which an archive is listed and unpacked for a preview.
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

    func recognizes(_ file: PreviewedFile) -> Bool {
        let head = Array(file.head.prefix(TreeFormats.headLength))
        return Self.formats.contains { $0.recognizes(head) }
    }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        let archive = try file.descriptor()
        guard let format = TreeFormats.format(of: archive, among: Self.formats) else { throw PreviewFailure("") }
        let tree: any FileTree
        do throws(FileTreeError) {
            tree = try format.tree(
                in: archive, within: Self.limits, progress: ProgressMeter(), cancellation: limits.cancellation)
        } catch {
            throw PreviewFailure("an archive that cannot be read: \(error.reason)")
        }
        return try Self.preview(of: tree, format.title, within: limits)
    }

    /// Returns the preview of an archive that was opened.
    /// - Throws: `PreviewFailure` if nothing of it can be listed.
    static func preview(
        of tree: any FileTree, _ title: String, within limits: PreviewLimits
    ) throws(PreviewFailure) -> Preview {
        let listing = ArchiveListing(of: tree, at: .root, within: limits)
        guard !listing.isEmpty || tree.problems.isEmpty else {
            throw PreviewFailure(tree.problems.first ?? "")
        }
        var preview = listing.preview(title)
        preview.title = preview.title.prefix(1).uppercased() + preview.title.dropFirst()
        preview.remarks += tree.problems
        preview.loss = tree.loss
        return preview
    }
}
