package import ContainerModel
import FileTree

/// The one check before anything is written at a path of this computer: whether it lies in a container, and whether it
/// may.
///
/// Changes in a container are made by an operation, which obeys the rules and can be undone. A new package, a new
/// backup or a command's output is written outside of containers for all parties, and imported from there.
extension ContainerStore {
    /// Returns the container that something new at a path would be in, and its path there; nil outside of containers.
    /// Links are followed as the system would follow them, and only the beginning of the path need exist.
    /// - Parameter byLooks: Whether a directory counts that only looks like a container.
    /// - Throws: `ContainerStoreError` if the path leads through a link in a container that cannot be followed.
    package static func surroundings(
        ofNew path: [UInt8], byLooks: Bool = true
    ) throws(ContainerStoreError) -> (container: ContainerDescription, path: ContainerPath)? {
        guard let place = try placeOfNew(path) else { return nil }
        let isDirectory = { (place: HostPath) in (try? RootedDirectory(hostPath: place.bytes)) != nil }
        guard let directory = sequence(first: place, next: \.parent).first(where: isDirectory),
            let found = byLooks ? container(around: directory, of: place) : enclosure(of: directory),
            let inside = place.path(below: found.root)
        else { return nil }
        return (try assemble(found.directory, found.recognition, given: path).description, inside)
    }

    /// Refuses to write at a path in a container, or one that leads through a link in a container.
    /// - Parameter isReadOnly: Whether the program is in read-only mode, which the message states.
    /// - Throws: `ContainerStoreError` with the code `inContainer`, which states the alternative.
    package static func requireOutside(_ path: [UInt8], isReadOnly: Bool = false) throws(ContainerStoreError) {
        let found: (container: ContainerDescription, path: ContainerPath)?
        do throws(ContainerStoreError) {
            found = try surroundings(ofNew: path)
        } catch {
            throw ContainerStoreError(.inContainer, path, error.message)
        }
        let way = "choose a directory outside of containers"
        guard let (container, inside) = found else {
            guard let place = try placeOfNew(path)?.parent,
                let refusal = refusalBesideContainers(place, isReadOnly: isReadOnly)
            else { return }
            throw ContainerStoreError(.inContainer, path, "\(refusal); \(way)")
        }
        guard !isReadOnly else {
            throw ContainerStoreError(
                .inContainer, path, "is in a container, in which read-only mode changes nothing; \(way)")
        }
        let verdict = RuleBook.standard.verdict(
            for: .createFile, on: Item(inside, in: container.kind, type: .file), app: container.app)
        let rest =
            verdict.isRefused
            ? ". \(verdict.rule.sentence)"
            : container.medium == nil ? ", and `sandglass import` the changed files" : ""
        throw ContainerStoreError(.inContainer, path, "is in a container; \(way)\(rest)")
    }

    /// Returns why nothing is written into a directory that holds containers without being one, or into any directory
    /// inside it: a package, beside the container in it, a bundle container, or a backup; nil for any other directory.
    package static func refusalBesideContainers(_ directory: HostPath, isReadOnly: Bool) -> String? {
        guard let holder = sequence(first: directory, next: \.parent).firstResult(of: { holder(at: $0) }) else {
            return nil
        }
        let reason = isReadOnly ? ", in which read-only mode changes nothing" : ", which is kept as it is"
        return "is in \(holder)\(reason)"
    }

    private static func holder(at place: HostPath) -> String? {
        guard let directory = try? HostDirectory(place) else { return nil }
        if XcappdataSource().recognize(directory)?.root == XcappdataSource.dataDirectory { return "a package" }
        if ContainerMetadata.paths.contains(where: { directory.hasFile($0) }) { return "a bundle container" }
        return BackupFolder(directory.tree) != nil ? "a \(BackupFolder.title)" : nil
    }
}
