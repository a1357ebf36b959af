import ContainerModel
package import FileTree
package import Jobs
import Synchronization
import System

/// Copies a tree into a directory that may hold part of it already, from an earlier run that was interrupted.
///
/// What is there with the same size and time of last change is not read again. Files get their names when they are complete
/// and on disk, so that a size and a time are to be trusted in the next run.
package final class MirrorCopy: Sendable {
    /// What happens to a file of the target that differs from its original.
    package enum Conflict: Hashable, Sendable {
        /// It stays, and the report names it.
        case keep
        case replace
    }

    /// What is done.
    package enum Mode: Hashable, Sendable {
        case copy(Conflict)
        /// Nothing is written; contents are compared.
        case check
    }

    /// A file or link to be copied or compared.
    private struct Job {
        let path: ContainerPath
        let status: ItemStatus
        /// The name of the copy until it is complete.
        let temporary: [UInt8]
    }

    /// Names of files that an interrupted run has left begin with it.
    static let temporaryPrefix = Array(".sandglass-part-".utf8)
    /// The number of files that are made durable together, and the number of bytes from which they are.
    private static let batch = (files: 256, bytes: UInt64(256 << 20))

    private let source: RootedDirectory
    private let target: RootedDirectory
    private let mode: Mode
    private let progress: ProgressMeter
    private let cancellation: Cancellation

    /// Creates a copy of a tree.
    /// - Parameters:
    ///   - source: The root of the tree.
    ///   - target: An existing directory of this computer, or, for a check, the directory to compare with.
    package init(
        _ source: RootedDirectory, to target: RootedDirectory, mode: Mode, progress: ProgressMeter,
        cancellation: Cancellation
    ) {
        self.source = source
        self.target = target
        self.mode = mode
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Copies or checks the tree.
    package func mirrorTree() -> MirrorReport {
        var report = MirrorReport()
        var jobs: [Job] = []
        var bytes: UInt64 = 0
        var directories: [(path: ContainerPath, status: ItemStatus)] = []
        /// Directories whose place in the target is taken; what is below them cannot be copied.
        var blocked: [ContainerPath] = []
        var walk = TreeWalk(of: source)
        while !report.isDisconnected, let step = walk.next() {
            if cancellation.isCancelled {
                report.isCancelled = true
                break
            }
            switch step {
            case .leaving: continue
            case .failure(let path, let error): fail(error, at: path, &report)
            case .item(let item):
                if blocked.contains(where: { item.path.relative(to: $0) != nil }) { continue }
                switch item.status.kind {
                case .directory:
                    if enter(item.path, &report) {
                        directories.append((item.path, item.status))
                    } else {
                        blocked.append(item.path)
                    }
                case .file, .link:
                    progress.beginItem(item.name)
                    guard isWanted(item, &report) else { continue }
                    let temporary = Self.temporaryPrefix + "\(jobs.count)".utf8
                    jobs.append(Job(path: item.path, status: item.status, temporary: temporary))
                    bytes = bytes.addingSaturated(item.status.size)
                    guard jobs.count == Self.batch.files || bytes >= Self.batch.bytes else { continue }
                    copy(jobs, &report)
                    (jobs, bytes) = ([], 0)
                default: report.failures.append(ItemFailure("copy the item", errno: EOPNOTSUPP, path: item.path))
                }
            }
        }
        if !report.isCancelled, !report.isDisconnected { copy(jobs, &report) }
        if mode != .check { for (path, status) in directories.reversed() { setTimes(of: path, status) } }
        return report
    }

    // MARK: What is there

    /// Makes a directory in the target, or examines it.
    /// - Returns: Whether what is below it can be copied or compared.
    private func enter(_ path: ContainerPath, _ report: inout MirrorReport) -> Bool {
        guard let name = path.lastComponent, let parent = path.parent else {
            removeTemporaries(path)
            return true
        }
        do throws(FileTreeError) {
            if let found = try target.statusIfPresent(path) {
                guard found.kind == .directory else {
                    report.differences.append(.init(path: path, kind: .otherKind))
                    return false
                }
                removeTemporaries(path)
                return true
            }
            guard mode != .check else {
                report.differences.append(.init(path: path, kind: .missing))
                return false
            }
            let directory = try target.openPath(parent)
            let failure = withNullTerminated(name) { sandglass_make_directory(directory.number, $0, 0o777) }
            guard failure == 0 else {
                report.failures.append(ItemFailure("create the directory", errno: -failure, path: path))
                return false
            }
            report.directories += 1
            return true
        } catch {
            report.failures.append(ItemFailure(error.operation, errno: error.errno, path: path))
            return false
        }
    }

    /// Removes what an interrupted run has left in a directory of the target.
    private func removeTemporaries(_ path: ContainerPath) {
        guard mode != .check, let directory = try? target.openDirectory(path),
            let entries = try? DirectoryReader.read(directory, path: path, cancellation: Cancellation())
        else { return }
        for index in 0..<entries.count where entries.name(index).starts(with: Self.temporaryPrefix) {
            withNullTerminated(entries.name(index)) { _ = sandglass_remove_name(directory.number, $0, 0) }
        }
    }

    /// Returns whether an item has to be copied or compared.
    private func isWanted(_ item: TreeWalk.Item, _ report: inout MirrorReport) -> Bool {
        do throws(FileTreeError) {
            guard let found = try target.statusIfPresent(item.path) else {
                if mode == .check { report.differences.append(.init(path: item.path, kind: .missing)) }
                return mode != .check
            }
            guard let kind = difference(item.status, found) else {
                // A link has no more than its destination.
                if mode == .check || item.status.kind == .link { return true }
                progress.add(files: 1, bytes: item.status.size)
                report.same += 1
                return false
            }
            if mode == .copy(.replace), kind != .otherKind { return true }
            report.differences.append(.init(path: item.path, kind: kind))
        } catch {
            report.failures.append(ItemFailure(error.operation, errno: error.errno, path: item.path))
        }
        return false
    }

    /// Returns how a file differs by its status. Devices tell times in whole seconds.
    private func difference(_ one: ItemStatus, _ other: ItemStatus) -> MirrorReport.Difference.Kind? {
        guard one.kind == other.kind else { return .otherKind }
        guard one.kind == .file else { return nil }
        guard one.size == other.size else { return .otherSize }
        return one.modified == other.modified ? nil : .otherTime
    }

    private func setTimes(of path: ContainerPath, _ status: ItemStatus) {
        guard !path.isRoot, let directory = try? target.openDirectory(path) else { return }
        var times = TreeExtractor.times(status)
        _ = sandglass_set_times(directory.number, "", &times)
    }

    private func fail(_ error: FileTreeError, at path: ContainerPath, _ report: inout MirrorReport) {
        report.failures.append(ItemFailure(error.operation, errno: error.errno, path: path))
        if !answers(source) { report.isDisconnected = true }
    }

    private func answers(_ source: RootedDirectory) -> Bool {
        (try? DeviceMount.requireAnswer(of: source.descriptor)) != nil
    }

    // MARK: Files

    /// Copies or compares files, on several mounts if there are many.
    private func copy(_ jobs: [Job], _ report: inout MirrorReport) {
        guard !jobs.isEmpty else { return }
        let isDisconnected = Atomic(false)
        let capabilities = FileSystemCapabilities(of: source.descriptor.number)
        let own = MirrorWorker(source, target, capabilities, progress, cancellation)
        let parts = MountLanes.map(
            jobs.count, in: source.descriptor,
            while: { !self.cancellation.isCancelled && !isDisconnected.load(ordering: .relaxed) },
            first: { index, _ in
                var part = self.copyPart(jobs[index], own)
                if !part.report.failures.isEmpty, !self.answers(self.source) {
                    part.report.isDisconnected = true
                    isDisconnected.store(true, ordering: .relaxed)
                }
                return part
            },
            further: { directory in
                let source = RootedDirectory(descriptor: directory)
                let worker = MirrorWorker(source, self.target, capabilities, self.progress, self.cancellation)
                return { index in
                    let part = self.copyPart(jobs[index], worker)
                    return part.report.failures.isEmpty ? part : nil
                }
            })
        var complete: [Job] = []
        for (job, part) in zip(jobs, parts) {
            guard let part else { continue }
            report.add(part.report)
            if part.isComplete { complete.append(job) }
        }
        if cancellation.isCancelled { report.isCancelled = true }
        giveNames(to: complete, &report)
    }

    /// What became of one file or link.
    private struct Part: Sendable {
        var report = MirrorReport()
        /// Whether a copy is complete under its temporary name.
        var isComplete = false
    }

    private func copyPart(_ job: Job, _ worker: MirrorWorker) -> Part {
        var part = Part()
        part.isComplete = copy(job, worker, &part.report)
        return part
    }

    /// - Returns: Whether a copy is complete under its temporary name.
    private func copy(_ job: Job, _ worker: MirrorWorker, _ report: inout MirrorReport) -> Bool {
        do throws(ItemFailure) {
            if mode == .check || job.status.kind == .link, let found = try? target.statusIfPresent(job.path),
                found.kind == job.status.kind
            {
                let areEqual = try worker.compare(job.path, job.status.kind)
                if areEqual {
                    report.same += 1
                } else if !cancellation.isCancelled {
                    let kind = job.status.kind == .link ? .otherDestination : MirrorReport.Difference.Kind.otherContents
                    report.differences.append(.init(path: job.path, kind: kind))
                }
                progress.add(files: 1)
                return false
            }
            guard try worker.copy(job.path, job.status.kind, to: job.temporary) else { return false }
            report.copied += 1
            report.bytes = report.bytes.addingSaturated(job.status.size)
            progress.add(files: 1)
            return true
        } catch {
            report.failures.append(error)
            return false
        }
    }

    /// Makes copies durable, and gives them their names.
    private func giveNames(to jobs: [Job], _ report: inout MirrorReport) {
        guard !jobs.isEmpty else { return }
        do throws(ItemFailure) {
            try Durability.syncFileSystem(of: target.descriptor, path: jobs[0].path)
        } catch {
            report.copied -= jobs.count
            return report.failures.append(error)
        }
        for job in jobs {
            guard let name = job.path.lastComponent, let parent = job.path.parent,
                let directory = try? target.openPath(parent)
            else { continue }
            let failure: Int32
            if mode == .copy(.replace) {
                failure = withNullTerminated(job.temporary) { temporary in
                    withNullTerminated(name) {
                        sandglass_rename_over(directory.number, temporary, directory.number, $0)
                    }
                }
            } else {
                do throws(ItemFailure) {
                    try Renaming.rename(
                        job.temporary[...], in: directory, to: name, in: directory, path: job.path)
                    failure = 0
                } catch {
                    failure = -error.errno
                }
            }
            guard failure != 0 else { continue }
            withNullTerminated(job.temporary) { _ = sandglass_remove_name(directory.number, $0, 0) }
            report.copied -= 1
            report.failures.append(ItemFailure("rename the copy", errno: -failure, path: job.path))
        }
    }
}
