import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// Keeps files, on several threads: each by itself, and a database together with its journal and its log.
struct FileKeeper: Sendable {
    /// A file to be kept.
    struct File: Sendable {
        let item: TimePointManifest.Item
        let name: [UInt8]
        let directory: TreeDirectory
    }

    /// What became of a file.
    struct Result: Sendable {
        /// The file, and those that were kept together with it.
        var items: [TimePointManifest.Item] = []
        /// The paths of the files that were kept together with it, or are not kept because of it.
        var others: [ContainerPath] = []
        var problems: [KeptTimePoint.Problem] = []
        /// Why nothing can be kept.
        var failure: TimePointError?
    }

    /// The number of attempts to read something that changes meanwhile.
    private static let attempts = 8

    let known: KnownContents?
    /// The files that processes can write; nil if the container is not a directory of this computer.
    let inUse: FilesInUse?
    let contents: ContentsWriter
    let progress: ProgressMeter
    let cancellation: Cancellation

    /// Keeps a file.
    func keep(_ file: File) -> Result {
        var result = Result()
        do throws(TimePointError) {
            try keep(file, &result)
        } catch {
            result.failure = error
        }
        progress.add(files: 1)
        return result
    }

    private func keep(_ file: File, _ result: inout Result) throws(TimePointError) {
        var item = file.item
        item.attributes = file.directory.attributes(of: file.name[...])
        if let digest = known?.digest(of: item.status, at: item.path), contents.has(digest) {
            (item.contents, item.digest) = (.stored, digest)
            progress.add(bytes: item.status.size)
            result.items = [item]
            return
        }
        guard let opened = try open(file.name, in: file.directory, &item, &result) else {
            result.items = [item]
            return
        }
        if let directory = file.directory.descriptor,
            opened.isDatabase || DatabaseMoment.hasLog(file.name, in: directory)
        {
            return try keepDatabase(item, opened, file.name, in: directory, &result)
        }
        try read(opened, &item, isOfHost: file.directory.descriptor != nil, attempts: Self.attempts, &result)
        // The times of a file that is written through a mapping may tell nothing.
        if item.contents == .stored, inUse?.contains(device: item.status.device, inode: item.status.inode) == true {
            try readAgain(opened, &item, &result)
            item.contents = .storedOnce
        }
        result.items = [item]
    }

    /// Opens a file; notes why it cannot be read.
    private func open(
        _ name: [UInt8], in directory: TreeDirectory, _ item: inout TimePointManifest.Item, _ result: inout Result
    ) throws(TimePointError) -> Descriptor? {
        do throws(FileTreeError) {
            return try directory.openFile(name[...], path: item.path)
        } catch {
            guard error.code != .outOfDescriptors else {
                throw TimePointError(.inputOutput, error.message, cause: error)
            }
            item.contents = .missing
            // The directory listed it a moment ago.
            result.note(item.path, error.code == .notFound ? "it was removed in the meantime" : error.message)
            return nil
        }
    }

    /// Reads a file until it does not change meanwhile, or the attempts are used up.
    private func read(
        _ file: Descriptor, _ item: inout TimePointManifest.Item, isOfHost: Bool, attempts: Int,
        _ result: inout Result
    ) throws(TimePointError) {
        do {
            for attempt in 1...attempts {
                let before = try ItemStatus(of: file, path: item.path)
                let found = try contents.add(file, size: before.size)
                // Of a file in an archive or a backup, only the size is that of what was unpacked.
                item.status = (isOfHost ? before : item.status).of(size: found.size)
                (item.contents, item.digest) = (.stored, found.digest)
                let after = try ItemStatus(of: file, path: item.path)
                if found.size == before.size, after.size == before.size, after.hasSameTimes(as: before) { return }
                if attempt < attempts { usleep(10_000) }
            }
            result.note(item.path, "it was being written; what was read last is kept")
        } catch let error as TimePointError {
            throw error
        } catch {
            (item.contents, item.digest) = (.missing, [])
            result.note(item.path, Self.reason(error))
        }
    }

