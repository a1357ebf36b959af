import ContainerModel
import ContainerStore
import Documents
import FileTree
import Formats
import Inspection
import Jobs
import Reports

/// Reports app-switcher snapshots that show content: pictures that are not uniform.
struct SnapshotExaminer: ContainerExaminer {
    func examine(_ container: AuditedContainer, _ context: AuditContext, _ report: (Finding) -> Void) {
        guard container.kind == .data else { return }
        var inventory = SnapshotInventory(of: container.container)
        var hasAny = false
        while !context.cancellation.isCancelled, let step = inventory.next() {
            guard case .row(let row) = step, row.subject == .scene || row.subject == .other,
                container.start.isRoot || row.rawPath.isInside(container.start)
            else { continue }
            hasAny = true
            guard !row.downscaled, row.bytes > 0 else { continue }
            let decoded = SnapshotPicture(row.rawPath, in: container.container, context)
            guard let picture = decoded, picture.contents == .content else {
                // A file that cannot be read at all is reported with the others.
                if decoded?.contents ?? .undecoded == .undecoded,
                    (try? DocumentSource(row.rawPath, in: container.container.tree)) != nil
                {
                    let text = "not decoded, so that it is not known whether it shows content"
                    report(Finding(.damaged, in: container, at: row.rawPath, text))
                }
                continue
            }
            let scene = row.scene.map { " of the scene \(SecretText.masked($0))" } ?? ""
            let time = row.modified.map { ", file written \($0)" } ?? ""
            let size = "\(row.width ?? picture.width) × \(row.height ?? picture.height) pixels"
            report(
                Finding(
                    .snapshotWithContent, in: container, at: row.rawPath,
                    "a picture of the screen\(scene)\(time), \(size), that shows more than one color"))
        }
        if hasAny, container.app.exitsOnSuspend == .yes {
            report(
                Finding(
                    .snapshotOnSuspend, in: container, at: "Library",
                    "the app exits when it is suspended, and there are snapshots of it"))
        }
    }
}
