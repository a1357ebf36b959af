import ContainerModel
import ContainerStore

extension BackupSet.Row {
    /// Whether the item is backed up, + or -, and the size, in columns of a fixed width.
    package var columns: String {
        "\(backedUp ? "+" : "-")  \(sizeColumn(size, kind: kind))"
    }

    /// Why the item is left out, with the first source; nil if it is backed up. Not sanitized.
    package var grounds: String? {
        let name = (sources ?? []).compactMap { Source(rawValue: $0) }.firstName
        return explanation.map { reason in name.map { "\(reason) (\($0))" } ?? reason }
    }
}

extension BackupSet.Totals {
    /// The totals as text; not sanitized.
    package var lines: [String] {
        let kind = backup == "every" ? "every kind of backup" : "\(backup) backup"
        var lines = ["next backup (\(kind)): \(backedUp.text)"]
        for directory in topDirectories {
            // The container's own files are in no directory below it.
            let name = directory.path == "." ? "the container itself" : directory.path
            lines.append("  \(padded(ByteCount.short(directory.backedUp.bytes), to: 8))  \(name)")
        }
        for (reason, sum) in leftOut.sorted(by: { $0.key < $1.key }) {
            let items = Pluralized.items(sum.items)
            let title = BackupSet.Reason(rawValue: reason)?.title ?? reason
            lines.append("left out, \(title): \(items), \(ByteCount.exact(sum.bytes))")
        }
        if !largest.isEmpty {
            lines.append("largest files:")
            lines += largest.map { "  \(padded(ByteCount.short($0.bytes), to: 8))  \($0.path)" }
        }
        if recreatable != BackupSet.Sum() {
            lines.append("backed up although it seems recreatable: \(recreatable.text)")
            lines.append("  (such data belongs in Caches, or is excluded; `sandglass advise` lists it)")
        }
        if unreadable > 0 { lines.append("not examined: \(unreadable)") }
        return lines
    }
}

extension BackupSet.Sum {
    /// `28,672 bytes in 1 file, 3 directories, 0 links`.
    package var text: String {
        "\(ByteCount.exact(bytes)) in \(Pluralized.files(files)), \(Pluralized.directories(directories)), "
            + Pluralized.some(links, "symbolic link")
    }
}
