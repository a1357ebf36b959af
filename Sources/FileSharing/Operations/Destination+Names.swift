import ContainerModel
import ContainerStore
import FileTree
import Jobs
import System

extension OpenRoots {
    /// Returns the type of an item, without following links; nil if it does not exist.
    /// - Throws: `FileTreeError` if the item cannot be examined.
    func kindIfPresent(_ item: ItemAddress) throws(FileTreeError) -> ItemKind? { try statusIfPresent(item)?.kind }

    /// Returns the path with its first missing component replaced by a similar name, either of an existing entry or of
    /// a place that the rules have there; nil if there is none.
    func nearlyNamed(
        _ item: ItemAddress,
        except sources: [ItemAddress],
        _ rules: RuleBook
    ) throws(FileTreeError) -> ItemAddress? {
        var rest: [[UInt8]] = []
        var missing = item
        while let parent = missing.path.parent, !parent.isRoot, try kindIfPresent(missing.parent) == nil {
            // A missing place contains nothing except other places.
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
        // A component with others below it must be a directory.
        let nearest = NameLikeness.nearest(to: wanted, among: rest.isEmpty ? files + directories : directories)
        guard let name = nearest ?? NameLikeness.beginning(wanted, among: directories) else { return nil }
        return rest.reversed().reduce(missing.sibling(name)) { $0?.entry($1) }
    }

    /// Returns the names in a directory: those of directories, and all others.
    private func namesByKind(
        in directory: ItemAddress
    ) throws(FileTreeError) -> (files: [[UInt8]], directories: [[UInt8]]) {
        let handle: TreeDirectory
        do throws(FileTreeError) {
            handle = try table.listing(of: directory)
        } catch {
            // A user with write but no read permission there has to know the names.
            guard error.code == .permissionDenied else { throw error }
            return ([], [])
        }
        var (files, directories): ([[UInt8]], [[UInt8]]) = ([], [])
        guard let list = try handle.entries(path: directory.path) else {
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
    /// Returns the places below a directory that the table spells out, whether or not they exist.
    func exactPaths(in kind: ContainerKind, below directory: ContainerPath) -> [ContainerPath] {
        tables.places.flatMap(\.paths).filter { $0.container == kind && !$0.isFile }.compactMap(\.pattern.exactPath)
            .filter { $0.isInside(directory) }
    }
}
