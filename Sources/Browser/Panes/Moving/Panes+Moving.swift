import ContainerModel
import FileTree
import Screen

/// Moving the cursors and the focus, entering and leaving directories.
extension Panes {
    /// Moves the cursor of the pane that has the focus.
    mutating func move(by rows: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        switch focus {
        case .listing, .computer:
            guard var listing = self[side] else { return [] }
            listing.chooseRow(saturated(listing.cursor, rows), visibleRows: context.paneRows)
            self[side] = listing
            details.top = 0
            return extendRange(&context)
        case .places:
            let before = places.cursor
            places.moveCursor(to: saturated(places.cursor, rows), visibleRows: context.paneRows)
            return before == places.cursor ? [] : showPlace(&context)
        case .details:
            details.scroll(by: rows, visibleRows: context.paneRows)
            return []
        }
    }

    /// Moves the cursor to a row, counted from 1.
    mutating func moveToRow(_ row: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        move(by: -.max, &context) + move(by: row - 1, &context)
    }

    /// Moves the cursor to a row, counted from 1, as a jump that can be returned from.
    mutating func jump(toRow row: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        if focus == .listing { noteJump() }
        return switch row {
        case 1: move(by: -.max, &context)
        case .max: move(by: .max, &context)
        default: moveToRow(row, &context)
        }
    }

    private func saturated(_ row: Int, _ rows: Int) -> Int {
        let (sum, overflow) = row.addingReportingOverflow(rows)
        return overflow ? .max : sum
    }

    /// Shows the place under the cursor of the tree in the listing.
    mutating func showPlace(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let path = places.currentPath, path != listing?.path else { return [] }
        return enter(path, &context)
    }

    /// Enters the item under the cursor, unless another component shows it.
    mutating func enterCurrent(_ context: inout ComponentContext) -> [BrowserEffect] {
        switch focus {
        case .places:
            if places.current?.isUnfolded == false { return toggleFold(&context) }
            focus = .listing
            return []
        case .details: return []
        case .listing, .computer:
            guard let listing = self[side], let current = listing.current, let path = listing.path(of: current)
            else {
                return []
            }
            if listing.isFlat, listing.kind(of: current) != .directory {
                return listing.reach.question.map { [showHits(of: path, $0, &context)] } ?? goToFound(path, &context)
            }
            switch listing.kind(of: current) {
            case .directory:
                if let refusal = refusal(toList: path, on: side) {
                    context.open(RefusalPanel(refusal, of: ItemAddress(listing.root, path)))
                    return []
                }
                return enter(path, on: side, &context)
            case .link: return [follow(path, on: side, &context)]
            case .file, .fifo, .socket, .characterDevice, .blockDevice, .unknown:
                if isSharing { sayFileIsShared(&context) } else { focus = .details }
                return []
            }
        }
    }

    /// Says what the keys do with a file in sharing mode, where one that enters would only be in the way.
    private func sayFileIsShared(_ context: inout ComponentContext) {
        let (exporting, importing) = (context.keys.key("export"), context.keys.key("import"))
        let verb =
            switch (side, secondContainer == nil) {
            case (.container, true): "\(exporting) exports it"
            case (.computer, true): "\(importing) imports it"
            case (.container, false): "\(exporting) copies it to the other container"
            case (.computer, false): "\(importing) copies it to the container on the left"
            }
        context.say("a file: \(verb), \(context.keys.key("view")) views it")
    }

    /// Goes to the parent directory; in the tree folds the place or goes to its parent; in the details returns to the
    /// listing.
    mutating func leave(_ context: inout ComponentContext) -> [BrowserEffect] {
        switch focus {
        case .details:
            focus = .listing
            return []
        case .places:
            if places.current?.isUnfolded == true, places.current?.path.isRoot == false {
                return toggleFold(&context)
            }
            guard let parent = places.currentPath?.parent else { return [] }
            places.moveCursor(toward: parent)
            places.scroll(visibleRows: context.paneRows)
            return showPlace(&context)
        case .listing, .computer:
            guard let listing = self[side] else { return [] }
            guard !listing.isFlat else { return leaveFlatView(&context) }
            guard let parent = listing.path.parent, let name = listing.path.lastComponent else {
                if side == .computer, let secondContainer {
                    return showComputer(around: secondContainer, &context)
                }
                context.say(
                    "this is the top of \(side == .container ? "the container" : "this computer"); \(context.keys.key("quit")) quits"
                )
                return []
            }
            return enter(parent, on: side, wanted: Array(name), &context)
        }
    }

    /// Folds or unfolds the place under the cursor of the tree, which is none of another container.
    mutating func toggleFold(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard focus == .places, let isUnfolded = places.current?.isUnfolded else { return [] }
        let missing = places.setUnfolded(!isUnfolded)
        places.scroll(visibleRows: context.paneRows)
        return missing.map { [readTree([$0])] } ?? []
    }

    /// Moves the focus to the right, or to the left.
    mutating func moveFocus(by step: Int, _ context: ComponentContext) {
        endRange()
        if isSharing, step > 0 {
            // As in mc, Tab goes between the two directories only. S-Tab also reaches the places.
            focus = focus == .listing ? .computer : .listing
        } else {
            let place = focusable.firstIndex(of: focus) ?? 0
            focus = focusable[(place + step + focusable.count) % focusable.count]
        }
        scroll(visibleRows: context.paneRows)
    }

    // MARK: Places that are named

    /// Goes to a directory that the user named; on the left, in the tree as well.
    /// - Parameter entry: The entry to put the cursor on, which gives the listing the focus.
    mutating func goToPlace(
        _ path: ContainerPath, entry: [UInt8]? = nil, on side: Side = .container, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        guard side == .container else { return enter(path, on: side, wanted: entry, &context) }
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
        goToPlace(path, on: ruledSide, &context)
    }
}
