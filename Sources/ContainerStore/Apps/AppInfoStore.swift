import ContainerModel
import FileTree
import Formats
import System

/// Stores the user's information about the app of a container.
///
/// Uses one small property list per container, in `app-info` of the state directory.
package struct AppInfoStore: Sendable {
    /// Real lists have a few KiB. Lists given by the user have the same limit as those found in containers.
    private static let limit = 16 * 1_024 * 1_024

    private static let folder = "app-info"

    private let directory: StateDirectory

    /// Creates a store in a directory, usually the user's state directory.
    package init(_ directory: StateDirectory = .fromEnvironment()) { self.directory = directory }

    /// Returns the information given for a container; empty if there is none.
    /// - Throws: `StateError` if there is a list that cannot be read.
    package func given(for container: Container) throws(StateError) -> AppInfoOverrides {
        guard directory.path != nil else { return AppInfoOverrides() }
        let key = container.key
        let file = try directory.file(key.fileName(in: Self.folder))
        // Of most containers, nothing is remembered. Looking for the system's error among the causes of another one would
        // search the conformances of the whole program.
        guard withNullTerminated(file, { access($0, F_OK) }) == 0 || ![ENOENT, ENOTDIR].contains(errno) else {
            return AppInfoOverrides()
        }
        let value: PropertyListValue
        do throws(GivenListError) {
            value = try Self.read(file)
        } catch {
            if let number = error.systemError?.rawValue, [ENOENT, ENOTDIR].contains(number) {
                return AppInfoOverrides()
            }
            let text = String(decoding: file, as: UTF8.self)
            throw StateError(
                .unusable, at: file, "the remembered Info.plist values are ignored: \(text): \(error.message)",
                cause: error)
        }
        guard value["container"] == key.value else { return AppInfoOverrides() }
        return AppInfoOverrides(remembered: value)
    }

    /// Stores the information given for a container, or removes it if `given` is empty.
    private func remember(_ given: AppInfoOverrides, for container: Container) throws(StateError) {
        let key = container.key
        let name = key.fileName(in: Self.folder)
        guard !given.isEmpty else { return try directory.remove(name) }
        try directory.write(PropertyListWriter.xml(given.remembered(for: key.value)), to: name)
    }

    /// Changes the information given for a container. Processes that do so at the same time wait for each other, so
    /// that none overwrites another's additions.
    /// - Returns: The information given now.
    /// - Throws: `StateError` if the list cannot be read, written or removed.
    package func update(
        for container: Container, _ change: (inout AppInfoOverrides) -> Void
    ) throws(StateError) -> AppInfoOverrides {
        let root = try directory.opened(makesIt: true)
        while flock(root.descriptor.number, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw StateError(locking: directory, Errno.last)
            }
        }
        // Closing the directory would unlock it; it is used again.
        defer { flock(root.descriptor.number, LOCK_UN) }
        var given = try self.given(for: container)
        change(&given)
        try remember(given, for: container)
        return given
    }

    /// Reads an `Info.plist` named by the user.
    ///
    /// - Parameter hostPath: The path in bytes, as given; symbolic links are followed.
    /// - Throws: `GivenListError` if the list cannot be read or used.
    package static func list(at hostPath: [UInt8]) throws(GivenListError) -> AppInfoOverrides {
        try AppInfoOverrides(try read(hostPath), at: HostPath(hostPath)?.bytes ?? hostPath)
    }

    private static func read(_ hostPath: [UInt8]) throws(GivenListError) -> PropertyListValue {
        let contents: [UInt8]
        do throws(FileTreeError) {
            contents = try FileContents.read(hostPath: hostPath, limit: limit)
        } catch {
            let (code, message): (GivenListError.Code, String) =
                switch error.errno {
                case EFBIG: (.unusable, "larger than \(limit >> 20) MB, not read")
                // Only regular files are read.
                case EINVAL: (.unusable, "not a regular file, so not a property list")
                default: (.unreadable, error.reason)
                }
            throw GivenListError(code, at: hostPath, message, cause: error)
        }
        do throws(PropertyListError) {
            return try PropertyListReader.read(contents)
        } catch {
            throw GivenListError(.unusable, at: hostPath, "\(error)", cause: error)
        }
    }
}

extension Container {
    /// Returns this container with the app information that is remembered, and the information given for this run of
    /// the program. An error while reading the memory is added to the container's problems.
    package func recallingAppInfo(
        from memory: AppInfoStore = AppInfoStore(),
        adding given: AppInfoOverrides = AppInfoOverrides()
    ) -> Container {
        do throws(StateError) {
            let remembered = try memory.given(for: self)
            return remembered.isEmpty && given.isEmpty ? self : knowing(given, remembering: remembered)
        } catch {
            return knowing(given, problems: [error.message])
        }
    }
}

extension AppInfoOverrides {
    /// Returns the property list that stores these values.
    fileprivate func remembered(for identity: PropertyListValue) -> PropertyListValue {
        var pairs: [(String, PropertyListValue)] = [("container", identity)]
        if let list { pairs.append(("infoDictionary", list)) }
        if let listPath { pairs.append(("infoDictionaryPath", .data(listPath))) }
        let answers = answers.sorted { $0.key.rawValue < $1.key.rawValue }
        pairs.append(
            (
                "answers",
                .dictionary(PropertyListDictionary(answers.map { ($0.key.rawValue, .string($0.value.rawValue)) }))
            ))
        return .dictionary(PropertyListDictionary(pairs))
    }

    fileprivate init(remembered value: PropertyListValue) {
        let pairs = (value["answers"]?.dictionaryValue ?? PropertyListDictionary()).compactMap { key, value in
            Key(rawValue: key).flatMap { key in value.stringValue.flatMap(Answer.init).map { (key, $0) } }
        }
        self.init(
            list: value["infoDictionary"],
            listPath: value["infoDictionaryPath"]?.dataValue,
            answers: Dictionary(pairs) { first, _ in first }
        )
    }
}
