import ContainerModel
import FileTree

/// The names of files with several hard links, on both sides of a restoration, and which of them have to be copied so that
/// the same names belong to one file.
///
/// What belongs to one file in the model is copied in one transaction, which makes hard links of the copies. Links to names
/// outside of what is restored are not considered.
struct RestorationLinks {
    private struct Name {
        let path: ContainerPath
        /// The file in the model.
        let origin: FileIdentity
        /// The file that has the name in the container; nil if there is none.
        let present: FileIdentity?
        /// Whether it has the contents and the metadata of the model's.
        let isSame: Bool
        /// Whether it is copied in any case, by itself or with its directory.
        let isCopied: Bool
    }

    private var names: [Name] = []

    /// Adds a name that is copied in any case.
    mutating func addCopied(_ path: ContainerPath, _ status: ItemStatus) {
        names.append(Name(path: path, origin: status.identity, present: nil, isSame: false, isCopied: true))
    }

    /// Adds a name of a file that has several names on either side.
    /// - Parameters:
    ///   - status: The file in the model.
    ///   - present: What the container has.
    mutating func add(_ path: ContainerPath, _ status: ItemStatus, _ present: ItemStatus, isSame: Bool) {
        let identity = present.kind == .file ? present.identity : nil
        names.append(
            Name(path: path, origin: status.identity, present: identity, isSame: isSame, isCopied: false))
    }

    /// Returns the paths that have to be copied in addition to those that are copied in any case, in their order.
    func paths() -> [ContainerPath] {
        var origins: [FileIdentity: Set<FileIdentity>] = [:]
        var groups: [FileIdentity: (present: FileIdentity?, isWhole: Bool)] = [:]
        for name in names {
            if let present = name.present { origins[present, default: []].insert(name.origin) }
            let known = groups[name.origin]
            let isOneFile = name.isSame && known.map { $0.present == name.present } ?? true
            groups[name.origin] = (name.present, isOneFile && known?.isWhole ?? true)
        }
        return names.filter { name in
            guard !name.isCopied, let group = groups[name.origin] else { return false }
            return !group.isWhole || group.present.map { (origins[$0]?.count ?? 0) > 1 } ?? false
        }.map(\.path)
    }
}
