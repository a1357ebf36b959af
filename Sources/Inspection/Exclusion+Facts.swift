package import ContainerModel
package import Formats

extension Exclusion {
    /// What keeps an item out of backups, put together.
    /// - Parameters:
    ///   - own: which backups the item's own attributes keep it out of.
    ///   - isCovered: whether a directory above it has such an attribute.
    package init(own: BackupKinds, isCovered: Bool) {
        self = isCovered ? .inherited : []
        if !own.isEmpty { insert(.own) }
    }
}
