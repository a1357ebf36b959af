package import ContainerModel
package import Formats

extension Exclusion {
    /// Creates an exclusion from its two causes.
    /// - Parameters:
    ///   - own: The kinds of backup that the item's own attributes exclude it from.
    ///   - isCovered: Whether a directory above it has such an attribute.
    package init(own: BackupKinds, isCovered: Bool) {
        // By the bits: each row of a listing has one, and operations on sets look up conformances.
        let inherited = isCovered ? Exclusion.inherited.rawValue : 0
        self.init(rawValue: inherited | (own.rawValue == 0 ? 0 : Exclusion.own.rawValue))
    }
}
