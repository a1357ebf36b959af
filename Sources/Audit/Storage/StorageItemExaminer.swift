import ContainerModel
import FileTree
import Inspection

/// Reports items by where they lie: the user's own data excluded from backups, files left in Inbox, files without data
/// protection.
struct StorageItemExaminer: ItemExaminer {
    func examine(_ item: AuditedItem, _ context: AuditContext, _ report: (Finding) -> Void) {
        guard item.status.kind == .file else { return }
        let place = item.location.place
        if place == .documents, !item.exclusion.isEmpty, item.isUserDocument {
            let by = item.exclusion.contains(.own) ? "its own attribute" : "the attribute of a directory above"
            report(
                Finding(.userDataExclusion, in: item.container, at: item.path, "excluded from backups by \(by)"))
        }
        if place == .inbox {
            let size = ByteCount.short(item.status.size)
            report(Finding(.leftInInbox, in: item.container, at: item.path, "a file of \(size) that another app sent"))
        }
        if item.protection == .none, item.container.kind != .bundle {
            report(
                Finding(
                    .noProtection, in: item.container, at: item.path,
                    "the file can be read on a locked device" + (item.isBackedUp ? ", and is backed up" : "")))
        }
    }
}

extension AuditedItem {
    /// Whether its name is that of a document that a user writes.
    fileprivate var isUserDocument: Bool {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        return NameHint.all.contains { row in
            row.looks == .userDocument && row.part == .suffix
                && row.texts.contains { name.hasSuffix($0) && name != $0 }
        }
    }
}

/// Reports the caches in which the keyboard keeps typed words.
struct KeyboardCacheExaminer: ItemExaminer {
    private static let suffixes = [".dat", ".lm"].map { Array($0.utf8) }

    func examine(_ item: AuditedItem, _ context: AuditContext, _ report: (Finding) -> Void) {
        guard item.status.kind == .file, item.status.size > 0, item.path.isInside("Library/Keyboard"),
            Self.suffixes.contains(where: { item.name.suffix($0.count).elementsEqual($0) })
        else { return }
        report(
            Finding(
                .keyboardCache, in: item.container, at: item.path,
                "the keyboard's dictionary of typed words, \(ByteCount.short(item.status.size))"))
    }
}
