package import ContainerModel
package import Jobs
package import System

/// An open directory of a tree.
///
/// Of this computer it is the system's handle, and calls go straight to that: listings and walks of a million entries
/// make no dynamic call for any of them. Of any other tree it is what that tree has for it.
package enum TreeDirectory: Sendable {
    /// A directory of this computer.
    case host(Descriptor)
    /// A directory of any other tree.
    case listing(any TreeListing)

    /// The system's handle; nil for what is not a directory of this computer.
    package var descriptor: Descriptor? {
        if case .host(let descriptor) = self { return descriptor }
        return nil
    }
}

extension TreeDirectory {
    /// All entries, in the order in which the tree has them.
    ///
    /// - Parameters:
    ///   - path: the directory's, for errors.
    ///   - progress: given the list so far after each part, on this thread.
    /// - Throws: `FileTreeError`
    /// - Returns: nil where it was cancelled.
    package func entries(
        path: ContainerPath,
        cancellation: Cancellation = Cancellation(),
        progress: (EntryList) -> Void = { _ in }
    ) throws(FileTreeError) -> EntryList? {
        switch self {
        case .host(let descriptor):
            return try DirectoryReader.read(descriptor, path: path, cancellation: cancellation, progress: progress)
        case .listing(let listing):
            let entries = listing.entries()
            progress(entries)
            return cancellation.isCancelled ? nil : entries
        }
    }

    /// The same directory at its beginning, however far this handle has been read.
    /// - Throws: `FileTreeError`
    package func reopened() throws(FileTreeError) -> TreeDirectory {
        switch self {
        case .host(let descriptor): .host(try RootedDirectory.openEntry([0x2e], in: descriptor))
        case .listing: self
        }
    }

    /// What an entry is, or with an empty name the directory itself; links not followed.
    /// - Throws: `FileTreeError`
    @inline(__always)
    package func status(of name: ArraySlice<UInt8>, path: ContainerPath) throws(FileTreeError) -> ItemStatus {
        switch self {
        case .host(let descriptor): return try ItemStatus(of: name, in: descriptor, path: path)
        case .listing(let listing):
            guard let status = listing.status(of: name) else {
                throw FileTreeError(errno: ENOENT, operation: "access the item", path: path)
            }
            return status
        }
    }

    /// The target of a link, as it is written there.
    /// - Throws: `FileTreeError`
    package func linkTarget(of name: ArraySlice<UInt8>, path: ContainerPath) throws(FileTreeError) -> [UInt8] {
        switch self {
        case .host(let descriptor): return try RootedDirectory.linkTarget(of: name, in: descriptor, path: path)
        case .listing(let listing):
            guard let target = listing.linkTarget(of: name) else {
                throw FileTreeError(errno: EINVAL, operation: "read the link", path: path)
            }
            return target
        }
    }

    /// Opens a directory in it, no link followed.
    /// - Throws: `FileTreeError`
    package func subdirectory(
        _ name: ArraySlice<UInt8>,
        for access: DirectoryAccess = .listing
    ) throws(FileTreeError) -> TreeDirectory {
        switch self {
        case .host(let descriptor):
            return .host(
                access == .listing
                    ? try RootedDirectory.openEntry(name, in: descriptor)
                    : try RootedDirectory.openPath(name, in: descriptor))
        case .listing(let listing):
            if let found = listing.subdirectory(name) { return .listing(found) }
            let reason =
                switch listing.status(of: name)?.kind {
                case nil: ENOENT
                case .link: ELOOP
                default: ENOTDIR
                }
            throw FileTreeError(errno: reason, operation: "open the directory", path: ContainerPath(bytes: name))
        }
    }

    /// Opens a regular file in it for reading from anywhere in it, no link followed.
    /// - Throws: `FileTreeError`
    package func openFile(_ name: ArraySlice<UInt8>, path: ContainerPath) throws(FileTreeError) -> Descriptor {
        switch self {
        case .host(let descriptor): return try RootedDirectory.openFile(name, in: descriptor, path: path)
        case .listing(let listing):
            do throws(FileTreeError) {
                return try listing.openFile(name)
            } catch {
                throw error.about(path)
            }
        }
    }

    /// The first bytes of a regular file in it, no link followed.
    /// - Throws: `FileTreeError`
    package func head(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> [UInt8] {
        switch self {
        case .host(let descriptor): try FileContents.head(of: Array(name), in: descriptor, length: length)
        case .listing(let listing): try listing.head(of: name, length: length)
        }
    }

    /// Writes the contents of a regular file in it to an open, empty file.
    /// - Parameter progress: gets the number of bytes after each part.
    /// - Returns: whether it was not cancelled.
    /// - Throws: `FileTreeError`
    package func copyContents(
        of name: ArraySlice<UInt8>,
        to target: Descriptor,
        cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        switch self {
        case .host:
            // Files of this computer are copied by the system, with all that they have: this is for other trees.
            throw FileTreeError(errno: EINVAL, operation: "copy the file", path: ContainerPath(bytes: name))
        case .listing(let listing):
            return try listing.copyContents(of: name, to: target, cancellation: cancellation, progress: progress)
        }
    }

    /// The names of an item's extended attributes, as the host spells them: `user.…`, `system.…`.
    package func attributeNames(of name: ArraySlice<UInt8>) -> [[UInt8]] {
        switch self {
        case .host(let descriptor): ExtendedAttributes.names(of: name, in: descriptor)
        case .listing(let listing): listing.attributes(of: name).map(\.name)
        }
    }

    /// The value of an extended attribute; nil where it is not there or cannot be read.
    package func attribute(_ attribute: [UInt8], of name: ArraySlice<UInt8>) -> [UInt8]? {
        switch self {
        case .host(let descriptor): ExtendedAttributes.value(of: attribute, on: name, in: descriptor)
        case .listing(let listing): listing.attributes(of: name).first { $0.name == attribute }?.value
        }
    }

    /// The first bytes, and the size, of the AppleDouble file that belongs to an item (formats.md): `._name` beside it,
    /// or wherever else the tree keeps it. Nil where there is none that can be read.
    package func appleDoubleHead(of name: ArraySlice<UInt8>, length: Int) -> FileHead? {
        switch self {
        case .host(let descriptor):
            let beside = [0x2e, 0x5f] + name
            guard let head = try? FileContents.head(of: beside, in: descriptor, length: length),
                let size = try? ItemStatus(of: beside, in: descriptor, path: .root).size
            else { return nil }
            return FileHead(bytes: head, size: size)
        case .listing(let listing): return (try? listing.appleDoubleHead(of: name, length: length)) ?? nil
        }
    }
}
