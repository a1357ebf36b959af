package import ContainerModel
import FileTree
package import Formats

extension DirectoryRules {
    /// Returns the badges of an entry.
    /// - Parameters:
    ///   - facts: The known facts about it; nil if it has not been examined.
    ///   - covering: The backups that the directories above exclude it from.
    package func badges(
        ofEntry name: ArraySlice<UInt8>, _ kind: ItemKind, _ facts: EntryFacts?, covering: BackupKinds
    ) -> Badges {
        badges(
            ofEntry: name,
            EntryPolicy(
                kind: kind, exclusion: facts?.exclusion ?? BackupKinds(rawValue: 0), covering: nil,
                protection: facts?.status.protection ?? .unknown, permitted: facts?.permitted ?? .unrestricted),
            covering: covering)
    }

    /// Returns the badges of an entry by its policy.
    /// - Parameter covering: The backups that the directories above exclude it from.
    package func badges(
        ofEntry name: ArraySlice<UInt8>, _ policy: EntryPolicy, covering: BackupKinds
    ) -> Badges {
        let exclusion = Exclusion(own: policy.exclusion, isCovered: !covering.isEmpty)
        return name.withUnsafeBufferPointer { name in
            badges(
                ofEntry: name.span, type: ItemType(policy.kind), exclusion: exclusion,
                protection: policy.protection == .unknown ? nil : policy.protection, permitted: policy.permitted)
        }
    }
}
