import ContainerModel
package import ContainerStore
package import Copying
import FileTree
package import Jobs
import System

/// Makes a copy of a container without the values that an examination of it finds.
package struct MaskedPackage {
    /// Examines a copy at a path of this computer. What is beside the container in its package is in a separate
    /// directory, with the same names.
    package typealias Examination = (
        _ copy: [UInt8], _ beside: [UInt8]?, _ scope: MaskingScope
    ) throws(PackingError) -> MaskingPlan

    private let container: Container
    private let identifier: String?
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private let examine: Examination

    /// Creates a package.
    /// - Parameters:
    ///   - identifier: The bundle identifier, if the container does not state it.
    ///   - examine: Is called before the copy gets its name, until it finds nothing.
    package init(
        of container: Container, identifier: String? = nil, progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation(),
        examine: @escaping Examination
    ) {
        (self.container, self.identifier, self.examine) = (container, identifier, examine)
        (self.progress, self.cancellation) = (progress, cancellation)
    }

    /// Makes the package.
    /// - Parameter hostPath: The path on this computer, where nothing may exist.
    /// - Throws: `PackingError`
    package func make(at hostPath: [UInt8]) throws(PackingError) -> (copy: CopyReport, masking: MaskingReport) {
        try container.requirePackable()
        var result = (copy: CopyReport(), masking: MaskingReport())
        try NewDirectory.make(at: hostPath, permissions: container.copyPermissions) { new throws(PackingError) in
            result = try fill(new, at: .root)
        }
        return result
    }

    /// Makes a copy under a temporary name beside a path, and removes it after a closure was called: a package of a data
    /// container, a directory with the items of any other.
    /// - Parameter body: Is given the path of the copy.
    /// - Throws: `PackingError`, or what the closure throws.
    package func makeTemporary(
        beside hostPath: [UInt8], _ body: (_ copy: [UInt8]) throws(PackingError) -> Void
    ) throws(PackingError) -> (copy: CopyReport, masking: MaskingReport) {
        var result = (copy: CopyReport(), masking: MaskingReport())
        try NewDirectory.makeTemporary(beside: hostPath) { new throws(PackingError) in
            let path = container.description.kind == .data ? Self.package : Self.directory
            result = try fill(new, at: path)
            try body(new.hostPath(of: path))
        }
        return result
    }

    private static let (package, directory): (ContainerPath, ContainerPath) = ("Package.xcappdata", "Container")

    private func fill(
        _ new: NewDirectory, at package: ContainerPath
    ) throws(PackingError) -> (copy: CopyReport, masking: MaskingReport) {
        let copying = ContainerCopy(of: container, progress: progress, cancellation: cancellation)
        let isPackage = container.description.kind == .data
        let copy =
            isPackage
            ? try copying.fill(new, at: package, identifier: identifier) : try copying.fillDirectory(new, at: package)
        var masking = PackageMasking(
            new, at: package, container: isPackage ? package.appending(PackageLayout.data) : package, cancellation)
        try UnnamedFile.keepingAllInMemory(if: container.isSecret) { () throws(PackingError) in
            try masking.maskPackage(examine)
        }
        return (copy, masking.report)
    }
}

extension PackingError {
    /// Creates the error of an examination that could not be carried out.
    /// - Parameter isCancelled: Whether it was cancelled.
    package static func examination(_ message: String, isCancelled: Bool = false) -> PackingError {
        isCancelled ? cancelled : PackingError(.unsuitable, message)
    }
}
