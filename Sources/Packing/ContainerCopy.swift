import ContainerModel
package import ContainerStore
package import Copying
import FileTree
package import Jobs
import System

/// Copies a whole container into a new directory: names, contents, dates, modes, links, exclusion attributes, and the data
/// protection classes where the container records them.
package struct ContainerCopy {
    private let container: Container
    private let progress: ProgressMeter
    private let cancellation: Cancellation

    /// Creates a copy of a container.
    package init(
        of container: Container, progress: ProgressMeter = ProgressMeter(), cancellation: Cancellation = Cancellation()
    ) {
        self.container = container
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Makes an `.xcappdata` package.
    /// - Parameter identifier: The bundle identifier, if the container does not state it.
    /// - Throws: `PackingError`
    package func makePackage(at hostPath: [UInt8], identifier: String? = nil) throws(PackingError) -> CopyReport {
        try container.requirePackable()
        var report = CopyReport()
        try NewDirectory.make(at: hostPath, permissions: container.copyPermissions) { new throws(PackingError) in
            report = try fill(new, at: .root, identifier: identifier)
        }
        return report
    }

    /// Makes a package in a new directory.
    /// - Parameter package: The path of the package in it.
    /// - Throws: `PackingError`
    func fill(
        _ new: NewDirectory, at package: ContainerPath, identifier: String?
    ) throws(PackingError) -> CopyReport {
        let data = package.appending(PackageLayout.data)
        try new.makeDirectories(data)
        var report = try copy(into: new, at: data)
        try PackageLayout.describe(new, at: package, container, identifier: identifier)
        finishRoot(new, at: data, &report)
        return report
    }

    /// Makes a plain directory with the container in it.
    /// - Throws: `PackingError`
    package func makeDirectory(at hostPath: [UInt8]) throws(PackingError) -> CopyReport {
        var report = CopyReport()
        try NewDirectory.make(at: hostPath, permissions: container.copyPermissions) { new throws(PackingError) in
            report = try fillDirectory(new, at: .root)
        }
        return report
    }

    /// Makes a plain directory with the container in a new directory.
    /// - Parameter path: The path of the container in it.
    /// - Throws: `PackingError`
    func fillDirectory(_ new: NewDirectory, at path: ContainerPath) throws(PackingError) -> CopyReport {
        if !path.isRoot { try new.makeDirectories(path) }
        var report = try copy(into: new, at: path)
        let description = container.description
        if let identifier = description.app.identifier, let number = Self.contentClasses[description.kind] {
            try PackageLayout.describeContainer(new, at: path, identifier: identifier, contentClass: number)
        }
        finishRoot(new, at: path, &report)
        return report
    }

    /// `MCMMetadataContentClass` of the kinds that a backup holds.
    private static let contentClasses: [ContainerKind: Int64] = [.data: 2, .appGroup: 7]

    private func copy(into new: NewDirectory, at path: ContainerPath) throws(PackingError) -> CopyReport {
        var report = CopyReport()
        do throws(FileTreeError) {
            let target = try new.directory.openDirectory(path)
            let root = try container.tree.directory(at: .root)
            let entries = try root.entries(path: .root, cancellation: cancellation) ?? EntryList()
            let copier = TreeCopier(progress: progress, cancellation: cancellation, onFailure: .goOn)
            var unpacked: UInt64 = 0
            for index in 0..<entries.count where !cancellation.isCancelled && Self.noSpace(in: report) == nil {
                let name = entries.name(index)
                if let source = root.descriptor {
                    report.add(copier.copy(name, in: source, to: name, in: target))
                } else if let item = ContainerPath(bytes: name) {
                    var extractor = TreeExtractor(
                        from: container.tree, unpacked: unpacked, progress: progress, cancellation: cancellation,
                        onFailure: .goOn)
                    extractor.keepsProtection = true
                    extractor.asksForOwners = false
                    report.add(extractor.copy(item, to: name, in: target))
                    unpacked = extractor.unpacked
                }
            }
        } catch {
            throw PackingError(error, "read the container")
        }
        // A copy that lacks items for want of space is not made at all.
        if let failure = Self.noSpace(in: report) {
            throw PackingError(failure, "\(failure.operation):", failure.path)
        }
        guard !cancellation.isCancelled else { throw PackingError.cancelled }
        return report
    }

    /// Returns the first failure for which the destination is the reason.
    private static func noSpace(in report: CopyReport) -> ItemFailure? {
        if let failure = report.targetFailure { return failure }
        return report.failures.first.first { [ENOSPC, EDQUOT, EROFS].contains($0.errno) }
    }

    /// Gives the root its attributes, mode and date, which come last.
    private func finishRoot(_ new: NewDirectory, at path: ContainerPath, _ report: inout CopyReport) {
        guard let status = try? container.tree.status(.root), let root = try? new.directory.openDirectory(path) else {
            return
        }
        for attribute in ItemAttributes.ofRoot(of: container) {
            let refusal = withNullTerminated(attribute.name) { name in
                attribute.value.withUnsafeBytes {
                    sandglass_set_open_attribute(root.number, name, $0.baseAddress, $0.count)
                }
            }
            guard refusal != 0 else { continue }
            report.lose(
                CopyReport.LostAttribute(path: .root, kind: .extendedAttribute(attribute.name), errno: -refusal))
        }
        // Only the owner may read data that was encrypted.
        let mask: UInt16 = container.isSecret && path.isRoot ? 0o700 : 0o777
        let refused = sandglass_set_mode(root.number, UInt32(status.permissions & mask))
        var times = TreeExtractor.times(status)
        let failed = sandglass_set_times(root.number, "", &times)
        for (kind, failure) in [(CopyReport.LostAttribute.Kind.permissions, refused), (.times, failed)]
        where failure != 0 {
            report.lose(CopyReport.LostAttribute(path: .root, kind: kind, errno: -failure))
        }
    }
}

extension Container {
    /// The permissions of what holds a copy of the container: who may not look into the container may not look into that,
    /// either, and what was encrypted is for the user alone.
    var copyPermissions: UInt32 {
        guard !isSecret, let status = try? tree.status(.root) else { return 0o700 }
        return UInt32(status.permissions) & 0o777 | 0o700
    }

    /// - Throws: `PackingError` for a container that no package holds.
    func requirePackable() throws(PackingError) {
        guard description.kind == .data else {
            throw PackingError(
                .unsuitable, "a \(description.kind.title) cannot be packed; only data containers can")
        }
    }
}
