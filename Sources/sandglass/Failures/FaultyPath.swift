import ContainerModel
import ContainerStore
import FileTree
import Screen

extension ContainerStore {
    /// Finds the container of a path as `locate` does, but without following a link in the place of a standard
    /// directory: that link or other item is an item of the container, and everything behind it is out of reach.
    /// - Throws: `ContainerStoreError`; `Failure` that names the fault if the path is behind it.
    static func locateMindingFaults(_ path: [UInt8], isNamed: Bool = false) throws -> (Container, ContainerPath) {
        let found: (Container, ContainerPath)
        do throws(ContainerStoreError) {
            found = try locate(path, isNamed: isNamed)
        } catch {
            guard let faulty = faulty(path) else { throw error }
            return try atFault(faulty, path)
        }
        // A link may have led into another container; a package stands for the one in it.
        let container = found.0.description.hostPath
        guard let named = HostPath(path), named.path(below: container) == nil,
            named.link != nil || container.path(below: named) == nil, let faulty = faulty(path)
        else { return found }
        return try atFault(faulty, path)
    }

    /// Opens a directory as a container of a kind, and finds the path in it in the same way.
    /// - Parameter overriding: Whether the kind counts whatever the directory is.
    /// - Throws: As `locateMindingFaults(_:isNamed:)`.
    static func locateMindingFaults(
        _ path: [UInt8],
        in directory: [UInt8]?,
        as kind: ContainerKind,
        overriding: Bool = false
    ) throws -> (Container, ContainerPath) {
        do throws(ContainerStoreError) {
            return try locate(path, in: directory, as: kind, overriding: overriding)
        } catch {
            guard error.code == .throughLink, let directory, let hostPath = HostPath(path),
                let (container, _) = try? locate(directory, in: directory, as: kind, overriding: overriding),
                let item = hostPath.path(below: container.description.hostPath),
                let fault = container.faults().first(where: { item == $0.rawPath || item.isInside($0.rawPath) })
            else { throw error }
            return try atFault((container, item, fault), path)
        }
    }

    private typealias FaultyPath = (container: Container, item: ContainerPath, fault: ContainerFault)

    private static func atFault(_ found: FaultyPath, _ path: [UInt8]) throws -> (Container, ContainerPath) {
        guard found.item == found.fault.rawPath else {
            throw Failure(.data, "\(DisplayText(bytes: path)): \(DisplayText(found.fault.message))")
        }
        return (found.container, found.item)
    }

    /// Returns the container that contains the path by name, and the fault at the path or on the way to it.
    private static func faulty(_ path: [UInt8]) -> FaultyPath? {
        guard let hostPath = HostPath(path), let parent = hostPath.parent else { return nil }
        for above in sequence(first: parent, next: \.parent) {
            let found: (container: Container, path: ContainerPath)
            do throws(ContainerStoreError) {
                // Only a container around the path can have the fault, so none is looked for beside it.
                found = try locate(above.bytes, isNamed: true, search: CandidateSearch(levels: 0))
            } catch {
                // A directory in no container has no ancestor in one.
                if error.code == .notAContainer, (try? HostTree.open(above.bytes)) != nil { return nil }
                continue
            }
            guard let item = hostPath.path(below: found.container.description.hostPath) else { continue }
            let fault = found.container.faults().first { item == $0.rawPath || item.isInside($0.rawPath) }
            return fault.map { (found.container, item, $0) }
        }
        return nil
    }
}
