import ContainerModel
import FileTree
import Jobs
import System
import TestSupport

@testable import Copying

extension TemporaryDirectory {
    /// Opens the directory, or one below it.
    func handle(_ name: String = "") throws -> Descriptor {
        try RootedDirectory(hostPath: Array((name.isEmpty ? path : self(name)).utf8)).descriptor
    }

    /// Copies one entry of this directory to another name, here or in another directory.
    func copy(
        _ name: String,
        to newName: String,
        in other: TemporaryDirectory? = nil,
        with copier: TreeCopier? = nil
    ) throws -> CopyReport {
        let copier = copier ?? .plain()
        let target = try (other ?? self).handle()
        return copier.copy(Array(name.utf8)[...], in: try handle(), to: Array(newName.utf8)[...], in: target)
    }
}

extension TreeCopier {
    static func plain(
        _ onFailure: FailurePolicy = .goOn,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) -> TreeCopier {
        TreeCopier(progress: progress, cancellation: cancellation, onFailure: onFailure)
    }
}
