import ContainerModel
package import ContainerStore
package import Copying
import FileTree
package import Jobs
import System

/// Makes an `.xcappdata` package of a container without the values that an examination of it finds.
package struct MaskedPackage {
    private let container: Container
    private let identifier: String?
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private let examine: ([UInt8]) throws(PackingError) -> MaskingPlan

    /// Creates a package.
    /// - Parameters:
    ///   - identifier: The bundle identifier, if the container does not state it.
    ///   - examine: Examines the package at a path of this computer, before it gets its name, until it finds nothing.
    package init(
        of container: Container, identifier: String? = nil, progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation(),
        examine: @escaping (_ hostPath: [UInt8]) throws(PackingError) -> MaskingPlan
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
        try NewDirectory.make(at: hostPath, isOpenToOthers: !container.isSecret) { new throws(PackingError) in
            result = try fill(new, at: .root)
        }
        return result
    }

    /// Makes the package under a temporary name beside a path, and removes it after a closure was called.
    /// - Parameter body: Is given the path of the package.
    /// - Throws: `PackingError`, or what the closure throws.
    package func makeTemporary(
        beside hostPath: [UInt8], _ body: (_ package: [UInt8]) throws(PackingError) -> Void
    ) throws(PackingError) -> (copy: CopyReport, masking: MaskingReport) {
        try container.requirePackable()
        var result = (copy: CopyReport(), masking: MaskingReport())
        try NewDirectory.makeTemporary(beside: hostPath) { new throws(PackingError) in
            result = try fill(new, at: Self.temporary)
            try body(new.hostPath(of: Self.temporary))
        }
        return result
    }

    private static let temporary: ContainerPath = "Package.xcappdata"

    private func fill(
        _ new: NewDirectory, at package: ContainerPath
    ) throws(PackingError) -> (copy: CopyReport, masking: MaskingReport) {
        let copy = try ContainerCopy(of: container, progress: progress, cancellation: cancellation)
            .fill(new, at: package, identifier: identifier)
        var masking = PackageMasking(new, at: package, progress, cancellation)
        try masking.run(examine)
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
