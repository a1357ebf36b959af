import ArgumentParser
import ContainerModel
import ContainerStore
import FileTree
import Screen

/// A container that a command reads, and the path in it where that begins.
struct ReadPlace {
    let container: Container
    let path: ContainerPath
    /// The container's path, by which messages and reports name it if the command reads several containers; nil for a
    /// single one.
    let prefix: [UInt8]?
    /// How the paths of its items are printed.
    let spelling: PathSpelling

    /// The container's path on this computer, for reports; nil if there is only one.
    var hostPath: [UInt8]? { prefix == nil ? nil : container.description.hostPath.bytes }

    /// Returns the path of an item as it is printed: as commands take it in the same working directory.
    func shown(_ path: ContainerPath) -> [UInt8] { shown(path.bytes) }

    /// Returns the path of an item as it is printed.
    /// - Parameter path: The path from the container's root; empty for the root itself.
    func shown(_ path: [UInt8]) -> [UInt8] {
        spelling.shown(path) ?? Self.joined(container.description.hostPath.bytes, path)
    }

    /// Returns the path of an item below a directory that is written with or without a slash at its end.
    static func joined(_ directory: [UInt8], _ path: [UInt8]) -> [UInt8] {
        let slash = ContainerPath.slash
        return directory + (directory.isEmpty || directory.last == slash ? [] : [slash]) + path
    }

    /// Returns a message with the container that it is about, if there are several.
    func named(_ message: String) -> String { prefix.map { "\(DisplayText(bytes: $0)): \(message)" } ?? message }
}

extension ReadPlace {
    /// Returns the path of a container as a person would write it who named it, or a place around it or in it, by
    /// `argument`.
    /// - Parameter argument: A path as it was given.
    static func path(of container: HostPath, from argument: [UInt8]) -> [UInt8] {
        guard let named = HostPath(argument) else { return container.bytes }
        let typed = PathSpelling.trimmed(argument)
        if let below = container.path(below: named) {
            if below.isRoot { return typed }
            return typed == [0x2e] ? below.bytes : joined(typed, below.bytes)
        }
        // A place in the container, such as its Documents.
        let start = named.path(below: container).flatMap { PathSpelling.start(of: typed, before: $0) }
        return start ?? container.bytes
    }
}

extension AppInfoOptions {
    /// Calls `body` with the container of each path, and the path in it; for a path that leads to several containers,
    /// such as a folder of packages, a device or a backup, with each of these, one after the other.
    ///
    /// Anything that cannot be opened or read is reported, and the rest is read all the same.
    /// - Parameters:
    ///   - locating: Finds the container of a path, and the path in it; nil for `locate`.
    ///   - outside: Returns how to read a path that leads into no container; nil if it cannot be read.
    /// - Throws: The last `Failure`, when everything else has been read; an `ExitCode` of `body` at once.
    func forEachPlace(
        at arguments: [String], locating: ((String) throws -> (Container, ContainerPath))? = nil,
        _ body: (ReadPlace) throws -> Void,
        outside: ([UInt8]) -> (() throws -> Void)? = { _ in nil }
    ) throws {
        var failures = LastFailure()
        var found: [(argument: String, target: NamedTarget)] = []
        var seen: Set<String> = []
        for argument in arguments where seen.insert(argument).inserted {
            try failures.noting {
                do {
                    let (container, path) = try locating?(argument) ?? locate(argument)
                    found.append((argument, .place(container, path)))
                } catch let error as ContainerStoreError where error.code == .severalContainers {
                    guard givesNothing else {
                        throw Failure(
                            .usage,
                            "\(DisplayText(argument)): there are several containers; values of Info.plist need the "
                                + "path of one of them")
                    }
                    found.append((argument, .several))
                } catch let error as ContainerStoreError
                    where [.notAContainer, .notFound].contains(error.code) && !error.isOfUnopenedTree
                {
                    guard let read = outside(argumentBytes(argument)) else { throw error }
                    found.append((argument, .outside(read)))
                }
            }
        }
        let roots = found.compactMap { argument, target in target.root }
        let isOne = roots.count == found.count && Set(roots).count <= 1
        for (argument, target) in found {
            let bytes = argumentBytes(argument)
            switch target {
            case .several: try forEachContainer(at: bytes, &failures, body)
            case .outside(let read): try failures.noting { try read() }
            case .place(let container, let path):
                let root = container.description.hostPath
                if let named = HostPath(bytes), ContainerStore.holdsMore(named, than: container) {
                    let package = DisplayText(bytes: container.description.packagePath.name)
                    writeError(
                        "sandglass: \(DisplayText(argument)): only \(package) in it is looked at, and not what lies "
                            + "beside it"
                    )
                }
                let prefix = isOne ? nil : ReadPlace.path(of: root, from: bytes)
                let spelling = PathSpelling(of: path, in: root, from: bytes)
                try failures.noting {
                    try body(ReadPlace(container: container, path: path, prefix: prefix, spelling: spelling))
                }
            }
        }
        try failures.end()
    }

    private func forEachContainer(
        at path: [UInt8], _ failures: inout LastFailure, _ body: (ReadPlace) throws -> Void
    ) throws {
        var ending: (any Error)?
        var noted = failures
        do throws(ContainerStoreError) {
            try ContainerStore.forEachContainer(at: path) { error in
                noted.note(Failure(error))
            } _: { container in
                do {
                    let prefix = ReadPlace.path(of: container.description.hostPath, from: path)
                    let place = ReadPlace(
                        container: try recalled(container), path: .root, prefix: prefix,
                        spelling: PathSpelling(prefix))
                    for problem in container.faults().map(\.message) + container.tree.problems {
                        writeError("sandglass: warning: \(place.named(DisplayText(problem).description))")
                    }
                    try noted.noting { try body(place) }
                    return true
                } catch {
                    ending = error
                    return false
                }
            }
        } catch {
            noted.note(Failure(error))
        }
        failures = noted
        if let ending { throw ending }
    }

    /// Returns a container with the remembered information about its app.
    private func recalled(_ container: Container) throws -> Container { try adding(try given(), to: container) }
}

/// The target of an argument of a command that reads.
private enum NamedTarget {
    case place(Container, ContainerPath)
    /// Several containers.
    case several
    /// Something outside of all containers, and how it is read.
    case outside(() throws -> Void)

    /// The path of the only container's root; nil otherwise.
    var root: HostPath? {
        if case .place(let container, _) = self { return container.description.hostPath }
        return nil
    }
}

/// The failures of a command that continues after one: all but the last one are reported at once.
struct LastFailure {
    private var last: Failure?

    /// Remembers a failure, and reports the one before.
    mutating func note(_ failure: Failure) {
        last?.report()
        last = failure
    }

    /// Runs `body`, and notes its failure.
    /// - Throws: Other errors of `body`, such as an `ExitCode`.
    mutating func noting(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            guard let failure = Failure(of: error) else { throw error }
            note(failure)
        }
    }

    /// - Throws: The last failure, if there was any.
    func end() throws { if let last { throw last } }
}
