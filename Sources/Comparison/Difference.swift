package import ContainerModel
package import Formats

/// A difference between two sides: in an item, or in a value inside a file.
package struct Difference: Sendable {
    /// What has become of the subject from the first side to the second.
    package enum Change: String, Sendable, CaseIterable {
        case added
        case removed
        case changed
        /// The same contents are elsewhere.
        case moved
    }

    /// What differs. The names are those in JSON.
    package enum Subject: String, Sendable, CaseIterable {
        case item
        case kind
        case value
        case row
        case column
        case table
        case mode
        case target
        case device
        case exclusion
        case protection = "class"
        case time
    }

    /// What has become of the subject.
    package let change: Change
    /// What differs.
    package let subject: Subject
    /// The path of the item from where both sides begin; the root for that place itself.
    package var path = ContainerPath.root
    /// The name of a file that is compared with another one; nil for an item of a tree.
    package var name: [UInt8]?
    /// The names that lead to the value inside the file, as after the colon of `sandglass show FILE:NAME/NAME…`; empty
    /// for the item, and for the contents as a whole.
    package var address: [[UInt8]] = []
    /// The places in the address of names that are values: the keys of rows.
    package var keyPlaces: Set<Int> = []
    /// The state on the first side; of a moved item its old path. nil if there is none.
    package var before: JSONValue?
    /// The state on the second side; nil if there is none.
    package var after: JSONValue?
    /// The lines of a text that differ.
    package var lines: LineHunk?
    /// How the bytes differ, if nothing else tells it.
    package var bytes: BytesDifference?
    /// What a new file holds, if that is told: values, rows and tables.
    package var contents: [Difference] = []
    /// The number of items in a directory that the difference sums up; nil if it is about a single one.
    package var count: Int?
    /// A remark, as the end of a sentence: why contents are compared as bytes.
    package var note: String?
    /// Whether it follows from another difference of the file, as a counter of changes does.
    package var follows = false
    /// The kind of the item.
    package var kind = ItemKind.unknown
    /// The badges of the item where it is, or was; nil outside of containers.
    package var badges: Badges?

    package init(_ change: Change, _ subject: Subject, before: JSONValue? = nil, after: JSONValue? = nil) {
        self.change = change
        self.subject = subject
        self.before = before
        self.after = after
    }

    /// Creates a difference inside a file.
    init(
        _ change: Change, _ subject: Subject, at address: [[UInt8]], before: JSONValue? = nil,
        after: JSONValue? = nil, note: String? = nil
    ) {
        self.init(change, subject, before: before, after: after)
        self.address = address
        self.note = note
    }

    /// The approximate number of bytes that it occupies.
    var cost: Int {
        let texts = [before, after].reduce(0) { $0 + ($1?.cost ?? 0) }
        let lines = lines.map { $0.lines.reduce(0) { $0 + $1.text.count + 40 } } ?? 0
        let inside = contents.reduce(0) { $0 + $1.cost }
        return 200 + inside + path.bytes.count + address.reduce(0) { $0 + $1.count + 40 } + texts + lines
    }
}

/// How two files or values differ as bytes.
package struct BytesDifference: Hashable, Sendable {
    /// The offset of the first byte that differs.
    package let offset: UInt64
    /// The number of bytes that differ, those that only one side has included.
    package let count: UInt64
    /// The size in bytes on the first side.
    package let sizeBefore: UInt64
    /// The size in bytes on the second side.
    package let sizeAfter: UInt64
}

extension JSONValue {
    /// The approximate number of bytes that it occupies.
    fileprivate var cost: Int {
        switch self {
        case .null, .boolean: 16
        case .number(let number): 40 + number.text.utf8.count
        case .string(let text): 40 + text.utf8.count
        case .array(let items): items.reduce(40) { $0 + $1.cost }
        case .object(let members): members.reduce(40) { $0 + 60 + $1.value.cost }
        }
    }
}