    /// Reads a file that a process can write until it has the same contents twice.
    private func readAgain(
        _ file: Descriptor, _ item: inout TimePointManifest.Item, _ result: inout Result
    ) throws(TimePointError) {
        let before = result.problems
        for _ in 1...Self.attempts {
            // What is told of one attempt does not matter once the next succeeds.
            result.problems = before
            let digest = item.digest
            try read(file, &item, isOfHost: true, attempts: 1, &result)
            if item.contents != .stored || item.digest == digest { return }
            usleep(10_000)
        }
        result.note(item.path, "it was being written; what was read last is kept")
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as FileTreeError: error.message
        case let error as ContentsWriter.ReadFailure: "could not read the file: \(Errno(rawValue: error.errno))"
        default: "\(error)"
        }
    }

    // MARK: Databases

    /// Keeps a database together with its journal and its log at one moment.
    private func keepDatabase(
        _ database: TimePointManifest.Item, _ file: Descriptor, _ name: [UInt8], in directory: Descriptor,
        _ result: inout Result
    ) throws(TimePointError) {
        let maximum = DatabaseMoment.attempts
        for attempt in 1...maximum {
            if cancellation.isCancelled { throw .cancelled }
            result = Result()
            let before = DatabaseMoment(name, in: directory)
            var main = database
            try read(file, &main, isOfHost: true, attempts: 1, &result)
            if main.contents == .stored {
                main.contents = .storedOnce
                result.problems = []
            }
            result.items = [main] + (try companions(of: database.path, name, in: directory, &result))
            if before.isCertain(until: DatabaseMoment(name, in: directory)) { break }
            if attempt == maximum {
                result.note(
                    database.path, "the database was written during every attempt; what was read last is kept")
            } else {
                usleep(DatabaseMoment.pause)
            }
        }
        // Those that have appeared since belong to a later moment.
        result.others = Companion.files.compactMap { Self.path(database.path, $0) }
    }

    private static func path(_ database: ContainerPath, _ companion: Companion) -> ContainerPath? {
        database.lastComponent.flatMap { (database.parent ?? .root).appending(name: companion.name(for: $0)) }
    }

    private func companions(
        of database: ContainerPath, _ name: [UInt8], in directory: Descriptor, _ result: inout Result
    ) throws(TimePointError) -> [TimePointManifest.Item] {
        var items: [TimePointManifest.Item] = []
        for kind in [Companion.journal, .log, .index] {
            let companion = kind.name(for: name[...])
            guard let path = Self.path(database, kind),
                let status = try? ItemStatus(of: companion, in: directory, path: path), status.kind == .file
            else { continue }
            var item = TimePointManifest.Item(path, status)
            item.attributes = TreeDirectory.host(directory).attributes(of: companion[...])
            var found = Result()
            if let file = try open(companion, in: .host(directory), &item, &found) {
                // What is added to it meanwhile is of a later moment, and half a transaction does not count.
                try read(file, &item, isOfHost: true, attempts: 1, &found)
            }
            if item.contents == .missing { result.problems += found.problems }
            items.append(item)
        }
        return items
    }
}

extension FileKeeper.Result {
    fileprivate mutating func note(_ path: ContainerPath, _ reason: String) {
        // A file may be read several times.
        let problem = KeptTimePoint.Problem(path: path, reason: reason)
        if !problems.contains(problem) { problems.append(problem) }
    }
}

extension TreeDirectory {
    /// Returns the extended attributes of an item.
    func attributes(of name: ArraySlice<UInt8>) -> [(name: [UInt8], value: [UInt8])] {
        guard hasAttributes(name) else { return [] }
        return attributeNames(of: name).compactMap { attribute in
            self.attribute(attribute, of: name).map { (name: attribute, value: $0) }
        }
    }
}

extension ItemStatus {
    /// Returns the status with another size.
    fileprivate func of(size: UInt64) -> ItemStatus {
        guard size != self.size else { return self }
        return ItemStatus(
            kind: kind, size: size, permissions: permissions, user: user, group: group, links: links, inode: inode,
            device: device, modified: modified, modifiedNanoseconds: modifiedNanoseconds,
            knowsNanoseconds: knowsNanoseconds, changed: changed, changedNanoseconds: changedNanoseconds, born: born,
            bornNanoseconds: bornNanoseconds, protection: protection)
    }
}
