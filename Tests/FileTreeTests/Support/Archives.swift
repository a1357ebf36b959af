import ContainerModel
import Decoding
import FileTree
import Jobs
import System
import TestSupport
import Testing

/// An item of an archive to be created, in the terms of the script that creates it.
struct ArchiveItem: Sendable {
    let name: String
    let kind: String
    let text: String

    /// A file.
    static func file(_ name: String, _ text: String = "x") -> ArchiveItem {
        .init(name: name, kind: "file", text: text)
    }
    static func directory(_ name: String) -> ArchiveItem { .init(name: name, kind: "directory", text: "") }
    static func link(_ name: String, to target: String) -> ArchiveItem {
        .init(name: name, kind: "link", text: target)
    }
    /// A hard link, in a tar only.
    static func hardLink(_ name: String, to target: String) -> ArchiveItem {
        .init(name: name, kind: "hard", text: target)
    }
    /// An item of kind `fifo`, `block`, `character` or `other`, in a tar only, or `whiteout`, which Linux lacks, in a
    /// zip only.
    static func special(_ name: String, _ kind: String) -> ArchiveItem { .init(name: name, kind: kind, text: "") }
}

extension TemporaryDirectory {
    /// Creates an archive with Python's modules, in the format given by its name, and returns its path.
    func archive(_ name: String, _ items: [ArchiveItem]) throws -> String {
        try Python.run(Script.text("archives_archive"), [self(name)] + items.flatMap { [$0.name, $0.kind, $0.text] })
        return self(name)
    }
}

/// Opens an archive with the first format that recognizes it.
func openArchive(
    _ path: String,
    decoders: DecoderPool = DecoderPool(),
    limits: ArchiveLimits = ArchiveLimits(),
    cancellation: Cancellation = Cancellation()
) throws -> any FileTree {
    let file = Descriptor(owning: open(path, O_RDONLY | O_CLOEXEC))
    let format = try #require(TreeFormats.format(of: file))
    return try format.tree(
        in: file, by: decoders, within: limits, progress: ProgressMeter(), cancellation: cancellation)
}

extension FileTree {
    /// Returns a line for each item: the path, the kind, and the size of a file or the target of a link.
    func lines() -> [String] {
        var lines: [String] = []
        var walk = TreeWalk(of: self)
        while let step = walk.next() {
            switch step {
            case .leaving: break
            case .failure(let path, let error): lines.append("\(path): \(error.reason)")
            case .item(let item):
                guard item.depth > 0 else { continue }
                var line = "\(item.path) \(item.status.kind)"
                if item.status.kind == .file { line += " \(item.status.size)" }
                if item.status.kind == .link,
                    let target = try? item.directory.linkTarget(of: item.name, path: item.path)
                {
                    line += " \(String(decoding: target, as: UTF8.self))"
                }
                lines.append(line)
            }
        }
        return lines
    }

    /// Returns a file's contents, or the reason why they cannot be read.
    func text(_ path: ContainerPath) -> String {
        do throws(FileTreeError) {
            return String(decoding: try FileContents.read(path, in: self, limit: 1 << 24), as: UTF8.self)
        } catch {
            return error.reason
        }
    }
}
