package import ContainerModel
package import ContainerStore
import FileTree
package import Transactions

/// Documents on their way to an app: what each of them becomes, and the changes that takes.
package struct Delivery: Sendable {
    /// One document.
    package struct Document: Sendable {
        /// Where it comes from, on this computer.
        package let original: ItemAddress
        /// What was decided.
        package let decision: DeliveryDecision
        /// What the app is told; nil for a refusal.
        package let opened: OpenedDocument?
        /// Where the app's copy will be; nil where none is made.
        package let copy: ItemAddress?
    }

    /// Each document, in the order in which they were given.
    package private(set) var documents: [Document] = []
    /// What could not be looked at, and why.
    package private(set) var unavailable: [(item: ItemAddress, reason: String)] = []
    /// Whether a link or a file stands where the way to an inbox should be.
    package private(set) var isInboxOutOfReach = false
    /// What will be done: the inboxes, where they are missing, and the copies.
    package private(set) var changes: [Change] = []
    private var directoriesOnTheWay: Set<ItemAddress> = []

    /// Decides about documents of this computer. The disk is looked at, and nothing is changed.
    /// - Parameter open: what is known of the roots, the container's among them.
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
                // The system makes the inbox, and what is around it, when it delivers the first document.
                for directory in missing where made.insert(directory.path).inserted {
                    changes.append(.makeDirectory(directory))
                    directoriesOnTheWay.insert(directory)
                }
                changes.append(.copy(original, to: target))
                opened = OpenedDocument(
                    copy: target.path, isDirectory: isDirectory, in: description, from: sender)
                copy = target
            }
            documents.append(Document(original: original, decision: decision, opened: opened, copy: copy))
        }
    }

    /// What is to be planned. Names are free as far as anybody knows: one that is taken meanwhile is a failure, never
    /// replaced.
    package var request: ChangeRequest {
        var request = ChangeRequest(
            title: OperationTitle.deliver, actor: ActingParty.system.rawValue, changes: changes, conflicts: .ask,
            onError: .rollBack)
        request.directoriesOnTheWay = directoriesOnTheWay
        return request
    }
}
