import FileSharing

/// Items to be pasted.
struct Clipboard: Hashable, Sendable {
    var items: ItemSet
    /// Whether pasting moves the items.
    var isCut: Bool
}
