import ContainerModel
import ContainerStore
import FileTree
import Jobs
import System

extension OpenRoots {
    /// What stands there, links not followed; nil where nothing does.
    /// - Throws: `FileTreeError` where it cannot be looked at.
    func kindIfPresent(_ item: ItemAddress) throws(FileTreeError) -> ItemKind? { try statusIfPresent(item)?.kind }

    /// The same path with the first name that is missing replaced by one of nearly the same name that is beside it, or
    /// that a place of the rules has there; nil where there is none.
    func nearlyNamed(
        _ item: ItemAddress,
        except sources: [ItemAddress],
        _ rules: RuleBook
    ) throws(FileTreeError) -> ItemAddress? {
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
    ) throws(FileTreeError) -> (files: [[UInt8]], directories: [[UInt8]]) {
        let handle: TreeDirectory
        do throws(FileTreeError) {
            handle = try table.listing(of: directory)
        } catch {
            // Who may write there without reading has to know the names.
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
    /// The places below a directory that the table spells out, whether they are there or not.
    func exactPaths(in kind: ContainerKind, below directory: ContainerPath) -> [ContainerPath] {
        tables.places.flatMap(\.paths).filter { $0.container == kind }.compactMap(\.pattern.exactPath)
            .filter { $0.isInside(directory) }
    }
}
