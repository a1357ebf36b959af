import ContainerModel
import FileTree
import Search

/// The order of the listings, and what is left out of them.
extension Panes {
    mutating func sort(by key: SortKey, _ context: inout ComponentContext) -> [BrowserEffect] {
        order.key = key
        ranksMatches = false
        return rearrange(&context)
    }

    mutating func reverseOrder(_ context: inout ComponentContext) -> [BrowserEffect] {
        order.isReversed.toggle()
        ranksMatches = false
        return rearrange(&context)
    }

    mutating func toggleDirectoriesFirst(_ context: inout ComponentContext) -> [BrowserEffect] {
        order.directoriesFirst.toggle()
        ranksMatches = false
        return rearrange(&context)
    }

    /// Shows or hides the names that begin with a dot.
    mutating func toggleHidden(_ context: inout ComponentContext) -> [BrowserEffect] {
        filter.showsHidden.toggle()
        places.setShowsHidden(filter.showsHidden)
        return rearrange(&context)
    }

    /// Filters the listing with the focus.
    mutating func filter(by text: [UInt8], _ context: inout ComponentContext) -> [BrowserEffect] {
        self[filterOf: side].text = text
        return rearrange(side, &context)
    }
}
