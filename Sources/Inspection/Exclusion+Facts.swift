package import ContainerModel
package import Formats

extension Exclusion {
    /// Creates an exclusion from its two causes.
    /// - Parameters:
    ///   - own: The kinds of backup that the item's own attributes exclude it from.
    ///   - isCovered: Whether a directory above it has such an attribute.
    package init(own: BackupKinds, isCovered: Bool) {
        self = isCovered ? .inherited : []
        if !own.isEmpty { insert(.own) }
    }
}
