package import ContainerModel
package import ContainerStore
import Disk
package import Transactions

/// Documents on their way to an app: what each of them becomes, and the changes that takes.
package struct Delivery: Sendable {
    /// One document.
    package struct Document: Sendable {
        /// Where it comes from, on this computer.
        package let original: SharingItem
        /// What was decided.
        package let ruling: DeliveryRuling
        /// What the app is told; nil for a refusal.
        package let opened: OpenedDocument?
        /// Where the app's copy will be; nil where none is made.
        package let copy: SharingItem?
    }

    /// Each document, in the order in which they were given.
    package private(set) var documents: [Document] = []
    /// What could not be looked at, and why.
    package private(set) var unavailable: [(item: SharingItem, reason: String)] = []
    /// Whether a link or a file stands where the way to an inbox should be.
    package private(set) var isInboxOutOfReach = false
    /// What will be done: the inboxes, where they are missing, and the copies.
    package private(set) var changes: [Change] = []
    private var directoriesOnTheWay: Set<Spot> = []

    /// Decides about documents of this computer. The disk is looked at, and nothing is changed.
    package init(
        of originals: [SharingItem],
        from sender: DeliverySender,
        to container: Container,
        isInPlaceDemanded: Bool = false,
        rules: RuleBook = .standard
    ) {
        let description = container.description
        let types = UniformTypes(declaredBy: description.app)
        var taken: Set<[UInt8]> = []
        var made: Set<ContainerPath> = []
        for original in originals {
            let isDirectory: Bool
            do throws(DiskError) {
                isDirectory = try original.status().kind == .directory
            } catch {
                unavailable.append((original, error.reason))
                continue
            }
            let ruling = DeliveryRuling(
                of: types.type(ofName: original.spot.name, isDirectory: isDirectory),
                from: sender,
                kind: description.kind,
                app: description.app,
                areTypesKnown: description.hasInfoDictionary,
                isInPlaceDemanded: isInPlaceDemanded,
                types: types,
                rules: rules
            )
            var opened: OpenedDocument?
            var copy: SharingItem?
            switch ruling {
            case .refused: break
            case .openInPlace:
                opened = OpenedDocument(original: original.spot.hostPath, isDirectory: isDirectory, from: sender)
            case .copy(let directory, _):
                let inbox = SharingItem(directory, in: container)
                let name: [UInt8]?
                let missing: [SharingItem]
                do throws(DiskError) {
                    missing = try inbox.missingDirectories()
                    name = try DeliveryName.free(for: Array(original.spot.name)) { (name) throws(DiskError) in
                        if taken.contains(directory.bytes + [0x2f] + name) { return true }
                        return try inbox.entry(name)?.presentStatus() != nil
                    }
                } catch {
                    unavailable.append((original, "could not look at the inbox: \(error.reason)"))
                    isInboxOutOfReach = isInboxOutOfReach || [.throughLink, .notADirectory].contains(error.code)
                    continue
                }
                guard let name, let target = inbox.entry(name) else {
                    unavailable.append((original, "no name is left for it in the inbox"))
                    continue
                }
                taken.insert(target.spot.path.bytes)
                // The system makes the inbox, and what is around it, when it delivers the first document.
                for directory in missing where made.insert(directory.spot.path).inserted {
                    changes.append(.makeDirectory(directory.spot))
                    directoriesOnTheWay.insert(directory.spot)
                }
                changes.append(.copy(original.spot, to: target.spot))
                opened = OpenedDocument(
                    copy: target.spot.path, isDirectory: isDirectory, in: description, from: sender)
                copy = target
            }
            documents.append(Document(original: original, ruling: ruling, opened: opened, copy: copy))
        }
    }

    /// What is to be planned. Names are free as far as anybody knows: one that is taken meanwhile is a failure, never
    /// replaced.
    package var request: ChangeRequest {
        var request = ChangeRequest(
            title: "deliver", actor: ActingParty.system.rawValue, changes: changes, conflicts: .ask, onError: .rollBack)
        request.directoriesOnTheWay = directoriesOnTheWay
        return request
    }
}

extension SharingItem {
    /// This directory and those around it that are not there, outermost first.
    /// - Throws: `DiskError` where nobody can tell.
    func missingDirectories() throws(DiskError) -> [SharingItem] {
        var missing: [SharingItem] = []
        var current = self
        while !current.spot.path.isRoot, try current.presentStatus() == nil {
            missing.append(current)
            current = current.parent
        }
        return missing.reversed()
    }
}
