import ContainerModel
import ContainerStore
import FileSharing
import FileTree

/// The browser as a chooser of items for scripts.
extension BrowserState {
    /// The paths on this computer of what was chosen; nil if nothing was.
    package var chosenPaths: [[UInt8]]? { chosen?.items.map(\.hostPath) }

    /// The directory of this computer that is shown; nil if it is in an archive.
    package var workingDirectory: [UInt8]? {
        if container(on: panes.side)?.medium != nil { return nil }
        return panes[panes.side]?.location.hostPath
    }

    /// Chooses the selected items, or else the one under the cursor, and quits.
    mutating func choose() -> [BrowserEffect] {
        guard options.isChoosing else {
            say("start with --choose to print the selection")
            return []
        }
        let items = subjects(on: panes.side)
        guard !items.isEmpty else { return [] }
        chosen = items
        return quit()
    }
}
