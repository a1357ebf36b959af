package import ContainerModel
import ContainerStore
package import Disk
import Jobs
import Transactions

/// What a path means that items are to get to: a directory they come into, or the new name of a single one.
package enum Destination: Sendable {
    /// It is there, or it is one of the places that are made when something comes to them.
    case directory(ItemAddress)
    /// A single item gets this name: something that is no directory has it already, or nothing has.
    case name(ItemAddress)
    /// Nothing is there, and what was meant has to be asked.
    case unclear(Question)

    /// What has to be asked about a path at which nothing is.
    package struct Question: Sendable {
        /// What was named.
        package let item: ItemAddress
        /// What is there, or might be, under nearly the same name.
        package let suggestion: ItemAddress?
        /// Whether it could be the new name of the item.
        package let canBeName: Bool
        /// Whether it could be made as a directory: the one around it is there.
        package let canBeDirectory: Bool
    }

    /// Looks at what is there, and at what is beside it. Work for a worker.
    ///
    /// - Parameters:
    ///   - sources: what is to get there.
    ///   - open: what is known of the roots.
    ///   - isDirectory: whether the path ends in a slash, or has to be a directory for another reason.
    ///   - isNewName: whether the person said that it is one, whatever is beside it.
    /// - Throws: `DiskError` where nobody can tell what is there: only "no such file" means that nothing is.
    package init(
        _ item: ItemAddress,
        for sources: [ItemAddress],
        in open: OpenRoots,
        isDirectory: Bool,
        isNewName: Bool = false,
        rules: RuleBook = .standard
    ) throws(DiskError) {
        if let kind = try open.kindIfPresent(item) {
            self = kind == .directory ? .directory(item) : .name(item)
            return
        }
        guard !open.isStandardDirectory(item, by: rules) else {
            self = .directory(item)
            return
        }
        let isParentThere = try open.kindIfPresent(item.parent) == .directory
        let canBeName =
            sources.count == 1 && !isDirectory && (isParentThere || open.isStandardDirectory(item.parent, by: rules))
        // Whoever repeats the item's own name means a name.
        let isOwnName = sources.first?.name.elementsEqual(item.name) == true
        let suggestion =
            canBeName && (isNewName || isOwnName) ? nil : try open.nearlyNamed(item, except: sources, rules)
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

extension OpenRoots {
    /// What stands there, links not followed; nil where nothing does.
    /// - Throws: `DiskError` where it cannot be looked at.
    func kindIfPresent(_ item: ItemAddress) throws(DiskError) -> ItemKind? { try statusIfPresent(item)?.kind }

    /// The same path with the first name that is missing replaced by one of nearly the same name that is beside it, or
    /// that a place of the rules has there; nil where there is none.
    fileprivate func nearlyNamed(
        _ item: ItemAddress,
        except sources: [ItemAddress],
        _ rules: RuleBook
    ) throws(DiskError) -> ItemAddress? {
        var rest: [[UInt8]] = []
        var missing = item
        while let parent = missing.path.parent, !parent.isRoot, try kindIfPresent(missing.parent) == nil {
            // A place that is absent has nothing in it, but places of its own.
            if isStandardDirectory(missing.parent, by: rules) { break }
            rest.append(Array(missing.name))
            missing = missing.parent
        }
        let directory = missing.parent
        var (files, directories): ([[UInt8]], [[UInt8]]) = ([], [])
        if try kindIfPresent(directory) == .directory { (files, directories) = try namesByKind(in: directory) }
        func isSource(_ name: [UInt8]) -> Bool { sources.contains { $0 == missing.sibling(name) } }
        files.removeAll(where: isSource)
        directories.removeAll(where: isSource)
        if let description = description(of: item) {
            directories += rules.exactPaths(in: description.kind, below: directory.path)
                .compactMap { $0.parent == directory.path ? $0.lastComponent.map { Array($0) } : nil }
        }
        let wanted = Array(missing.name)
        // What has something in it is a directory.
        let nearest = NameLikeness.nearest(to: wanted, among: rest.isEmpty ? files + directories : directories)
        guard let name = nearest ?? NameLikeness.beginning(wanted, among: directories) else { return nil }
        return rest.reversed().reduce(missing.sibling(name)) { $0?.entry($1) }
    }

    /// The names in a directory: those of directories, and the others.
    private func namesByKind(
        in directory: ItemAddress
    ) throws(DiskError) -> (files: [[UInt8]], directories: [[UInt8]]) {
        let handle: Descriptor
        do throws(DiskError) {
            handle = try table.openDirectory(directory)
        } catch {
            // Who may write there without reading has to know the names.
            guard error.code == .permissionDenied else { throw error }
            return ([], [])
        }
        var (files, directories): ([[UInt8]], [[UInt8]]) = ([], [])
        guard let list = try DirectoryReader.read(handle, path: directory.path, cancellation: Cancellation()) else {
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
