package import ContainerModel
package import Jobs
package import System

/// An open directory of a tree.
///
/// A host directory is represented by its descriptor, and operations use it directly, so that listing or walking a
/// million entries needs no dynamic dispatch. Other trees provide their own representation.
package enum TreeDirectory: Sendable {
    /// A host directory.
    case host(Descriptor)
    /// A directory of any other tree.
    case listing(IndexedDirectory)

    /// The descriptor; nil if this is not a host directory.
    package var descriptor: Descriptor? {
        if case .host(let descriptor) = self { return descriptor }
        return nil
    }
}

extension TreeDirectory {
    /// Returns all entries, in the order of the tree.
    ///
    /// - Parameters:
    ///   - path: The directory's path, for errors.
    ///   - progress: Receives the list so far after each batch, on this thread.
    /// - Throws: `FileTreeError`
    /// - Returns: nil if it was cancelled.
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

    /// Returns all entries, in the order of the tree, with the kind `unknown` where the file system does not report kinds with
    /// the entries; for callers that ask for the metadata of each entry.
    /// - Parameter path: The directory's path, for errors.
    /// - Throws: `FileTreeError`
    package func entriesAsReported(path: ContainerPath) throws(FileTreeError) -> EntryList {
        switch self {
        case .host(let descriptor):
            return try DirectoryReader.readAsReported(descriptor, path: path, cancellation: Cancellation())
                ?? EntryList()
        case .listing(let listing): return listing.entries()
        }
    }

    /// Returns the same directory positioned at its beginning, regardless of how far this one has been read.
    /// - Throws: `FileTreeError`
    package func reopened() throws(FileTreeError) -> TreeDirectory {
        switch self {
        case .host(let descriptor): .host(try RootedDirectory.openEntry([0x2e], in: descriptor))
        case .listing: self
        }
    }

    /// Returns the status of an entry or, for an empty name, of the directory itself; symbolic links are not followed.
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

    /// Returns the target of a symbolic link, as stored in the link.
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

    /// Opens a subdirectory, without following symbolic links.
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

    /// Opens a regular file of the directory for random access, without following symbolic links.
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

    /// Opens a regular file of the directory for random access, even if it is shorter or longer than its record says. For
    /// callers that report that; for others, `openFile` fails.
    /// - Throws: `FileTreeError`
    package func openRemains(_ name: ArraySlice<UInt8>, path: ContainerPath) throws(FileTreeError) -> FileRemains {
        guard case .listing(let listing) = self else { return FileRemains(try openFile(name, path: path)) }
        do throws(FileTreeError) {
            return try listing.openRemains(name)
        } catch {
            throw error.about(path)
        }
    }

    /// Returns the first bytes of a regular file of the directory, without following symbolic links.
    /// - Throws: `FileTreeError`
    package func head(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> [UInt8] {
        switch self {
        case .host(let descriptor): try FileContents.head(of: Array(name), in: descriptor, length: length)
        case .listing(let listing): try listing.head(of: name, length: length)
        }
    }

    /// Writes the contents of a regular file of the directory to an open, empty file; of a file that is shorter than its
    /// record says, what there is.
    /// - Parameter progress: Receives the number of bytes of each batch.
    /// - Returns: false if it was cancelled.
    /// - Throws: `FileTreeError`
    package func copyContents(
        of name: ArraySlice<UInt8>,
        to target: Descriptor,
        cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        switch self {
        case .host:
            // Host files are copied with system calls, including their metadata; this is for other trees.
            throw FileTreeError(errno: EINVAL, operation: "copy the file", path: ContainerPath(bytes: name))
        case .listing(let listing):
            return try listing.copyContents(of: name, to: target, cancellation: cancellation, progress: progress)
        }
    }

    /// Returns the names of an item's extended attributes, as on the host: `user.…`, `system.…`.
    package func attributeNames(of name: ArraySlice<UInt8>) -> [[UInt8]] {
        switch self {
        case .host(let descriptor): ExtendedAttributes.names(of: name, in: descriptor)
        case .listing(let listing): listing.attributes(of: name).map(\.name)
        }
    }

    /// Returns whether an item has extended attributes; quicker than listing them.
    package func hasAttributes(_ name: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .host(let descriptor): ExtendedAttributes.exist(on: name, in: descriptor)
        case .listing(let listing): !listing.attributes(of: name).isEmpty
        }
    }

    /// Returns the value of an extended attribute; nil if it does not exist or cannot be read.
    package func attribute(_ attribute: [UInt8], of name: ArraySlice<UInt8>) -> [UInt8]? {
        switch self {
        case .host(let descriptor): ExtendedAttributes.value(of: attribute, on: name, in: descriptor)
        case .listing(let listing): listing.attributes(of: name).first { $0.name == attribute }?.value
        }
    }

    /// Returns whether any item may have an AppleDouble file: on the host one has to be among the entries.
    package func mayHaveAppleDoubles(_ entries: EntryList) -> Bool { descriptor == nil || entries.hasAppleDoubles }

    /// Returns the first bytes and the size of the AppleDouble file of an item (formats.md): `._name` next to it, or
    /// wherever the tree stores it. nil if there is none.
    /// - Throws: `FileTreeError` if there is one that cannot be read.
    package func appleDoubleHead(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> FileHead? {
        switch self {
        case .host(let descriptor):
            let beside = AppleDoubleName.name(for: name)
            let status: ItemStatus
            do throws(FileTreeError) {
                status = try ItemStatus(of: beside, in: descriptor, path: .root)
            } catch {
                guard error.isAbsence else { throw error }
                return nil
            }
            guard status.kind == .file else { return nil }
            return FileHead(
                bytes: try FileContents.head(of: beside, in: descriptor, length: length), size: status.size)
        case .listing(let listing): return try listing.appleDoubleHead(of: name, length: length)
        }
    }
}
