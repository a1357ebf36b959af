/// The paths of all places as a tree in flat arrays. Finding the place of a path allocates nothing.
struct PlaceIndex: Sendable {
    /// The result of following a path, completely or in part.
    struct Position: Hashable, Sendable {
        var location: Location
        /// The node of the tree; nil if nothing below has its own rules.
        var node: Int?

        var contents: Position { Position(location: Location(location.place, .contents), node: nil) }
    }

    private struct Node {
        var place: Place?
        var edges: Range<Int> = 0..<0
        /// Whether an edge leads to a place that is a single file.
        var hasFiles = false
    }

    private struct Edge {
        /// How an edge matches a name, in the order in which edges are tried: the most specific first.
        enum Test: Int {
            case exactly
            case bundleIdentifierFollowedBy
            case any
        }

        var test: Test
        var name: Range<Int>
        /// The first byte of the name, which rules out most other names; 0 for an empty name.
        var first: UInt8
        var node: Int
        /// Whether it leads to a place that is a single file.
        var isFile: Bool
    }

    private var nodes: [Node] = []
    private var edges: [Edge] = []
    private var names: [UInt8] = []
    /// By the ordinal of the kind. A kind without a row is treated as a system container.
    private var roots = [Position](
        repeating: Position(location: Location(.systemDirectories, .directory), node: nil),
        count: ContainerKind.allCases.count
    )

    init(_ places: [PlaceRule]) {
        var draft = Draft()
        for rule in places {
            for path in rule.paths { draft.insert(rule.place, at: path) }
        }
        for draftNode in draft.nodes {
            let first = edges.count
            for (component, node) in draftNode.edges {
                let (test, name) = Self.test(of: component)
                let range = names.count..<names.count + name.count
                edges.append(
                    Edge(test: test, name: range, first: name.first ?? 0, node: node, isFile: draft.nodes[node].isFile))
                names += name
            }
            edges[first...].sort { $0.test.rawValue < $1.test.rawValue }
            let hasFiles = edges[first...].contains(where: \.isFile)
            nodes.append(Node(place: draftNode.place, edges: first..<edges.count, hasFiles: hasFiles))
        }
        for (kind, node) in draft.roots {
            guard let place = nodes[node].place else { continue }
            roots[kind.ordinal] = Position(location: Location(place, .directory), node: node)
        }
    }

    private static func test(of component: PathPattern.Component) -> (Edge.Test, name: [UInt8]) {
        switch component {
        case .exactly(let name): (.exactly, name)
        case .bundleIdentifierFollowed(by: let suffix): (.bundleIdentifierFollowedBy, suffix)
        case .any: (.any, [])
        }
    }
}

extension PlaceIndex {
    /// Returns the position of the container's root.
    func root(of kind: ContainerKind) -> Position { roots[kind.ordinal] }

    /// Returns the position of a normalised path. Only a directory can be a place; anything else is contents of one.
    func position(
        of path: Span<UInt8>,
        in kind: ContainerKind,
        type: ItemType,
        bundleIdentifier: String?
    ) -> Position {
        positions(of: path, in: kind, type: type, bundleIdentifier: bundleIdentifier).own
    }

    /// Returns whether the directory at a normalised path may be a place or contain places.
    func leadsToPlaces(_ path: Span<UInt8>, in kind: ContainerKind, bundleIdentifier: String?) -> Bool {
        position(of: path, in: kind, type: .directory, bundleIdentifier: bundleIdentifier).node != nil
    }

    /// Returns the positions of a normalised path and of its parent directory, which is nil for the root.
    func positions(
        of path: Span<UInt8>,
        in kind: ContainerKind,
        type: ItemType,
        bundleIdentifier: String?
    ) -> (parent: Position?, own: Position) {
        var parent: Position?
        var position = root(of: kind)
        var start = 0
        while start < path.count, position.node != nil {
            var end = start
            while end < path.count, path[end] != ContainerPath.slash { end += 1 }
            parent = position
            position = entry(
                named: path.extracting(start..<end),
                type: end < path.count ? .directory : type,
                of: position,
                bundleIdentifier: bundleIdentifier
            )
            start = end + 1
        }
        // Nothing below here has its own rules: the item is contents, and so is its parent unless the search ended
        // there.
        guard start < path.count else { return (parent, position) }
        var rest = start
        while rest < path.count, path[rest] != ContainerPath.slash { rest += 1 }
        return (rest < path.count ? position.contents : position, position.contents)
    }

    /// Returns the position of an entry of the directory at `position`.
    func entry(
        named name: Span<UInt8>,
        type: ItemType,
        of position: Position,
        bundleIdentifier: String?
    ) -> Position {
        guard let node = position.node else { return position.contents }
        guard type == .directory else {
            guard nodes[node].hasFiles, type == .file else { return position.contents }
            return file(named: name, of: node) ?? position.contents
        }
        for edge in nodes[node].edges
        where !edges[edge].isFile && matches(edges[edge], name, bundleIdentifier: bundleIdentifier) {
            guard let place = nodes[edges[edge].node].place else {
                return Position(location: Location(position.location.place, .contents), node: edges[edge].node)
            }
            return Position(location: Location(place, .directory), node: edges[edge].node)
        }
        return position.contents
    }

    /// Returns the position of a file that is a separate place; nil for any other.
    private func file(named name: Span<UInt8>, of node: Int) -> Position? {
        for edge in nodes[node].edges where edges[edge].isFile && matches(edges[edge], name, bundleIdentifier: nil) {
            return nodes[edges[edge].node].place.map { Position(location: Location($0, .contents), node: nil) }
        }
        return nil
    }

    private func matches(_ edge: Edge, _ name: Span<UInt8>, bundleIdentifier: String?) -> Bool {
        switch edge.test {
        case .any: return true
        case .exactly: return name.count == edge.name.count && name[0] == edge.first && ends(name, with: edge.name)
        case .bundleIdentifierFollowedBy:
            guard name.count > edge.name.count, ends(name, with: edge.name) else { return false }
            guard let bundleIdentifier else { return true }
            return equals(name.extracting(0..<name.count - edge.name.count), bundleIdentifier.utf8)
        }
    }

    private func ends(_ name: Span<UInt8>, with suffix: Range<Int>) -> Bool {
        let start = name.count - suffix.count
        for index in 0..<suffix.count where name[start + index] != names[suffix.lowerBound + index] { return false }
        return true
    }

    /// Returns whether `name` equals `identifier`, byte for byte.
    private func equals(_ name: Span<UInt8>, _ identifier: String.UTF8View) -> Bool {
        guard name.count == identifier.count else { return false }
        var index = 0
        for byte in identifier {
            guard name[index] == byte else { return false }
            index += 1
        }
        return true
    }
}

extension PlaceIndex {
    /// The tree under construction.
    private struct Draft {
        var nodes: [(place: Place?, edges: [(PathPattern.Component, node: Int)], isFile: Bool)] = []
        var roots: [ContainerKind: Int] = [:]

        mutating func insert(_ place: Place, at path: PlacePath) {
            var node = roots[path.container] ?? newNode()
            roots[path.container] = node
            for component in path.pattern.components {
                if let known = nodes[node].edges.first(where: { $0.0 == component }) {
                    node = known.node
                } else {
                    let child = newNode()
                    nodes[node].edges.append((component, child))
                    node = child
                }
            }
            nodes[node].place = place
            nodes[node].isFile = path.isFile
        }

        private mutating func newNode() -> Int {
            nodes.append((nil, [], false))
            return nodes.count - 1
        }
    }
}
