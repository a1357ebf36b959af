import ContainerModel
import ContainerStore
import FileTree
import Formats
import System
import Transactions

/// Setting and removing the exclusion attribute (container-rules.md, "Backup"; formats.md, "The backup-exclusion
/// attribute").
extension SharingRules {
    /// - Parameter evenIfExcluded: Whether to set it even if the item already has it.
    func exclude(_ item: ItemAddress, _ decision: inout PolicyDecision, evenIfExcluded: Bool = false) {
        guard let (verdict, place) = place(of: item, &decision) else { return }
        guard let form = place.form(for: item, in: open) else {
            return decision.note(item, .refused, by: Verdict(outcome: .refused, rule: .exclusionNeedsUserAttributes))
        }
        let isExcluded = place.attributes.contains { found in
            switch form {
            case .attribute(let name): !found.isInAppleDouble && found.name == name
            case .appleDouble: found.isInAppleDouble && found.name == ExclusionAttribute.standard.name
            }
        }
        guard evenIfExcluded || !isExcluded else {
            return decision.note(item, .alreadySo, by: verdict, "already excluded")
        }
        switch form {
        case .attribute(let name):
            decision.note(item, .allowed, by: verdict)
            decision.changeSet.changes.append(.setAttribute(item, name: name, value: ExclusionAttribute.iOSValue))
        case .appleDouble:
            rewriteDouble(of: item, verdict, &decision) { bytes throws(FormatError) in
                try AppleDouble.setting(
                    ExclusionAttribute.standard.name, to: ExclusionAttribute.iOSValue, in: bytes)
            }
        }
    }

    /// - Parameter only: The attribute to remove; nil for all of them.
    func include(_ item: ItemAddress, _ decision: inout PolicyDecision, only: String? = nil) {
        guard let (verdict, place) = place(of: item, &decision) else { return }
        let own = place.attributes.filter { !$0.isInAppleDouble && (only == nil || $0.name == only) }
        let beside = only == nil ? place.attributes.filter(\.isInAppleDouble) : []
        if !beside.isEmpty {
            rewriteDouble(of: item, verdict, &decision) { bytes throws(FormatError) in
                var bytes = bytes
                for attribute in beside where bytes != nil {
                    bytes = try AppleDouble.setting(attribute.name, to: nil, in: bytes)
                }
                return bytes
            }
        }
        guard !own.isEmpty else {
            if place.attributes.isEmpty {
                decision.note(item, .alreadySo, by: verdict, "it has no exclusion attribute")
            }
            return
        }
        if beside.isEmpty { decision.note(item, .allowed, by: verdict) }
        decision.changeSet.changes += own.map { .setAttribute(item, name: $0.name, value: nil) }
    }

    /// Adds the change that gives an item's AppleDouble file new contents, or removes it if nothing is left in it.
    /// - Parameter change: Returns the new contents for the old ones; nil for none.
    private func rewriteDouble(
        of item: ItemAddress,
        _ verdict: Verdict,
        _ decision: inout PolicyDecision,
        _ change: ([UInt8]?) throws(FormatError) -> [UInt8]?
    ) {
        guard let double = item.sibling(AppleDoubleName.name(for: item.name)) else { return }
        do throws(FileTreeError) {
            var old: [UInt8]?
            if try open.statusIfPresent(double) != nil {
                let tree = try open.table.tree(of: double.root)
                old = try FileContents.read(double.path, in: tree, limit: Self.largestDouble)
            }
            do throws(FormatError) {
                let new = try change(old)
                decision.note(item, .allowed, by: verdict, "in the AppleDouble file beside it")
                decision.changeSet.changes.append(new.map { .writeFile(double, $0) } ?? .trash(double))
                decision.changeSet.rewritten.insert(double)
            } catch {
                decision.items.append(
                    PolicyDecision.ItemDecision(
                        item: double, outcome: .unavailable, sentence: "the AppleDouble file: \(error)"))
            }
        } catch {
            decision.note(double, unavailable: error)
        }
    }

    /// Beside attributes, an AppleDouble file may hold a resource fork, which iOS does not use.
    private static let largestDouble = 16 << 20

    /// Returns where the attributes of an item are now; nil if they may not be changed.
    private func place(of item: ItemAddress, _ decision: inout PolicyDecision) -> (Verdict, AttributePlace)? {
        guard let type = sourceType(item, &decision) else { return nil }
        let verdict = verdict(.setExclusion, on: item, type: type)
        guard !verdict.isRefused else {
            decision.note(item, .refused, by: verdict)
            return nil
        }
        guard type == .file || type == .directory else {
            decision.note(item, .refused, by: Verdict(outcome: .refused, rule: .exclusionOfFilesAndDirectories))
            return nil
        }
        do throws(FileTreeError) {
            return (verdict, AttributePlace(of: item.name, in: try open.table.openPath(item.parent)))
        } catch {
            decision.note(item, unavailable: error)
            return nil
        }
    }
}

/// Where the attributes of an item are stored.
private struct AttributePlace {
    /// How an attribute is added, in the form that the container uses already.
    enum Form {
        /// As an attribute of the file system, by its name on the host.
        case attribute(name: String)
        /// In the AppleDouble file beside the item.
        case appleDouble
    }

    /// The attributes that exclude the item now.
    let attributes: [ExclusionReader.Found]
    private let name: ArraySlice<UInt8>
    private let directory: Descriptor
    private let canHoldAttributes: Bool

    init(of name: ArraySlice<UInt8>, in directory: Descriptor) {
        self.name = name
        self.directory = directory
        canHoldAttributes = ExtendedAttributes.canHold(
            ExclusionAttribute.standard.linuxName.utf8, on: name, in: directory)
        attributes = ExclusionReader.attributes(of: name, in: .host(directory))
    }

    /// Returns the form in which an attribute is added; nil if there is none that anything would read.
    func form(for item: ItemAddress, in open: OpenRoots) -> Form? {
        guard !canHoldAttributes else {
            // `rsync --fake-super` stores what else an item has under the same prefix.
            let names = [name, []].lazy.map { ExtendedAttributes.names(of: $0, in: directory) }
            let isRsync = names.first { !$0.isEmpty }?.contains { $0.starts(with: ExclusionAttribute.rsyncPrefix.utf8) }
            let prefix = isRsync == true ? ExclusionAttribute.rsyncPrefix : ExclusionAttribute.linuxPrefix
            return .attribute(name: prefix + ExclusionAttribute.standard.name)
        }
        // Nothing says that anybody reads AppleDouble files unless the copy has some. A container's own root has none.
        guard !item.path.isRoot else { return nil }
        let directories = sequence(first: item.parent) { $0.path.isRoot ? nil : $0.parent }
        let usesDoubles = directories.contains { (try? open.names(in: $0))?.hasAppleDoubles == true }
        return usesDoubles ? .appleDouble : nil
    }
}
