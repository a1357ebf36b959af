package import ContainerModel

/// Something that an undo of a plan will not revert or not restore in full, known before the plan is carried out.
package enum UndoLimit: Hashable, Sendable {
    /// Metadata that is lost in a move to another file system and not restored by an undo.
    package enum Loss: String, Hashable, Sendable, CaseIterable {
        /// Extended attributes, including access control lists.
        case attributes
        /// Permission bits.
        case permissions
        /// Owner and group: only root can change the owner.
        case owner
        /// Hard links to names outside the moved tree.
        case otherNames
    }

    /// New items cannot be moved to the trash.
    case noTrash([UInt8], reason: String)
    /// New items are on another file system than the trash, which has less free space than they need.
    case littleSpace([UInt8], needed: UInt64, available: UInt64)
    /// Items lose metadata: the first item, and how many others.
    case loss(Loss, ItemAddress, others: Int)
}

extension UndoLimit: Encodable {
    /// The limit as a sentence. Names in it are not safe for a terminal.
    package var text: String {
        func name(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        switch self {
        case .noTrash(let path, let reason):
            return "undo cannot revert this, since the trash, \(name(path)), cannot be used: \(reason)"
        case .littleSpace(let path, let needed, let available):
            return
                "undo cannot currently revert this: the trash, \(name(path)), is on another file system, where "
                + "\(ByteCount.exact(needed)) are needed and \(ByteCount.exact(available)) are free"
        case .loss(let loss, let address, let others):
            let items = others == 0 ? "" : " and \(Pluralized.some(others, "more item"))"
            return "undo restores \(name(address.hostPath))\(items) \(loss.consequence)"
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .noTrash(let path, _):
            try encoder.encode(["limit": "no trash", "text": text, "path": ReportedPath(path)])
        case .littleSpace(let path, let needed, let available):
            try encoder.encode([
                "limit": "little space", "text": text, "path": ReportedPath(path), "needed": needed,
                "available": available,
            ])
        case .loss(let loss, let address, let others):
            try encoder.encode([
                "limit": loss.rawValue, "text": text, "path": ReportedPath(address), "items": others + 1,
            ])
        }
    }
}

extension UndoLimit.Loss {
    fileprivate var consequence: String {
        switch self {
        case .attributes: "without extended attributes, which the other file system does not keep"
        case .permissions: "without permissions, which the other file system does not keep"
        case .owner: "without owner and group, which only root can restore"
        case .otherNames: "as a copy that is no longer a hard link to its other names"
        }
    }
}
