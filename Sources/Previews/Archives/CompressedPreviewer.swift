import FileTree
import Formats
import Jobs
import System

/// Shows what is compressed in a file or a value: a tar as an archive, anything else as it would be shown uncompressed.
struct CompressedPreviewer: Previewer {
    /// The greatest number of bytes of a file that are decompressed, to a temporary file.
    private static let mostBytes: UInt64 = 1 << 30
    /// The greatest number of bytes that are decompressed in memory.
    private static let mostInMemory: UInt64 = 256 << 20
    /// As much is decompressed however long it takes.
    private static let least: UInt64 = 16 << 20

    var hidesTexts: Bool { true }

    func recognizes(_ file: PreviewedFile) -> Bool { file.mayBeDecompressed && Self.format(of: file) != nil }

    private static func format(of file: PreviewedFile) -> CompressedTarFormat? {
        TreeFormats.all.lazy.compactMap { $0 as? CompressedTarFormat }.first { $0.recognizes(file.head) }
    }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        let opened = try Self.open(file, within: limits)
        if let tar = try opened.tar(within: limits) { return tar }
        var preview = Previewers.preview(of: try opened.inner(of: file), within: limits)
        preview.title += ", compressed by \(opened.format.compressor)"
        preview.remarks += opened.contents.problems
        preview.loss = preview.loss ?? opened.contents.loss
        return preview
    }

    func searched(_ file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> SearchedContents {
        let opened = try Self.open(file, within: limits)
        if let tar = try opened.tar(within: limits) { return .values(tar) }
        return .file(try opened.inner(of: file), problems: opened.contents.problems)
    }

    /// A file that was decompressed.
    private struct Opened {
        let format: CompressedTarFormat
        let archive: Descriptor
        let contents: CompressedFile
        let limits: ArchiveLimits

        /// Returns the preview of a tar; nil if it is none.
        func tar(within limits: PreviewLimits) throws(PreviewFailure) -> Preview? {
            guard contents.isTar else { return nil }
            let tree: any FileTree
            do throws(FileTreeError) {
                tree = try format.tree(
                    in: archive, contents, within: self.limits, progress: ProgressMeter(),
                    cancellation: limits.cancellation)
            } catch {
                throw PreviewFailure("an archive that cannot be read: \(error.reason)")
            }
            return try ArchivePreviewer.preview(of: tree, format.title, within: limits)
        }

        /// Returns the contents as a file, or as a value if they were one; under the name without the compressor's suffix.
        func inner(of file: PreviewedFile) throws(PreviewFailure) -> PreviewedFile {
            var name = file.name
            if let dot = name.lastIndex(of: 0x2e), dot > 0, name.count - dot <= 5 { name.removeLast(name.count - dot) }
            do throws(FileTreeError) {
                var inner = try PreviewedFile(name, unpacked: contents.file, isValue: file.isValue)
                inner.compressions = file.compressions + 1
                return inner
            } catch {
                throw PreviewFailure("it cannot be read: \(error.reason)")
            }
        }
    }

    private static func open(_ file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Opened {
        guard let format = format(of: file) else { throw PreviewFailure("") }
        let archive = try file.descriptor()
        var archiveLimits = ArchivePreviewer.limits
        archiveLimits.spooled = file.isUnnamed ? mostInMemory : mostBytes
        archiveLimits.unsuspicious = archiveLimits.spooled
        do throws(FileTreeError) {
            let contents = try CompressedFile(
                archive, within: archiveLimits, inMemory: file.isUnnamed, cancellation: limits.cancellation
            ) { $0 >= least && limits.mustStop }
            return Opened(format: format, archive: archive, contents: contents, limits: archiveLimits)
        } catch {
            throw PreviewFailure("compressed data that cannot be decompressed: \(error.reason)")
        }
    }
}
