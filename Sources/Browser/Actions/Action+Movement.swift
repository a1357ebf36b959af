import ContainerModel
import FileTree
import Screen

extension Action {
    static let movement: [Action] = [
        Action("down", "Next row", .movement, keys: ["j", "Down", "^n"]) { $0.move(by: 1) }
            .counted { $0.move(by: $1) },
        Action("up", "Previous row", .movement, keys: ["k", "Up", "^p"]) { $0.move(by: -1) }
            .counted { $0.move(by: -$1) },
        Action("enter", "Enter the directory, or view the file", .movement, keys: ["l", "Right", "Enter"]) {
            $0.enterCurrent()
        },
        Action("back", "Back to the previous directory", .movement, keys: ["^o", "["]) { $0.goBack() },
        Action("forward", "Forward again", .movement, keys: ["]"]) { $0.goForward() },
        Action("leave", "Go to the parent directory", .movement, keys: ["h", "Left", "Backspace"]) { $0.leave() },
        Action("top", "First row", .movement, keys: ["g g", "Home"]) { $0.jump(toRow: 1) }
            .counted { $0.jump(toRow: $1) },
        Action("bottom", "Last row", .movement, keys: ["G", "End"]) { $0.jump(toRow: .max) }
            .counted { $0.jump(toRow: $1) },
        Action("half-page-down", "Half a page down", .movement, keys: ["^d"]) { $0.move(by: max(1, $0.paneRows / 2)) }
            .counted { $0.move(by: $1 * max(1, $0.paneRows / 2)) },
        Action("half-page-up", "Half a page up", .movement, keys: ["^u"]) { $0.move(by: -max(1, $0.paneRows / 2)) }
            .counted { $0.move(by: -$1 * max(1, $0.paneRows / 2)) },
        Action("page-down", "A page down", .movement, keys: ["PgDn", "^f"]) { $0.move(by: max(1, $0.paneRows - 1)) }
            .counted { $0.move(by: $1 * max(1, $0.paneRows - 1)) },
        Action("page-up", "A page up", .movement, keys: ["PgUp", "^b"]) { $0.move(by: -max(1, $0.paneRows - 1)) }
            .counted { $0.move(by: -$1 * max(1, $0.paneRows - 1)) },
        Action("next-pane", "Next pane", .movement, keys: ["Tab"]) { $0.moveFocus(by: 1) },
        Action("previous-pane", "Previous pane", .movement, keys: ["S-Tab"]) { $0.moveFocus(by: -1) },
    ]
}

extension BrowserState {
    /// Moves the cursor of the pane that has the focus.
    mutating func move(by rows: Int) -> [BrowserEffect] {
        switch focus {
        case .listing, .computer:
            guard var listing = self[side] else { return [] }
            listing.chooseRow(saturated(listing.cursor, rows), visibleRows: paneRows)
            self[side] = listing
            detailsTop = 0
            return extendRange()
        case .places:
            let before = places.cursor
            places.moveCursor(to: saturated(places.cursor, rows), visibleRows: paneRows)
            return before == places.cursor ? [] : showPlace()
        case .details:
            detailsTop = max(0, min(saturated(detailsTop, rows), details.count - paneRows))
            return []
        }
    }

    /// Moves the cursor to a row, counted from 1.
    mutating func moveToRow(_ row: Int) -> [BrowserEffect] { move(by: -.max) + move(by: row - 1) }

    /// Moves the cursor to a row, counted from 1, as a jump that can be returned from.
    fileprivate mutating func jump(toRow row: Int) -> [BrowserEffect] {
        if focus == .listing { noteJump() }
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
        guard let path = places.currentPath, path != listing?.path else { return [] }
        return enter(path)
    }

    /// Enters the item under the cursor.
    mutating func enterCurrent() -> [BrowserEffect] {
        switch focus {
        case .places:
            if let other = places.current?.container { return switchTo(other) }
            if places.current?.isUnfolded == false { return toggleFold() }
            focus = .listing
            return []
        case .details: return []
        case .listing, .computer:
            guard let listing = self[side], let current = listing.current, let path = listing.path(of: current) else {
                return []
            }
            if listing.isFlat, listing.kind(of: current) != .directory {
                return listing.reach.question.map { showHits(of: path, $0) } ?? goToFound(path)
            }
            switch listing.kind(of: current) {
            case .directory:
                if let refusal = refusal(toList: path, on: side) {
                    open(RefusalPanel(refusal, of: ItemAddress(listing.root, path)))
                    return []
                }
                return enter(path, on: side)
            case .file where isChoosing: return choose()
            case .link: return [follow(path, on: side)]
            case .file, .fifo, .socket, .characterDevice, .blockDevice, .unknown:
                if isSharing {
                    let verb = side == .container ? "\(key("export")) exports it" : "\(key("import")) imports it"
                    say("a file: \(verb); \(key("sharing")) leaves sharing mode")
                    return []
                }
                guard listing.kind(of: current) == .file else {
                    focus = .details
                    return []
                }
                return viewCurrent()
            }
        }
    }

    /// Goes to the parent directory; in the tree folds the place or goes to its parent; in the details returns to the
    /// listing.
    mutating func leave() -> [BrowserEffect] {
        switch focus {
        case .details:
            focus = .listing
            return []
        case .places:
            if places.current?.isUnfolded == true, places.current?.path.isRoot == false { return toggleFold() }
            guard let parent = places.currentPath?.parent else { return [] }
            places.moveCursor(toward: parent)
            places.scroll(visibleRows: paneRows)
            return showPlace()
        case .listing, .computer:
            guard let listing = self[side] else { return [] }
            guard !listing.isFlat else { return leaveFlatView() }
            guard let parent = listing.path.parent, let name = listing.path.lastComponent else {
                if side == .computer, let beside { return showComputer(around: beside) }
                say(
                    "this is the top of \(side == .container ? "the container" : "this computer"); \(key("quit")) quits"
                )
                return []
            }
            return enter(parent, on: side, wanted: Array(name))
        }
    }

    mutating func toggleFold() -> [BrowserEffect] {
        guard focus == .places, let isUnfolded = places.current?.isUnfolded else { return [] }
        if let other = places.current?.container { return switchTo(other) }
        let missing = places.setUnfolded(!isUnfolded)
        places.scroll(visibleRows: paneRows)
        return missing.map { [readTree([$0])] } ?? []
    }

    /// The panes that can have the focus, from left to right.
    var panes: [Pane] { isSharing ? [.places, .listing, .computer] : [.places, .listing, .details] }

    mutating func moveFocus(by step: Int) -> [BrowserEffect] {
        endRange()
        // As in mc, Tab goes between the two directories only. S-Tab also reaches the places.
        if isSharing, step > 0 {
            focus = focus == .listing ? .computer : .listing
            scroll()
            return []
        }
        let place = panes.firstIndex(of: focus) ?? 0
        focus = panes[(place + step + panes.count) % panes.count]
        scroll()
        return []
    }
}
