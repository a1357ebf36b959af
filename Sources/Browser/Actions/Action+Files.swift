import ContainerModel
import FileSharing
import Inspection
import Screen
import Transactions

extension Action {
    static let files: [Action] = [
        Action("yank", "Copy (yank), to be pasted", .files, keys: ["y"]) { $0.yank(isCut: false) }.alsoCalled(
            "clipboard", "duplicate", "clone"),
        Action("cut", "Cut, to be pasted elsewhere", .files, keys: ["X"]) { $0.yank(isCut: true) }.changing(),
        Action("paste", "Paste the copied or cut items", .files, keys: ["p"]) { $0.paste() }.changing().alsoCalled(
            "put", "duplicate"),
        Action("delete", "Move to the trash; asks first", .files, keys: ["d", "F8", "Del"]) { $0.deleteSubjects() }
            .changing(asksFirst: true).alsoCalled("rm", "rmdir", "remove", "trash", "unlink", "dd"),
        Action("rename", "Rename; several in $EDITOR", .files, keys: ["r"]) { $0.renameSubjects() }
            .changing(asksFirst: true).alsoCalled("mv", "move-to", "bulkrename"),
        Action("new", "New file, or directory if the name ends in /", .files, keys: ["a"]) { $0.askForName(.new) }
            .changing(asksFirst: true).alsoCalled("touch", "create"),
        Action("new-directory", "New directory", .files, keys: ["F7"]) { $0.askForName(.newDirectory) }
            .changing(asksFirst: true).alsoCalled("mkdir", "folder"),
        Action("edit", "Edit in $EDITOR; a binary property list as XML", .files, keys: ["F4", "^e"]) {
            $0.edit(asBytes: false)
        }.changing().alsoCalled("vi", "vim", "nvim", "nano", "emacs"),
        Action("edit-bytes", "Edit the bytes of any file in $EDITOR", .files, keys: ["g e"]) {
            $0.edit(asBytes: true)
        }.briefly("Edit the bytes").changing().alsoCalled("hexedit"),
        Action("exclude", "Exclude from backup, or include again", .files, keys: ["x"]) { $0.toggleExclusion() }
            .changing().alsoCalled("nobackup", "tmutil", "isexcludedfrombackup"),
        Action("undo", "Undo the last operation here", .files, keys: ["u"]) {
            $0.beginOperation(.undo(.lastIn($0.shownRoots)))
        }.changing().alsoCalled("revert", "rollback", "history", "restore", "undelete", "untrash"),
        Action("redo", "Redo the last undone operation here", .files, keys: ["^r"]) {
            $0.beginOperation(.redo(.lastIn($0.shownRoots)))
        }.changing(),
        Action("tasks", "Tasks: running, waiting and finished", .files, keys: ["w"]) { state in
            state.showTasks()
            return []
        }.alsoCalled("jobs", "progress", "queue", "history"),
    ]

    static let sharing: [Action] = [
        Action(inPanes: "sharing", "Sharing mode: this computer on the right", .sharing, keys: ["S"]) {
            $0.toggleSharing(&$1)
        }.alsoCalled("host", "finder", "panel", "right", "two panes"),
        Action(inPanes: "beside", "Sharing mode: another container on the right", .sharing, keys: ["g b"]) {
            $0.chooseSecondContainer(&$1)
        }.briefly("Another container").alsoCalled(
            "tab", "tabs", "tabnew", "new tab", "sp", "split", "vs", "vsplit", "compare", "two panes"),
        Action("import", "Import from this computer", .sharing, keys: ["i"]) { $0.importItems() }.changing().alsoCalled(
            "upload", "push"),
        Action("export", "Export to this computer", .sharing, keys: ["e"]) { $0.exportItems() }
            .reachingOutside().alsoCalled("download", "pull"),
        Action("copy", "Copy to the other pane, or to a path", .sharing, keys: ["F5"]) { $0.transfer(isMove: false) }
            .reachingOutside().alsoCalled("cp"),
        Action("move", "Move to the other pane, or to a path", .sharing, keys: ["F6"]) { $0.transfer(isMove: true) }
            .changing().alsoCalled("mv"),
        Action("deliver", "Deliver a file to the app, as Mail or AirDrop would", .sharing, keys: ["D"]) { state in
            state.open(SendersPanel())
            return []
        }.changing(asksFirst: true).alsoCalled("airdrop", "mail", "receive"),
        Action("view", "View the file on the whole screen", .movement, keys: ["F3"]) { $0.viewCurrent() }.alsoCalled(
            "preview", "less", "cat", "open", "read", "xxd", "hexdump"),
    ]
}

extension BrowserState {
    fileprivate mutating func yank(isCut: Bool) -> [BrowserEffect] {
        let items = subjects(on: panes.side)
        guard !items.isEmpty else { return [] }
        panes.endRange()
        clipboard = Clipboard(items: items, isCut: isCut)
        let them = items.count == 1 ? "it" : "them"
        say(
            "\(Pluralized.items(items.count)) \(isCut ? "cut" : "copied"); \(keys.key("paste")) pastes \(them) where you are"
        )
        return []
    }

