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
    private let makeChildren: @Sendable () -> [ValueNode]

    /// Creates a node.
    /// - Parameter children: Returns the children, as many as `childCount` says.
    package init(
        _ name: String,
        _ value: DocumentValue,
        childCount: Int = 0,
        children: @escaping @Sendable () -> [ValueNode] = { [] }
    ) {
        self.name = name
        self.value = value
        self.childCount = childCount
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

    /// The children, made anew each time.
    package var children: [ValueNode] { childCount == 0 ? [] : makeChildren() }
}
