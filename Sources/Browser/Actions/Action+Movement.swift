import ContainerModel
import FileTree
import Screen

extension Action {
    static let movement: [Action] = [
        Action("down", "Next row", .movement, keys: ["j", "Down", "^n"]) { $0.move(by: 1) }
            .counted { $0.move(by: $1) }.onlyMovingCursor(),
        Action("up", "Previous row", .movement, keys: ["k", "Up", "^p"]) { $0.move(by: -1) }
            .counted { $0.move(by: -$1) }.onlyMovingCursor(),
        Action("enter", "Enter the directory, or view the file", .movement, keys: ["l", "Right", "Enter"]) {
            $0.enterCurrent()
        }.alsoCalled("cwd", "descend"),
        Action("back", "Back to the previous directory", .movement, keys: ["^o", "["]) { $0.goBack() }.alsoCalled(
            "history", "return", "jumps"),
        Action("forward", "Forward again", .movement, keys: ["]"]) { $0.goForward() },
        Action("leave", "Go to the parent directory", .movement, keys: ["h", "Left", "Backspace"]) { $0.leave() }
            .alsoCalled("parent", "ascend"),
        Action("top", "First row", .movement, keys: ["g g", "Home"]) { $0.jump(toRow: 1) }
            .counted { $0.jump(toRow: $1) }.alsoCalled("gg", "beginning"),
        Action("bottom", "Last row", .movement, keys: ["G", "End"]) { $0.jump(toRow: .max) }
            .counted { $0.jump(toRow: $1) }.alsoCalled("end"),
        Action("half-page-down", "Half a page down", .movement, keys: ["^d"]) { $0.move(by: max(1, $0.paneRows / 2)) }
            .counted { $0.move(by: $1 * max(1, $0.paneRows / 2)) }.onlyMovingCursor(),
        Action("half-page-up", "Half a page up", .movement, keys: ["^u"]) { $0.move(by: -max(1, $0.paneRows / 2)) }
            .counted { $0.move(by: -$1 * max(1, $0.paneRows / 2)) }.onlyMovingCursor(),
        Action("page-down", "A page down", .movement, keys: ["PgDn", "^f"]) { $0.move(by: max(1, $0.paneRows - 1)) }
            .counted { $0.move(by: $1 * max(1, $0.paneRows - 1)) }.onlyMovingCursor(),
        Action("page-up", "A page up", .movement, keys: ["PgUp", "^b"]) { $0.move(by: -max(1, $0.paneRows - 1)) }
            .counted { $0.move(by: -$1 * max(1, $0.paneRows - 1)) }.onlyMovingCursor(),
        Action("next-pane", "Next pane", .movement, keys: ["Tab"]) { $0.moveFocus(by: 1) }.alsoCalled(
            "focus", "window", "panel", "left", "right"),
        Action("previous-pane", "Previous pane", .movement, keys: ["S-Tab"]) { $0.moveFocus(by: -1) },
    ]
}

extension BrowserState {
    /// Moves the cursor of the pane that has the focus.
    mutating func move(by rows: Int) -> [BrowserEffect] {
        switch panes.focus {
        case .listing, .computer:
            guard var listing = panes[panes.side] else { return [] }
            listing.chooseRow(saturated(listing.cursor, rows), visibleRows: paneRows)
            panes[panes.side] = listing
            details.top = 0
            return extendRange()
        case .places:
            let before = panes.places.cursor
            panes.places.moveCursor(to: saturated(panes.places.cursor, rows), visibleRows: paneRows)
            return before == panes.places.cursor ? [] : showPlace()
        case .details:
            details.top = max(0, min(saturated(details.top, rows), details.lines.count - paneRows))
            return []
        }
    }

    /// Moves the cursor to a row, counted from 1.
    mutating func moveToRow(_ row: Int) -> [BrowserEffect] { move(by: -.max) + move(by: row - 1) }

    /// Moves the cursor to a row, counted from 1, as a jump that can be returned from.
    fileprivate mutating func jump(toRow row: Int) -> [BrowserEffect] {
        if panes.focus == .listing { noteJump() }
        return switch row {
        case 1: move(by: -.max)
        case .max: move(by: .max)
        default: moveToRow(row)
        }
    }

