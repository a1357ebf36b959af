/// Values in values, each with a name in the one around it.
package struct ValueTree: Sendable {
    /// The nodes at the top.
    package let nodes: [ValueNode]
    /// Whether the only node at the top stands for the whole, so that no step leads to it.
    package let isRooted: Bool

    /// Creates a tree from the nodes at the top.
    package init(_ nodes: [ValueNode]) {
        self.nodes = nodes
        isRooted = false
    }

    /// Creates a tree from a node that stands for all of it.
    package init(root: ValueNode) {
        nodes = [root]
        isRooted = true
    }

    /// Whether the members are items, such as the lines of a file, whose names are their indices, rather than keys.
    package var isList: Bool {
        if isRooted, let root = nodes.first { return !root.isRecord }
        return nodes.enumerated().allSatisfy { $0.element.name == "\($0.offset)" }
    }

    /// Returns the tree with nodes behind those of its root.
    package func adding(_ others: [ValueNode]) -> ValueTree {
        guard !others.isEmpty, isRooted, let root = nodes.first else { return self }
        return ValueTree(root: ValueNode(root.name, root.value, root.children + others))
    }

    /// The nodes that steps lead to.
    package var members: [ValueNode] { isRooted ? nodes.first?.children ?? [] : nodes }

    /// Returns the document for a name; nil if there is no such value.
    /// - Parameter decoders: The decoder processes of the container that the values are from.
    /// - Throws: `DocumentFailure` if it cannot be read.
    func step(
        _ name: [UInt8], as form: DocumentForm, within limits: DocumentLimits,
        _ decoders: ContainerDecoders.Provider? = nil
    ) throws(DocumentFailure) -> Document? {
        guard let node = members.node(at: name) else { return nil }
        guard let destination = node.destination else { return node.opened(as: form, within: limits, decoders) }
        return try destination(form, limits)
    }
}
