package import ContainerModel
package import ContainerStore
import FileTree
package import Transactions

/// A delivery of documents to an app: the decision for each of them, and the changes it takes.
package struct Delivery: Sendable {
    /// A document of the delivery.
    package struct Document: Sendable {
        /// The document on this computer.
        package let original: ItemAddress
        /// The decision.
        package let decision: DeliveryDecision
        /// What the app receives; nil for a refusal.
        package let opened: OpenedDocument?
        /// The path of the app's copy; nil if none is made.
        package let copy: ItemAddress?
    }

    /// The documents, in the order given.
    package private(set) var documents: [Document] = []
    /// The documents that could not be examined, and why.
    package private(set) var unavailable: [(item: ItemAddress, reason: String)] = []
    /// Whether a symbolic link or a file is in place of an inbox or a directory above it.
    package private(set) var isInboxOutOfReach = false
    /// The changes to make: the missing inboxes and the copies.
    package private(set) var changeSet = ChangeSet()

    /// Decides about documents of this computer, without changing the disk.
    /// - Parameter open: The open roots, including the container's.
    package init(
        of originals: [ItemAddress],
        from sender: DeliverySender,
        to container: Container,
        in open: OpenRoots,
        isInPlaceDemanded: Bool = false,
        rules: RuleBook = .standard
    ) {
        let description = container.description
        let types = UniformTypes(declaredBy: description.app)
        var taken: Set<[UInt8]> = []
        var made: Set<ContainerPath> = []
        for original in originals {
            let isDirectory: Bool
            do throws(FileTreeError) {
                isDirectory = try open.status(original).kind == .directory
            } catch {
                unavailable.append((original, error.reason))
                continue
            }
            let decision = DeliveryDecision(
                of: types.type(ofName: original.name, isDirectory: isDirectory),
                from: sender,
                kind: description.kind,
                app: description.app,
                areTypesKnown: description.hasInfoDictionary,
                isInPlaceDemanded: isInPlaceDemanded,
                types: types,
                rules: rules
            )
            var opened: OpenedDocument?
            var copy: ItemAddress?
            switch decision {
            case .refused: break
            case .openInPlace:
                opened = OpenedDocument(original: original.hostPath, isDirectory: isDirectory, from: sender)
            case .copy(let directory, _):
                let inbox = ItemAddress(container.root, directory)
                let name: [UInt8]?
                let missing: [ItemAddress]
                do throws(FileTreeError) {
                    missing = try open.missingDirectories(to: inbox)
                    name = try DeliveryName.free(for: Array(original.name)) { (name) throws(FileTreeError) in
                        if taken.contains(directory.bytes + [0x2f] + name) { return true }
                        return try inbox.entry(name).flatMap { (item) throws(FileTreeError) in
                            try open.statusIfPresent(item)
                        } != nil
                    }
                } catch {
                    unavailable.append((original, "could not read the inbox: \(error.reason)"))
                    isInboxOutOfReach = isInboxOutOfReach || [.throughLink, .notADirectory].contains(error.code)
                    continue
                }
                guard let name, let target = inbox.entry(name) else {
                    unavailable.append((original, "no free name is left for it in the inbox"))
                    continue
                }
                taken.insert(target.path.bytes)
                // iOS creates the inbox, and the directories above it, when it delivers the first document.
                for directory in missing where made.insert(directory.path).inserted {
                    changeSet.changes.append(.makeDirectory(directory))
                    changeSet.directoriesOnTheWay.insert(directory)
                }
                changeSet.changes.append(.copy(original, to: target))
                for (companion, address) in open.companions(of: original) where companion != .index {
                    guard let place = target.companion(companion) else { continue }
                    changeSet.changes.append(.copy(address, to: place))
                    changeSet.companions[address] = CompanionLink(companion, of: original)
                }
                opened = OpenedDocument(
                    copy: target.path, isDirectory: isDirectory, in: description, from: sender)
                copy = target
            }
            documents.append(Document(original: original, decision: decision, opened: opened, copy: copy))
        }
    }
}