    private func saturated(_ row: Int, _ rows: Int) -> Int {
        let (sum, overflow) = row.addingReportingOverflow(rows)
        return overflow ? .max : sum
    }

    /// Shows the place under the cursor of the tree in the listing.
    mutating func showPlace() -> [BrowserEffect] {
        guard let path = panes.places.currentPath, path != panes.listing?.path else { return [] }
        return enter(path)
    }

    /// Enters the item under the cursor.
    mutating func enterCurrent() -> [BrowserEffect] {
        switch panes.focus {
        case .places:
            if let other = panes.places.current?.container { return switchTo(other) }
            if panes.places.current?.isUnfolded == false { return toggleFold() }
            panes.focus = .listing
            return []
        case .details: return []
        case .listing, .computer:
            guard let listing = panes[panes.side], let current = listing.current, let path = listing.path(of: current)
            else {
                return []
            }
            if let origin = listing.reach.origin { return open(current, of: listing, comparedWith: origin) }
            if listing.isFlat, listing.kind(of: current) != .directory {
                return listing.reach.question.map { showHits(of: path, $0) } ?? goToFound(path)
            }
            switch listing.kind(of: current) {
            case .directory:
                if let refusal = refusal(toList: path, on: panes.side) {
                    open(RefusalPanel(refusal, of: ItemAddress(listing.root, path)))
                    return []
                }
                return enter(path, on: panes.side)
            case .file where options.isChoosing: return choose()
            case .link: return [follow(path, on: panes.side)]
            case .file, .fifo, .socket, .characterDevice, .blockDevice, .unknown:
                if panes.isSharing {
                    sayFileIsShared()
                    return []
                }
                guard listing.kind(of: current) == .file else {
                    panes.focus = .details
                    return []
                }
                return viewCurrent()
            }
        }
    }

    /// Says what the keys do with a file in sharing mode, where one that enters would only be in the way.
    private mutating func sayFileIsShared() {
        let (exporting, importing) = (keys.key("export"), keys.key("import"))
        let verb =
            switch (panes.side, panes.secondContainer == nil) {
            case (.container, true): "\(exporting) exports it"
            case (.computer, true): "\(importing) imports it"
            case (.container, false): "\(exporting) copies it to the other container"
            case (.computer, false): "\(importing) copies it to the container on the left"
            }
        say("a file: \(verb), \(keys.key("view")) views it")
    }

    /// Goes to the parent directory; in the tree folds the place or goes to its parent; in the details returns to the
    /// listing.
    mutating func leave() -> [BrowserEffect] {
        switch panes.focus {
        case .details:
            panes.focus = .listing
            return []
        case .places:
            if panes.places.current?.isUnfolded == true, panes.places.current?.path.isRoot == false {
                return toggleFold()
            }
            guard let parent = panes.places.currentPath?.parent else { return [] }
            panes.places.moveCursor(toward: parent)
            panes.places.scroll(visibleRows: paneRows)
            return showPlace()
        case .listing, .computer:
            guard let listing = panes[panes.side] else { return [] }
            guard !listing.isFlat else { return leaveFlatView() }
            guard let parent = listing.path.parent, let name = listing.path.lastComponent else {
                if panes.side == .computer, let secondContainer = panes.secondContainer {
                    return showComputer(around: secondContainer)
                }
                say(
                    "this is the top of \(panes.side == .container ? "the container" : "this computer"); \(keys.key("quit")) quits"
                )
                return []
            }
            return enter(parent, on: panes.side, wanted: Array(name))
        }
    }

    mutating func toggleFold() -> [BrowserEffect] {
        guard panes.focus == .places, let isUnfolded = panes.places.current?.isUnfolded else { return [] }
        if let other = panes.places.current?.container { return switchTo(other) }
        let missing = panes.places.setUnfolded(!isUnfolded)
        panes.places.scroll(visibleRows: paneRows)
        return missing.map { [readTree([$0])] } ?? []
    }

    mutating func moveFocus(by step: Int) -> [BrowserEffect] {
        endRange()
        // As in mc, Tab goes between the two directories only. S-Tab also reaches the places.
        if panes.isSharing, step > 0 {
            panes.focus = panes.focus == .listing ? .computer : .listing
            scroll()
            return []
        }
        panes.moveFocus(by: step)
        scroll()
        return []
    }
}
