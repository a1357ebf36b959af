/// A node of an outline. Its children are made when they are needed, so that an outline can be large or endless.
package struct OutlineNode: Sendable {
    /// The name in its parent: a key, or an index from 0. Not sanitized.
    package var name: String
    /// The value.
    package var value: OutlineValue
    /// The number of children.
    package let childCount: Int
    /// Opens what the value refers to, such as another object; nil if the value itself is opened.
    package var destination: (@Sendable (ViewForm) -> Preview?)?
    /// The class of an archived object, if an app may have defined it; nil for any other value.
    var className: String?
    private let makeChildren: @Sendable () -> [OutlineNode]

    /// Creates a node.
    /// - Parameter children: Returns the children, as many as `childCount` says.
    package init(
        _ name: String,
        _ value: OutlineValue,
        childCount: Int = 0,
        children: @escaping @Sendable () -> [OutlineNode] = { [] }
    ) {
        self.name = name
        self.value = value
        self.childCount = childCount
        makeChildren = children
    }

    /// Creates a node with given children.
    package init(_ name: String, _ value: OutlineValue, _ children: [OutlineNode]) {
        self.init(name, value, childCount: children.count) { children }
    }

    /// The children, made anew each time.
    package var children: [OutlineNode] { childCount == 0 ? [] : makeChildren() }
}

/// The way to a node: the indices of the children, from the top.
package typealias OutlinePath = [Int]
