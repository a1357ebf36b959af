import ContainerModel
import FileTree

/// Going to places that the user names.
extension Panes {
    /// Goes to a directory that the user named, in the tree as well.
    /// - Parameter entry: The entry to put the cursor on, which gives the listing the focus.
    mutating func goToPlace(_ path: ContainerPath, entry: [UInt8]? = nil, _ context: inout ComponentContext)
        -> [BrowserEffect]
    {
        if listing?.path != path || listing?.isFlat == true
            || entry.map({ $0 != listing?.currentName }) ?? false
        {
            noteJump()
        }
        if focus != .places || entry != nil { focus = .listing }
        let effects = enter(path, wanted: entry, &context)
        places.moveCursor(toward: path)
        places.scroll(visibleRows: context.paneRows)
        return effects
    }

    /// Goes to a place in the container with the focus: the other one has the same places. This computer has none.
    mutating func goToPlaceHere(_ path: ContainerPath, _ context: inout ComponentContext) -> [BrowserEffect] {
        focus == .computer && secondContainer != nil ? enter(path, on: .computer, &context) : goToPlace(path, &context)
    }
}
