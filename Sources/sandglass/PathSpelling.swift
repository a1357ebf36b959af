import ContainerModel
import ContainerStore

/// How the paths of a container's items are printed so that commands take them in the same working directory: the path
/// that the user gave, joined with what is below it.
struct PathSpelling {
    /// The directory in the container that `start` names.
    private let base: ContainerPath
    /// The directory as it is written; empty for the working directory.
    private let start: [UInt8]

    /// Creates the spelling of a container's paths.
    /// - Parameter root: The container's root as it is written.
    init(_ root: [UInt8]) { self.init(.root, root) }

    private init(_ base: ContainerPath, _ start: [UInt8]) {
        self.base = base
        self.start = start == Self.workingDirectory ? [] : start
    }

    /// Creates the spelling of the paths below a place.
    /// - Parameters:
    ///   - path: The place, or its path and the names of a value in it.
    ///   - container: The path of the container's root.
    ///   - argument: The place as the user gave it.
    init(of path: ContainerPath, in container: HostPath, from argument: [UInt8]) {
        let typed = Self.trimmed(argument)
        guard !path.isRoot else {
            // A name that neither is around the container nor its own, such as that of a link, stands for it.
            let isAround = HostPath(argument).flatMap { container.path(below: $0) } != nil
            self.init(isAround ? ReadPlace.path(of: container, from: argument) : typed)
            return
        }
        let slash = ContainerPath.slash
        if let root = Self.start(of: typed, before: path) {
            self.init(root)
        } else if ([slash] + path.bytes).suffix(typed.count + 1).elementsEqual([slash] + typed) {
            // The working directory is in the container.
            self.init(ContainerPath(bytes: path.bytes.dropLast(typed.count + 1)) ?? .root, [])
        } else {
            self.init(path, typed)
        }
    }

    /// Returns a path as it was given, without slashes at its end.
    static func trimmed(_ argument: [UInt8]) -> [UInt8] {
        let end = argument.lastIndex { $0 != ContainerPath.slash }.map { $0 + 1 } ?? min(1, argument.count)
        return Array(argument[..<end])
    }

    /// Returns the beginning of a path that ends with another one and has a directory before it; nil if it does not.
    static func start(of path: [UInt8], before end: ContainerPath) -> [UInt8]? {
        let whole = [ContainerPath.slash] + end.bytes
        guard path.count > whole.count, path.suffix(whole.count).elementsEqual(whole) else { return nil }
        return path.dropLast(whole.count)
    }

    private static let workingDirectory: [UInt8] = [0x2e]

    /// Returns the path of an item; nil if it is not below what the user gave.
    /// - Parameter path: The path from the container's root; empty for the root itself.
    func shown(_ path: [UInt8]) -> [UInt8]? {
        let rest: ArraySlice<UInt8>
        if base.isRoot {
            rest = path[...]
        } else if path == base.bytes {
            rest = []
        } else if path.starts(with: base.bytes), path[base.bytes.count] == ContainerPath.slash {
            rest = path[(base.bytes.count + 1)...]
        } else {
            return nil
        }
        guard !rest.isEmpty else { return start.isEmpty ? Self.workingDirectory : start }
        guard start.isEmpty else { return ReadPlace.joined(start, Array(rest)) }
        // A name that begins like a reserved word or an option is taken for one.
        let isTaken = rest.first == 0x2d || ContainerStore.isReserved(Array(rest))
        return (isTaken ? Self.workingDirectory + [ContainerPath.slash] : []) + rest
    }
}
