import ContainerModel
import ContainerStore
import FileTree
import Formats
import Transactions

/// Setting and removing the exclusion attribute (container-rules.md, "Backup"; formats.md, "The backup-exclusion
/// attribute").
extension SharingRules {
    /// - Parameter evenIfExcluded: Whether to set it even if the item already has it.
    func exclude(_ item: ItemAddress, _ decision: inout PolicyDecision, evenIfExcluded: Bool = false) {
        guard let (verdict, attributes) = attributes(of: item, &decision) else { return }
        let standard = ExclusionAttribute.standard.linuxName
        guard evenIfExcluded || !attributes.contains(where: { $0.name == standard && !$0.isInAppleDouble }) else {
            return decision.note(item, .alreadySo, by: verdict, "already excluded")
        }
        decision.note(item, .allowed, by: verdict)
        decision.changes.append(.setAttribute(item, name: standard, value: ExclusionAttribute.iOSValue))
    }

    /// - Parameter only: The attribute to remove; nil for all of them.
    func include(_ item: ItemAddress, _ decision: inout PolicyDecision, only: String? = nil) {
        guard let (verdict, attributes) = attributes(of: item, &decision) else { return }
        let own = attributes.filter { !$0.isInAppleDouble && (only == nil || $0.name == only) }
        if attributes.count > own.count {
            // An AppleDouble file is an item of its own, so its attributes are not changed here; it can be deleted.
            decision.items.append(
                PolicyDecision.ItemDecision(
                    item: item,
                    outcome: .unavailable,
                    sentence: "the attribute is in the AppleDouble file beside it: delete that file (._"
                        + String(decoding: item.name, as: UTF8.self) + ")"
                )
            )
        }
        guard !own.isEmpty else {
            if attributes.isEmpty {
                decision.note(item, .alreadySo, by: verdict, "no attribute of its own excludes it")
            }
            return
        }
        decision.note(item, .allowed, by: verdict)
        decision.changes += own.map { .setAttribute(item, name: $0.name, value: nil) }
    }

    /// Returns the attributes that exclude an item now; nil if they may not be changed or the file system cannot store
    /// them.
    private func attributes(
        of item: ItemAddress,
        _ decision: inout PolicyDecision
    ) -> (Verdict, [ExclusionReader.Found])? {
        guard let type = typeOfSource(item, &decision) else { return nil }
        let verdict = verdict(.setExclusion, on: item, type: type)
        guard !verdict.isRefused else {
            decision.note(item, .refused, by: verdict)
            return nil
        }
        guard type == .file || type == .directory else {
            decision.note(item, .refused, by: Verdict(outcome: .refused, rule: .onlyFilesAndDirectories))
            return nil
        }
        do throws(FileTreeError) {
            let directory = try open.table.openPath(item.parent)
            let name = item.name
            guard ExtendedAttributes.canHold(ExclusionAttribute.standard.linuxName.utf8, on: name, in: directory) else {
                decision.note(item, .refused, by: Verdict(outcome: .refused, rule: .noUserAttributes))
                return nil
            }
            return (verdict, ExclusionReader.attributes(of: name, in: .host(directory)))
        } catch {
            decision.note(item, unavailable: error)
            return nil
        }
    }
}

extension RuleCitation {
    fileprivate static let onlyFilesAndDirectories = RuleCitation(
        identifier: "exclusion.files-and-directories",
        sentence:
            "Only files and directories can have the attribute; Linux does not support it on links, pipes and sockets. Set it on the "
            + "directory, or on the link's target.",
        sources: []
    )

    fileprivate static let noUserAttributes = RuleCitation(
        identifier: "exclusion.no-user-attributes",
        sentence: "The file system keeps no user attributes. Copy the container to one that does, such as ext4, XFS or "
            + "Btrfs.",
        sources: []
    )
}
