package import ContainerModel
import ContainerStore
package import Disk
import Jobs
import Transactions

/// What a path means that items are to get to: a directory they come into, or the new name of a single one.
package enum Destination: Sendable {
    /// It is there, or it is one of the places that are made when something comes to them.
    case directory(SharingItem)
    /// A single item gets this name: something that is no directory has it already, or nothing has.
    case name(SharingItem)
    /// Nothing is there, and what was meant has to be asked.
    case unclear(Question)

    /// What has to be asked about a path at which nothing is.
    package struct Question: Sendable {
        /// What was named.
        package let item: SharingItem
        /// What is there, or might be, under nearly the same name.
        package let suggestion: SharingItem?
        /// Whether it could be the new name of the item.
        package let canBeName: Bool
        /// Whether it could be made as a directory: the one around it is there.
        package let canBeDirectory: Bool
    }

    /// Looks at what is there, and at what is beside it. Work for a worker.
    ///
    /// - Parameters:
    ///   - sources: what is to get there.
    ///   - isDirectory: whether the path ends in a slash, or has to be a directory for another reason.
    ///   - isNewName: whether the person said that it is one, whatever is beside it.
    /// - Throws: `DiskError` where nobody can tell what is there: only "no such file" means that nothing is.
    package init(
        _ item: SharingItem,
        for sources: [SharingItem],
        isDirectory: Bool,
        isNewName: Bool = false,
        rules: RuleBook = .standard
    ) throws(DiskError) {
        if let kind = try item.kindIfPresent() {
            self = kind == .directory ? .directory(item) : .name(item)
            return
        }
        guard !item.isStandardDirectory(by: rules) else {
            self = .directory(item)
            return
        }
        let isParentThere = try item.parent.kindIfPresent() == .directory
        let canBeName =
            sources.count == 1 && !isDirectory && (isParentThere || item.parent.isStandardDirectory(by: rules))
        // Whoever repeats the item's own name means a name.
        let isOwnName = sources.first?.spot.name.elementsEqual(item.spot.name) == true
        let suggestion = canBeName && (isNewName || isOwnName) ? nil : try item.nearlyNamed(except: sources, rules)
        if canBeName, suggestion == nil {
            self = .name(item)
        } else {
            self = .unclear(
                Question(
                    item: item, suggestion: suggestion, canBeName: canBeName,
                    canBeDirectory: isParentThere && (isDirectory || sources.count != 1)))
        }
    }
}

extension SharingItem {
    /// What stands there, links not followed; nil where nothing does.
    /// - Throws: `DiskError` where it cannot be looked at.
    func kindIfPresent() throws(DiskError) -> ItemKind? { try presentStatus()?.kind }

    /// The same path with the first name that is missing replaced by one of nearly the same name that is beside it, or
    /// that a place of the rules has there; nil where there is none.
    fileprivate func nearlyNamed(except sources: [SharingItem], _ rules: RuleBook) throws(DiskError) -> SharingItem? {
        var rest: [[UInt8]] = []
        var missing = self
        while let parent = missing.spot.path.parent, !parent.isRoot, try missing.parent.kindIfPresent() == nil {
            // A place that is absent has nothing in it, but places of its own.
            if missing.parent.isStandardDirectory(by: rules) { break }
            rest.append(Array(missing.spot.name))
            missing = missing.parent
        }
        let directory = missing.parent
        var (files, directories): ([[UInt8]], [[UInt8]]) = ([], [])
        if try directory.kindIfPresent() == .directory { (files, directories) = try directory.names() }
        func isSource(_ name: [UInt8]) -> Bool { sources.contains { $0.spot == missing.sibling(name)?.spot } }
        files.removeAll(where: isSource)
        directories.removeAll(where: isSource)
        if let container {
            directories += rules.exactPaths(in: container.description.kind, below: directory.spot.path)
                .compactMap { $0.parent == directory.spot.path ? $0.lastComponent.map { Array($0) } : nil }
        }
        let wanted = Array(missing.spot.name)
        // What has something in it is a directory.
        let nearest = NameLikeness.nearest(to: wanted, among: rest.isEmpty ? files + directories : directories)
        guard let name = nearest ?? NameLikeness.beginning(wanted, among: directories) else { return nil }
        return rest.reversed().reduce(missing.sibling(name)) { $0?.entry($1) }
    }

    /// The names in a directory: those of directories, and the others.
    private func names() throws(DiskError) -> (files: [[UInt8]], directories: [[UInt8]]) {
        let handle: Descriptor
        do throws(DiskError) {
            handle = try spot.site.root.openDirectory(spot.path)
        } catch {
            // Who may write there without reading has to know the names.
            guard error.code == .permissionDenied else { throw error }
            return ([], [])
        }
        var (files, directories): ([[UInt8]], [[UInt8]]) = ([], [])
        guard let list = try DirectoryReader.read(handle, path: spot.path, cancellation: Cancellation()) else {
            return ([], [])
        }
        for index in 0..<list.count {
            let name = Array(list.name(index))
            if list.kind(index) == .directory { directories.append(name) } else { files.append(name) }
        }
        return (files, directories)
    }
}

extension RuleBook {
    /// The places below a directory that the table spells out, whether they are there or not.
    func exactPaths(in kind: ContainerKind, below directory: ContainerPath) -> [ContainerPath] {
        tables.places.flatMap(\.paths).filter { $0.container == kind }.compactMap(\.pattern.exactPath)
            .filter { $0.isInside(directory) }
    }
}
