/// Where the values of a text are, by which one of them is replaced and every other byte stays.
///
/// The layouts of the formats take the text from their readers, which have found it valid: they do not check it again.
struct TextLayout {
    /// A value.
    struct Node {
        /// From its first byte to its last.
        var range: Range<Int>
        /// What is between the marks of its beginning and its end: for the text of an element, and for collections.
        var content: Range<Int>
        /// The element of a property list in XML.
        var element: XMLPropertyListElement?
        /// The items of a collection, in order; empty for any other value.
        var members: [Member] = []
    }

    /// An item of a collection.
    struct Member {
        /// From the first byte of the key, or of the value if it has no key.
        var start: Int
        /// The key; nil for an item of an array.
        var name: Range<Int>?
        /// The index of the value among the nodes; nil for a key that stands for itself.
        var node: Int?
        /// The end of the item: behind the value, and in old-style lists behind the semicolon.
        var end: Int
    }

    /// The values, each before what is in it. The first is the whole.
    private(set) var nodes: [Node] = []
    /// The collections that have begun.
    private var open: [Int] = []
    /// The key that was found last, whose value is still to come.
    private var name: Range<Int>?

    /// Adds a value to the innermost collection.
    /// - Returns: Its index.
    @discardableResult
    mutating func add(_ range: Range<Int>, content: Range<Int>, _ element: XMLPropertyListElement? = nil) -> Int {
        nodes.append(Node(range: range, content: content, element: element))
        if let last = open.last {
            nodes[last].members.append(
                Member(
                    start: name?.lowerBound ?? range.lowerBound, name: name, node: nodes.count - 1,
                    end: range.upperBound))
        }
        name = nil
        return nodes.count - 1
    }

    /// Adds a key, whose value follows.
    mutating func add(name range: Range<Int>) { name = range }

    /// Adds a key that stands for itself.
    mutating func add(selfNamed range: Range<Int>) {
        name = nil
        if let last = open.last {
            nodes[last].members.append(
                Member(start: range.lowerBound, name: range, node: nil, end: range.upperBound))
        }
    }

    /// Begins a collection.
    mutating func begin(at start: Int, contentFrom content: Int, _ element: XMLPropertyListElement? = nil) {
        open.append(add(start..<content, content: content..<content, element))
    }

    /// Ends the innermost collection.
    /// - Parameters:
    ///   - content: Where the mark of its end begins.
    ///   - end: Where that ends.
    mutating func end(content: Int, at end: Int) {
        guard let last = open.popLast() else { return }
        nodes[last].content = nodes[last].content.lowerBound..<max(content, nodes[last].content.lowerBound)
        nodes[last].range = nodes[last].range.lowerBound..<end
        guard let around = open.last, let member = nodes[around].members.indices.last else { return }
        nodes[around].members[member].end = end
    }

    /// Whether a collection is open.
    var isInCollection: Bool { !open.isEmpty }

    /// Lets the last item of the innermost collection end later.
    mutating func extendItem(to end: Int) {
        guard let around = open.last, let member = nodes[around].members.indices.last else { return }
        nodes[around].members[member].end = end
    }

    /// Returns the node that positions in collections lead to; nil if there is none.
    func node(at positions: some Sequence<Int>) -> Node? {
        guard var found = nodes.first else { return nil }
        for position in positions {
            guard found.members.indices.contains(position), let next = found.members[position].node else { return nil }
            found = nodes[next]
        }
        return found
    }
}

/// A change to a value whose place and type are known.
enum PlainEdit<Value> {
    /// Replaces a value.
    case replace([Int], by: Value)
    /// Adds an item to a collection before the position, with its key in a dictionary.
    case insert(Value, name: String?, into: [Int], at: Int)
    /// Removes an item.
    case remove([Int])
}

extension [UInt8] {
    /// The blanks before an offset, as far back as to the byte that is none.
    func blanks(before offset: Int) -> Range<Int> {
        var start = offset
        while start > 0, self[start - 1].isXMLSpace { start -= 1 }
        return start..<offset
    }

    /// The blanks at the beginning of the line that has an offset.
    func indentation(at offset: Int) -> [UInt8] {
        let start = self[..<offset].lastIndex { $0 == 0x0a || $0 == 0x0d }.map { $0 + 1 } ?? 0
        return Array(self[start..<offset].prefix { $0 == 0x20 || $0 == 0x09 })
    }

    /// Returns the text with a part replaced.
    func replacing(_ range: Range<Int>, by text: some Sequence<UInt8>) -> [UInt8] {
        var result = self
        result.replaceSubrange(range, with: Array(text))
        return result
    }

    /// The line break that a text uses: CR LF if its first one is that, otherwise LF.
    var lineBreak: [UInt8] {
        guard let first = firstIndex(of: 0x0a), first > 0, self[first - 1] == 0x0d else { return [0x0a] }
        return [0x0d, 0x0a]
    }
}
