import ContainerModel
import Copying
import FileTree
import Jobs
import System

// The sources of items that are moved to another file system: they are removed once their copies are complete, unless
// another process uses them.
extension Stager {
    /// Copies an item to another file system, and stages the removal of the source.
    ///
    /// The versions of the source are recorded under the name at which it will be set aside, which no other item of the
    /// transaction has: one that replaces an item may itself be replaced.
    mutating func relocate(_ from: ItemAddress, _ to: ItemAddress, _ result: inout Result) throws(ItemFailure) {
        let aside = nextTemporary(beside: try shelter(for: from))
        try copy(from, to, removedAs: aside, &result)
        try addRemoval(of: from, as: aside, copy: to, &result)
    }

    /// Stages the removal of the source of a verified copy.
    private func addRemoval(of source: ItemAddress, as aside: ItemAddress, copy: ItemAddress, _ result: inout Result)
        throws(ItemFailure)
    {
        guard !result.isCancelled else { return }
        // Check now, while the copy can still be discarded.
        let directory = try context.directory(around: source)
        let refusal = sandglass_may_write(directory.number)
        guard refusal == 0 else { throw ItemFailure("remove the source", errno: -refusal, path: source.path) }
        let fingerprint = Fingerprint(try context.status(source))
        // Set sources aside before anything else is renamed, so that writes up to then are detected and copied again.
        result.item.steps.insert(.rename(from: source, to: aside, fingerprint), at: result.item.asides.count)
        result.item.cleanups.append(.removeAside(aside, of: source, copy: copy))
    }

    /// Returns the item next to which a source is set aside: the source itself, or its outermost departing ancestor.
    private func shelter(for source: ItemAddress) throws(ItemFailure) -> ItemAddress {
        guard let outermost = departures.outermost(around: source),
            try context.isOneFileSystem(source.parent, outermost.parent)
        else { return source }
        guard try context.status(source).kind == .directory else { return outermost }
        // Moving a directory to another parent changes its `..` entry, which requires write permission on it.
        let directory = try context.directory(source)
        return sandglass_may_write(directory.number) == 0 ? outermost : source
    }

    /// Fails if a file that was open for writing while it was copied is still open for writing.
    func requireUnused(in directory: Descriptor, _ around: ContainerPath) throws(ItemFailure) {
        defer { versions.forgetBusy() }
        for path in versions.busy.first {
            let opened: Descriptor
            do throws(FileTreeError) {
                opened = try RootedDirectory(descriptor: directory).openFile(path)
            } catch {
                // Setting the source aside will detect that the file is gone.
                if error.errno == ENOENT { continue }
                throw ItemFailure("open the file", errno: error.errno, path: around.appending(path))
            }
            if FileUsers.holdOffWriters(opened.number) == EAGAIN {
                throw .inUse(opened.number, path: around.appending(path))
            }
        }
    }

    /// Sets the sources of an item aside and brings its copies up to date with them.
    /// - Parameter setAside: Receives the names of those that were set aside, also if it fails.
    /// - Returns: The item with its steps updated for the copies that were made again.
    mutating func secure(_ item: StagedItem, _ setAside: inout Set<ItemAddress>) throws(ItemFailure) -> StagedItem {
        var item = item
        for step in item.asides { try context.requireNoNewLog(around: step, of: item) }
        for case .removeAside(let aside, let source, let copy) in item.cleanups {
            for case .rename(source, aside, let fingerprint) in item.steps {
                try context.setAside(source, aside, fingerprint, versions)
                setAside.insert(aside)
                try context.requireNoNewLog(around: .rename(from: source, to: aside, fingerprint), of: item)
            }
            guard let place = item.steps.firstIndex(where: { $0.isRename(to: copy) }),
                case .rename(let temporary, _, _) = item.steps[place]
            else { continue }
            let result = SourceCheck(versions, copier: secondCopier).checkSource(
                aside.name, in: try context.directory(around: aside), VersionTable.key(aside),
                against: temporary.name, in: try context.directory(around: temporary))
            if let failure = result.failure {
                let path = context.known(failure.path, aside, source)
                throw failure.about(context.known(path, temporary, source))
            }
            guard result.hasCopied else { continue }
            _ = try fill(temporary)
            item.steps[place] = .rename(
                from: temporary, to: copy, Fingerprint(try context.status(temporary, for: copy)))
        }
        return item
    }
}
