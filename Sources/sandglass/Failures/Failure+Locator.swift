import ContainerStore
import Documents
import FileTree
import Screen

extension Failure {
    /// The failure to read a file or a value inside it.
    /// - Parameters:
    ///   - path: The path as it was given.
    ///   - isValue: Whether it names a value inside a file.
    init(_ error: FileTreeError, at path: String, isValue: Bool) {
        if isValue, error.code == .notFound {
            self.init(.noInput, "\(DisplayText(path)): there is no such value in the file")
        } else {
            self.init(error, at: path)
        }
    }

    /// The failure of a path that leads to no document.
    /// - Parameter path: The path as it was given.
    init(_ failure: DocumentLocator.Failure, at path: String) {
        switch failure {
        case .unreadable(let error): self.init(error, at: path)
        case .notAFile(let kind): self.init(.noInput, "\(DisplayText(path)): it is \(kind)")
        case .refused(let error): self.init(unlessFollowed: error)
        }
    }

    /// Creates a failure that names `--follow`, if that would follow the link in question.
    fileprivate init(unlessFollowed error: ContainerStoreError) {
        if error.code == .throughLink { self.init(error, unless: "--follow follows it") } else { self.init(error) }
    }
}

extension ContainerStore {
    /// Returns the path without links of a directory or a file of this computer; nil if there is none.
    /// - Parameter follows: Whether links in a container are followed out of it.
    /// - Throws: `Failure` if a link leads out of a container.
    static func path(_ path: [UInt8], follows: Bool) throws -> HostPath? {
        guard !follows else { return HostPath(path)?.followingLinks() }
        do throws(ContainerStoreError) {
            return try pathWithoutLeaving(path)
        } catch {
            throw Failure(unlessFollowed: error)
        }
    }
}
