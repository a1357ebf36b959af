import ContainerModel
import ContainerStore
import Disk
import Screen

/// A line of text that the person is writing, in the status line.
struct Prompt: Sendable {
    enum Purpose: Hashable, Sendable {
        /// Entries whose names contain it are shown, while it is written.
        case filter
        /// A path in the container.
        case goTo
    }

    let purpose: Purpose
    private(set) var text: [Character]
    /// How many characters stand before the caret.
    private(set) var caret: Int

    init(_ purpose: Purpose, text: [UInt8] = []) {
        self.purpose = purpose
        self.text = Array(String(decoding: text, as: UTF8.self))
        caret = self.text.count
    }

    /// What is written, as bytes.
    var bytes: [UInt8] { Array(String(text).utf8) }

    var label: String {
        switch purpose {
        case .filter: "filter: "
        case .goTo: "go to: "
        }
    }

    /// Inserts text at the caret; its control characters are left out.
    mutating func insert(_ string: String) {
        let characters = string.filter {
            !$0.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
        }
        text.insert(contentsOf: characters, at: caret)
        caret += characters.count
    }

    /// Edits by a key.
    /// - Returns: whether the key means something in a prompt.
    mutating func edit(_ key: Key) -> Bool {
        switch key {
        case .character(let scalar): insert(String(Character(scalar)))
        case .backspace, .control("h"):
            guard caret > 0 else { return true }
            caret -= 1
            text.remove(at: caret)
        case .delete, .control("d"):
            if caret < text.count { text.remove(at: caret) }
        case .left, .control("b"): caret = max(0, caret - 1)
        case .right, .control("f"): caret = min(text.count, caret + 1)
        case .home, .control("a"): caret = 0
        case .end, .control("e"): caret = text.count
        case .control("u"):
            text.removeSubrange(..<caret)
            caret = 0
        case .control("w"):
            var kept = caret
            while kept > 0, text[kept - 1] == " " || text[kept - 1] == "/" { kept -= 1 }
            while kept > 0, text[kept - 1] != " ", text[kept - 1] != "/" { kept -= 1 }
            text.removeSubrange(kept..<caret)
            caret = kept
        default: return false
        }
        return true
    }
}

extension BrowserState {
    mutating func pressInPrompt(_ key: Key) -> [BrowserEffect] {
        guard var prompt else { return [] }
        switch key {
        case .escape, .control("c"):
            self.prompt = nil
            guard prompt.purpose == .filter, !filter.text.isEmpty else { return [] }
            filter.text = []
            return rearrange()
        case .enter:
            self.prompt = nil
            return finish(prompt)
        case .up, .down:
            // The rows can be looked through while a filter is written.
            guard prompt.purpose == .filter else { return [] }
            return move(by: key == .up ? -1 : 1)
        default:
            guard prompt.edit(key) else { return [] }
            self.prompt = prompt
            return promptChanged()
        }
    }

    /// What follows from a prompt's text while it is written.
    mutating func promptChanged() -> [BrowserEffect] {
        guard let prompt, prompt.purpose == .filter, prompt.bytes != filter.text else { return [] }
        filter.text = prompt.bytes
        return rearrange()
    }

    /// A path as people copy it from elsewhere: of this computer, or from the package around the container.
    private func pathInContainer(_ bytes: [UInt8]) -> [UInt8] {
        guard let container else { return bytes }
        let prefixes = [container.hostPath.bytes] + (container.source == .xcappdata ? [Array("AppData".utf8)] : [])
        for prefix in prefixes where bytes.starts(with: prefix) {
            let rest = bytes.dropFirst(prefix.count)
            if rest.isEmpty || rest.first == 0x2f { return Array(rest) }
        }
        return bytes
    }

    private mutating func finish(_ prompt: Prompt) -> [BrowserEffect] {
        guard prompt.purpose == .goTo, !prompt.text.isEmpty else { return [] }
        guard let path = ContainerPath(bytes: pathInContainer(prompt.bytes)) else {
            say("a path in the container has no .. in it", isError: true)
            return []
        }
        // A path is read from the container's root, unless something of that name stands right here.
        if prompt.bytes.first != 0x2f, let listing, let name = path.components.first(where: { _ in true }),
            (0..<listing.entries.count).contains(where: { listing.entries.name($0).elementsEqual(name) })
        {
            return [.locate(listing.path.appending(path))]
        }
        return [.locate(path)]
    }
}
