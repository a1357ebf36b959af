/// A node of a tree. Its children are made when they are needed, so that a tree can be large or endless.
package struct ValueNode: Sendable {
    /// The name in its parent: a key, or an index from 0. Not sanitized.
    package var name: String
    /// The value.
    package var value: DocumentValue
    /// The number of children.
    package let childCount: Int
    /// Opens the target of the value's reference, such as another object; nil if the value itself is opened.
    package var destination: (@Sendable (DocumentForm, DocumentLimits) throws(DocumentFailure) -> Document?)?
    /// The class of an archived object, if an app may have defined it; nil for any other value.
    package var className: String?
    /// The stored bytes of a text that is not valid UTF-8, of which `value` has a readable form; nil for any other value.
    package var storedText: [UInt8]?
    /// The stored bytes of a text that is no Unicode, of which `value` has a form with escapes; nil for any other value. They are
    /// compared, and the form is shown and opened.
    package var escapedBytes: [UInt8]?
    /// The bytes of a value that is too large to be held, and of which `value` is a description; nil for any other value.
    var large: LargeValue?
    /// The path of the file with the value, from the directory of the database that it belongs to; nil for a value in the
    /// database itself, and for any other.
    package var pathBeside: [UInt8]?
    /// Why the value cannot be read, of which `value` is a description; nil for any other value.
    package var unread: String?
    /// Why there is no value although there should be one, of which `value` is a description; nil for any other value. That has been
    /// looked at: it is compared, and nothing is to be found in it.
    package var absence: String?
    private let makeChildren: @Sendable () -> [ValueNode]

    /// Creates a node.
    /// - Parameter children: Returns the children, as many as `childCount` says.
    package init(
        _ name: String,
        _ value: DocumentValue,
        childCount: Int = 0,
        children: @escaping @Sendable () -> [ValueNode] = { [] }
    ) {
        (self.name, self.value, self.childCount) = (name, value, childCount)
        makeChildren = children
    }

    /// Creates a node with given children.
    package init(_ name: String, _ value: DocumentValue, _ children: [ValueNode]) {
        self.init(name, value, childCount: children.count) { children }
    }

    /// Whether the names of the children are keys rather than indices.
    package var isRecord: Bool {
        if case .record = value { return true }
        return false
    }

    /// Reads the bytes of a value that is too large to be held, and of which `value` is a description; nil for any other value.
    package var source: DocumentSource? { large?.source }

    /// Why there is only a description of the value, as a sentence without a full stop; nil if there is the value.
    package var loss: String? {
        unread.map { "“\(name)” cannot be read: \($0)" } ?? absence.map { "“\(name)” is missing: \($0)" }
    }

    /// Whether what `source` reads is a text, rather than data.
    package var isLargeText: Bool { large?.isText ?? false }

    /// The children, made anew each time.
    package var children: [ValueNode] { childCount == 0 ? [] : makeChildren() }

    /// Whether the text, a name or a value in it has the character that stands for what is no Unicode.
    package var holdsReplacement: Bool {
        func holds(_ text: String) -> Bool { Array(text.utf8).contains("\u{fffd}".utf8) }
        return contains { node, children in
            if case .string(let text) = node.value, node.storedText == nil, holds(text) { return true }
            return node.isRecord && children.contains { holds($0.name) }
        }
    }

    /// Whether the text, or one in it, is written with escapes.
    var holdsEscapes: Bool { contains { node, _ in node.escapedBytes != nil } }

    /// Returns whether something is true of the node, or of one in it.
    private func contains(where isTrue: (_ node: ValueNode, _ children: [ValueNode]) -> Bool) -> Bool {
        var waiting = [self]
        while let node = waiting.popLast() {
            let children = node.children
            if isTrue(node, children) { return true }
            waiting += children
        }
        return false
    }
}

/// The bytes of a value that is too large to be held. Few nodes have one: the others are small.
final class LargeValue: Sendable {
    let source: DocumentSource
    /// Whether it is a text, rather than data.
    let isText: Bool

    init(_ source: DocumentSource, isText: Bool = false) {
        self.source = source
        self.isText = isText
    }
}
