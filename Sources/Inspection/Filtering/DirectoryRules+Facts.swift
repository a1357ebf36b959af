package import ContainerModel
import FileTree
package import Formats

extension DirectoryRules {
    /// Returns the badges of an entry.
    /// - Parameters:
    ///   - facts: What is known about it; nil if it has not been examined.
    ///   - covering: The backups that the directories above exclude it from.
    package func badges(
        ofEntry name: ArraySlice<UInt8>, _ kind: ItemKind, _ facts: EntryFacts?, covering: BackupKinds
    ) -> Badges {
        badges(
            ofEntry: name, kind, exclusion: facts?.exclusion ?? BackupKinds(rawValue: 0), covering: covering,
            protection: facts?.status.protection ?? .unknown, permitted: facts?.permitted ?? .unrestricted)
    }

    /// Returns the badges of an entry by what they depend on.
    func badges(
        ofEntry name: ArraySlice<UInt8>, _ kind: ItemKind, exclusion: BackupKinds, covering: BackupKinds,
        protection: ProtectionClass, permitted: Rights
    ) -> Badges {
        let exclusion = Exclusion(own: exclusion, isCovered: !covering.isEmpty)
        return name.withUnsafeBufferPointer { name in
            badges(
                ofEntry: name.span, type: ItemType(kind), exclusion: exclusion,
                protection: protection == .unknown ? nil : protection, permitted: permitted)
        }
    }
}
