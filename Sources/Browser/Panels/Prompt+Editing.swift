import Encryption
import Screen

/// Editing the text of a prompt.
extension Prompt {
    /// The greatest number of characters of a prompt, far more than of any path or name: several pastes do not add up.
    static let longest = 1 << 20

    /// Inserts text at the caret, without its control characters, as far as there is room. What is there stays.
    mutating func insert(_ string: String) {
        if isProposed, let first = string.first, text.first?.lowercased() == first.lowercased() {
            replaced = text.indices
        }
        isProposed = false
        removeReplaced()
        continuations = nil
        guard secret == nil else { return insertSecret(string) }
        let characters = Self.withoutControls(string).filter { RawByte.byte(of: $0) == nil }
            .prefix(max(0, Self.longest - text.count))
        text.insert(contentsOf: characters, at: caret)
        caret += characters.count
    }

    /// Inserts a part of a name at the caret, as it is, as far as there is room.
    mutating func insert(name bytes: [UInt8]) {
        isProposed = false
        replaced = nil
        let characters = RawByte.characters(bytes).prefix(max(0, Self.longest - text.count))
        text.insert(contentsOf: characters, at: caret)
        caret += characters.count
    }

    /// Puts other bytes in the place of the text.
    mutating func replace(with bytes: [UInt8]) {
        isProposed = false
        replaced = nil
        text = RawByte.characters(bytes)
        caret = text.count
    }

    private mutating func insertSecret(_ string: String) {
        for scalar in string.unicodeScalars where !Self.isControl(scalar) {
            guard secret?.insert(scalar, at: caret) == true else {
                isCut = true
                return
            }
            text.insert("*", at: caret)
            caret += 1
        }
    }

    /// Returns a string without its control characters.
    static func withoutControls(_ string: String) -> String {
        string.filter { character in
            if let ascii = character.asciiValue { return ascii >= 0x20 && ascii != 0x7f }
            return !character.unicodeScalars.contains { isControl($0) }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
    }

    private mutating func removeReplaced() {
        guard let range = replaced else { return }
        remove(range)
        replaced = nil
    }

    /// Removes a part of the text, and puts the caret in its place.
    private mutating func remove(_ range: Range<Int>) {
        text.removeSubrange(range)
        secret?.remove(range)
        if text.isEmpty { isCut = false }
        caret = range.lowerBound
    }

    /// A change of the text or of the caret's place.
    enum Edit: Hashable, Sendable {
        case left
        case right
        case start
        case end
        case backspace
        case delete
        case deleteToStart
        case deleteWord

        /// Whether only the caret moves.
        var isMovement: Bool {
            switch self {
            case .left, .right, .start, .end: true
            case .backspace, .delete, .deleteToStart, .deleteWord: false
            }
        }
    }

    /// Keeps the part that the next character would have replaced.
    mutating func keepReplaced() { (replaced, isProposed) = (nil, false) }

    /// Edits the text.
    mutating func edit(_ edit: Edit) {
        isProposed = false
        if text.isEmpty, !beginning.isEmpty {
            if edit == .right || edit == .end { replace(with: beginning) }
            if !edit.isMovement { beginning = [] }
            return
        }
        if replaced != nil {
            guard edit != .backspace, edit != .delete else { return removeReplaced() }
            replaced = nil
        }
        switch edit {
        case .backspace:
            guard caret > 0 else { return }
            remove(caret - 1..<caret)
        case .delete: if caret < text.count { remove(caret..<caret + 1) }
        case .left: caret = max(0, caret - 1)
        case .right: caret = min(text.count, caret + 1)
        case .start: caret = 0
        case .end: caret = text.count
        case .deleteToStart: remove(0..<caret)
        case .deleteWord:
            var kept = caret
            while kept > 0, text[kept - 1] == " " || text[kept - 1] == "/" { kept -= 1 }
            while kept > 0, text[kept - 1] != " ", text[kept - 1] != "/" { kept -= 1 }
            remove(kept..<caret)
        }
    }
}
