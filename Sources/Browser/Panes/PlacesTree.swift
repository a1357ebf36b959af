import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Screen

/// The left pane: the container's directories as a tree, including absent standard ones. The app's other containers are
/// further nodes at the top, folded, in an order that stays the same whichever of them is open.
struct PlacesTree: Sendable {
    /// A row of the tree.
    struct Node: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            case directory
            /// A standard directory that may be absent, or something else.
            case standard(StandardDirectory.Presence)
            /// The number of further directories that are left out.
            case omitted(Int)
            /// Another container of the app. Its path is its root's.
            case container(ContainerCandidate)
        }

        var path: ContainerPath
        var content: Content
        var depth: Int
        /// Nil if there is nothing to unfold.
        var isUnfolded: Bool?
        /// What mode, owner and access control list do not deny the app's user.
        var permitted = Rights.unrestricted
    }

    private(set) var nodes: [Node] = []
    /// The columns of the longest row before its size: indentation, fold mark and name.
    private(set) var nameColumns = 0
    private var levels: [ContainerPath: TreeLevel] = [:]
    private var standard: [StandardDirectory] = []
    /// The app's other containers that come before the open one, and after it.
    private let before: [ContainerCandidate]
    private let after: [ContainerCandidate]
    /// The columns of the open container's title.
    private let titleColumns: Int
    private var unfolded: Set<ContainerPath> = []
    private var showsHidden = false
    /// The directories that the actor sees, with everything in them; nil for all.
    private var visible: Set<ContainerPath>?
    /// Whether any part of the tree has been read.
    private(set) var isRead = false
    var cursor = 0
    var top = 0
    /// The directory to put the cursor on once the tree is read.
    private var restored: ContainerPath?

    /// Creates a tree.
    /// - Parameters:
    ///   - unfolded: The directories that are unfolded initially.
    ///   - description: The container.
    init(unfolded: Set<ContainerPath>, of description: ContainerDescription? = nil) {
        self.unfolded = unfolded
        let others = description?.related.filter { $0.membership != nil } ?? []
        let own = description.map { ContainerOrder($0) }
        before = others.filter { other in own.map { ContainerOrder(other) < $0 } ?? false }
        after = Array(others.dropFirst(before.count))
        let title = others.isEmpty ? nil : description.flatMap { ContainerNodeTitle($0) }
        titleColumns = title?.columns ?? ContainerNodeTitle.alone.width
        rebuild()
    }

    /// Whether the app's other containers are shown.
    var hasOthers: Bool { !before.isEmpty || !after.isEmpty }

    /// The directories whose subdirectories are shown.
    var shown: [ContainerPath] { unfolded.sorted() }

    var current: Node? { nodes.indices.contains(cursor) ? nodes[cursor] : nil }

    /// The directory under the cursor; nil on another container.
    var currentPath: ContainerPath? { current.flatMap { $0.container == nil ? $0.path : nil } }

    /// Returns the node of a directory of the open container; nil if it is not shown.
    func node(at path: ContainerPath) -> Node? { nodes.first { $0.path == path && $0.isDirectory } }

    /// The directories in the tree that exist and can be counted.
    var directories: [ContainerPath] {
        nodes.filter { $0.content == .directory || $0.content == .standard(.present) }.map(\.path)
    }

    mutating func receiveLevels(_ levels: [ContainerPath: TreeLevel], standard: [StandardDirectory]) {
        self.levels.merge(levels) { $1 }
        self.standard = standard
        isRead = true
        rebuild()
        if let restored { moveCursor(toward: restored) }
        restored = nil
    }

    /// Unfolds these directories and no others, and puts the cursor on a directory once the tree is read.
    mutating func restore(unfolded: [ContainerPath], cursor: ContainerPath) {
        self.unfolded = Set(unfolded)
        restored = cursor
        rebuild()
    }

    mutating func setShowsHidden(_ showsHidden: Bool) {
        self.showsHidden = showsHidden
        rebuild()
    }

    /// Shows only these directories, what is in them, and what leads to them; nil shows all.
    mutating func show(only visible: Set<ContainerPath>?) {
        guard self.visible != visible else { return }
        self.visible = visible
        rebuild()
    }

    private func isVisible(_ path: ContainerPath) -> Bool {
        visible?.contains { $0 == path || $0.isInside(path) || path.isInside($0) } ?? true
    }

    /// Folds or unfolds the directory under the cursor.
    /// - Returns: The directory, if its subdirectories have to be read first.
    mutating func setUnfolded(_ isUnfolded: Bool) -> ContainerPath? {
        guard let node = current, node.isUnfolded != nil else { return nil }
        if isUnfolded { unfolded.insert(node.path) } else { unfolded.remove(node.path) }
        rebuild()
        return isUnfolded && levels[node.path] == nil ? node.path : nil
    }

    /// Moves the cursor to a directory, or to its nearest ancestor in the tree.
    mutating func moveCursor(toward path: ContainerPath) {
        var target = path
        while true {
            if let row = nodes.firstIndex(where: { $0.path == target && $0.isDirectory }) {
                cursor = row
                return
            }
            guard let parent = target.parent else { return }
            target = parent
        }
    }

    mutating func moveCursor(to row: Int, visibleRows: Int) {
        cursor = max(0, min(row, nodes.count - 1))
        scroll(visibleRows: visibleRows)
    }

    /// Scrolls the rows. The cursor stays: it decides which directory is listed.
    mutating func scrollView(by rows: Int, visibleRows: Int) {
        top = max(0, min(top + rows, nodes.count - visibleRows))
    }

    /// Returns whether the cursor is in view.
    func showsCursor(visibleRows: Int) -> Bool { (top..<top + max(1, visibleRows)).contains(cursor) }

    mutating func scroll(visibleRows: Int) {
        top = scrolled(top: top, cursor: cursor, count: nodes.count, visibleRows: visibleRows)
    }

    /// Rebuilds the rows; the cursor stays on its directory or goes to an ancestor.
    private mutating func rebuild() {
        let (path, other) = (currentPath, current?.container)
        var nodes = before.map { Node($0) }
        // The nodes still to be added, the next one last: a loop, because recursion could overflow the stack in a deep
        // tree.
        var waiting = [node(.root, content: .directory, depth: 0)]
        while let node = waiting.popLast() {
            guard isVisible(node.path) || node.path.isRoot else { continue }
            nodes.append(node)
            if node.isUnfolded == true { waiting.append(contentsOf: children(of: node).reversed()) }
        }
        self.nodes = nodes + after.map { Node($0) }
        nameColumns = self.nodes.reduce(0) { max($0, indent(of: $1) + nameColumns(of: $1)) }
        if let other {
            cursor = self.nodes.firstIndex { $0.container == other } ?? cursor
        } else {
            moveCursor(toward: path ?? .root)
        }
        cursor = max(0, min(cursor, nodes.count - 1))
    }

    /// Returns the columns before the name of a row: the fold marks of a level are aligned with the names of the level
    /// above.
    func indent(of node: Node) -> Int {
        let hasMark = node.depth > 0 || hasOthers
        return 2 * max(0, node.depth - (hasOthers ? 0 : 1)) + (hasMark ? 2 : 0)
    }

    /// The text of a row for directories that are left out.
    static func omission(_ count: Int) -> DisplayText { DisplayText("\(count) more") }

    private func nameColumns(of node: Node) -> Int {
        switch node.content {
        case .omitted(let count): Self.omission(count).width
        case .container(let other): ContainerNodeTitle(other).columns
        case .directory, .standard: node.path.lastComponent.map { DisplayText(bytes: $0).width } ?? titleColumns
        }
    }

    private func children(of parent: Node) -> [Node] {
        let level = levels[parent.path]
        let known = standard.filter { $0.path.parent == parent.path }
        var children: [Node] = []
        for directory in known {
            children.append(node(directory.path, content: .standard(directory.presence), depth: parent.depth + 1))
        }
        for child in level?.children ?? [] {
            guard showsHidden || child.name.first != 0x2e, let path = parent.path.appending(name: child.name),
                !known.contains(where: { $0.path == path })
            else { continue }
            children.append(node(path, content: .directory, depth: parent.depth + 1))
        }
        if let level, level.omitted > 0, visible?.contains(where: { $0.isInside(parent.path) }) != true {
            children.append(
                Node(path: parent.path, content: .omitted(level.omitted), depth: parent.depth + 1, isUnfolded: nil)
            )
        }
        return children
    }

    private func node(_ path: ContainerPath, content: Node.Content, depth: Int) -> Node {
        var canUnfold = path.isRoot || standard.contains { $0.path.parent == path }
        var permitted = standard.first { $0.path == path }?.permitted
        if let parent = path.parent, let name = path.lastComponent {
            let child = levels[parent]?.children.first { $0.name.elementsEqual(name) }
            canUnfold = canUnfold || child?.hasSubdirectories == true
            permitted = permitted ?? child?.permitted
        }
        if let level = levels[path] { canUnfold = canUnfold || !level.children.isEmpty }
        return Node(
            path: path, content: content, depth: depth, isUnfolded: canUnfold ? unfolded.contains(path) : nil,
            permitted: permitted ?? .unrestricted)
    }
}

