import ContainerModel
import FileTree

/// `--kind`: the user states the kind of container that a directory is.
///
/// This is for directories that are not recognized, or that only look like a container. A directory with evidence of
/// its kind, and everything inside such a container, keeps its rules, unless the owner overrides them.
extension ContainerStore {
    /// Refuses a kind for a directory that is certainly a container of another kind, or inside one.
    static func refuse(
        _ kind: ContainerKind, for directory: HostDirectory, in archive: HostPath?, given path: [UInt8]
    ) throws(ContainerStoreError) {
        let real = archive == nil ? directory.path.followingLinks() ?? directory.path : directory.path
        var found = enclosure(of: real, in: archive)
        let isRoot = found.map { $0.root == real } ?? true
        if found == nil, let recognition = ContainerSources.recognize(directory), recognition.certainty == .certain {
            found = Enclosure((directory, recognition))
        }
        guard let found else { return }
        let description = try assemble(found.directory, found.recognition, given: path).description
        guard description.kind != kind || !isRoot else { return }
        throw .recognized(path, as: description, isRoot: isRoot)
    }

    /// Refuses a kind for an item of a container that is recognized, inside of the directory that was given.
    static func refuse(
        _ kind: ContainerKind, at item: HostPath, in given: ContainerDescription, given path: [UInt8]
    ) throws(ContainerStoreError) {
        guard given.medium == nil else { return }
        let existing = sequence(first: item, next: \.parent).firstResult { $0.followingLinks() }
        guard let existing else { return }
        let directory = (try? RootedDirectory(hostPath: existing.bytes)) == nil ? existing.parent : existing
        guard let directory, let found = enclosure(of: directory), let root = given.hostPath.followingLinks(),
            found.root != root
        else { return }
        let description = try assemble(found.directory, found.recognition, given: path).description
        throw .recognized(path, as: description, isRoot: found.root == existing)
    }
}

extension ContainerStoreError {
    fileprivate static func recognized(
        _ path: [UInt8], as container: ContainerDescription, isRoot: Bool
    ) -> ContainerStoreError {
        let what = "a \(container.kind.title) (\(container.origin))"
        return ContainerStoreError(
            .recognized, path,
            (isRoot ? "was recognized as \(what)" : "is inside a path that was recognized as \(what)")
                + "; --kind is for directories that nothing recognizes")
    }
}