    fileprivate mutating func paste() -> [BrowserEffect] {
        guard let clipboard else {
            say("nothing to paste; \(keys.key("yank")) copies, \(keys.key("cut")) cuts")
            return []
        }
        guard let target = panes.targetDirectory else { return [] }
        return beginOperation(
            clipboard.isCut
                ? .move(clipboard.items, to: .directory(target)) : .copy(clipboard.items, to: .directory(target)))
    }

    fileprivate mutating func edit(asBytes: Bool) -> [BrowserEffect] {
        guard let item = currentItem, let name = item.path.lastComponent, !name.isEmpty else { return [] }
        return beginOperation(.edit(item, asBytes: asBytes))
    }

    fileprivate mutating func deleteSubjects() -> [BrowserEffect] {
        guard isOnContainer("deletes") else { return [] }
        let items = subjects(on: panes.side).withoutRoots
        return items.isEmpty ? [] : beginOperation(.delete(items))
    }

    fileprivate mutating func renameSubjects() -> [BrowserEffect] {
        guard isOnContainer("renames") else { return [] }
        let items = subjects(on: panes.side).withoutRoots
        guard let first = items.first else { return [] }
        guard items.count <= Self.maxRenamed else {
            say(
                "\(Pluralized.items(items.count)) are too many to rename in an editor; select at most "
                    + Pluralized.items(Self.maxRenamed), isError: true)
            return []
        }
        guard items.count == 1 else { return [.outside(.editNames(items.prefix(items.count)))] }
        panels.prompt = Prompt(.rename(first), name: Array(first.name))
        return []
    }

    /// A longer list of names is too long for anyone to edit.
    private static let maxRenamed = 20_000

    fileprivate mutating func askForName(_ purpose: Prompt.Purpose) -> [BrowserEffect] {
        guard panes.targetDirectory != nil else { return [] }
        panels.prompt = Prompt(purpose)
        return []
    }

    fileprivate mutating func toggleExclusion() -> [BrowserEffect] {
        guard isOnContainer("excludes") else { return [] }
        let items = subjects(on: panes.side)
        guard let first = items.first else { return [] }
        // The state of the item under the cursor decides for all.
        let listing = panes[panes.side]
        let entry = listing.flatMap { listing in listing.order.first { listing.item(of: $0) == first } }
        let isExcluded = entry.flatMap { listing?.facts[$0]?.exclusion.isEmpty } == false
        return beginOperation(.setExclusion(items, excludes: !isExcluded))
    }

    /// Returns whether the focus is on the container; if not, says that sandglass does not change this computer's
    /// files.
    fileprivate mutating func isOnContainer(_ verb: String) -> Bool {
        guard panes.side == .computer, panes.secondContainer == nil else { return true }
        say("sandglass \(verb) nothing on this computer; \(keys.key("next-pane")) goes to the container", isError: true)
        return false
    }

    fileprivate mutating func importItems() -> [BrowserEffect] {
        if let effects = ComparisonPanel.copySelected(fromOtherSide: true, in: &self) { return effects }
        guard panes.isSharing, panes.computer != nil else {
            panels.askForPath(.importFrom)
            return []
        }
        let items = subjects(on: .computer)
        guard !items.isEmpty, let target = panes.listing?.location else { return [] }
        return beginOperation(.copy(items, to: .directory(target)))
    }

    fileprivate mutating func exportItems() -> [BrowserEffect] {
        if let effects = ComparisonPanel.copySelected(fromOtherSide: false, in: &self) { return effects }
        let items = subjects(on: .container)
        guard !items.isEmpty else { return [] }
        guard panes.isSharing, let target = panes.computer?.location else {
            panels.askForPath(.exportTo(items))
            return []
        }
        return beginOperation(.copy(items, to: .directory(target)))
    }

    /// Copies or moves as F5 and F6 do in mc: to the other pane, or if there is none, to a path in the container.
    fileprivate mutating func transfer(isMove: Bool) -> [BrowserEffect] {
        if !isMove, let effects = ComparisonPanel.copySelected(fromOtherSide: false, in: &self) { return effects }
        let items = subjects(on: panes.side)
        guard !items.isEmpty else { return [] }
        guard panes.isSharing, let target = panes[panes.side.other]?.location else {
            let here = panes.listing?.path.bytes ?? []
            panels.prompt = Prompt(
                .transfer(items, isMove: isMove), proposing: [0x2f] + here + (here.isEmpty ? [] : [0x2f]))
            return []
        }
        return beginOperation(isMove ? .move(items, to: .directory(target)) : .copy(items, to: .directory(target)))
    }

    /// Asks for the file that an app delivers, suggesting the one under the cursor of the computer's pane, if any.
    mutating func askForDocument(from sender: DeliverySender) {
        panels.askForPath(.deliver(sender))
        if panes.isSharing, let item = subjects(on: .computer).first {
            panels.prompt?.insert(String(decoding: item.shown, as: UTF8.self))
        }
    }
}