extension PlacesTree.Node {
    /// Creates a node for another container.
    fileprivate init(_ container: ContainerCandidate) {
        self.init(path: .root, content: .container(container), depth: 0, isUnfolded: false)
    }

    /// The other container that the node stands for; nil for what is in the open one.
    var container: ContainerCandidate? {
        if case .container(let container) = content { return container }
        return nil
    }

    /// Whether the node stands for a place of the open container.
    var isDirectory: Bool { !isOmission && container == nil }

    var isOmission: Bool {
        if case .omitted = content { return true }
        return false
    }
}

/// The order of an app's containers in the tree: by role, then by identifier.
private struct ContainerOrder: Comparable {
    private let role: Int
    private let identifier: String
    private let path: [UInt8]

    init(_ container: ContainerCandidate) {
        role = container.membership?.role.rawValue ?? .max
        identifier = container.identifier ?? ""
        path = container.hostPath.bytes
    }

    init(_ container: ContainerDescription) {
        role = container.membership?.role.rawValue ?? .max
        identifier = container.app.identifier ?? ""
        path = container.hostPath.bytes
    }

    static func < (one: ContainerOrder, other: ContainerOrder) -> Bool {
        guard one.role == other.role else { return one.role < other.role }
        guard one.identifier == other.identifier else { return one.identifier < other.identifier }
        return one.path.lexicographicallyPrecedes(other.path)
    }
}
