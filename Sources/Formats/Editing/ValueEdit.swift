/// A change to one value inside a file.
package struct ValueEdit: Hashable, Sendable {
    /// What is done at the address.
    package enum Action: Hashable, Sendable {
        /// Replaces the value that is there.
        case set(NewValue)
        /// Adds a key to a dictionary, or an item before the one that has the index.
        case add(NewValue)
        /// Adds an item to the array that is there.
        case append(NewValue)
        /// Removes the value, and its key.
        case delete
    }

    /// The way to the value; empty for the value as a whole.
    package let path: [ValueStep]
    /// What is done there.
    package let action: Action

    /// Creates a change.
    package init(_ action: Action, at path: [ValueStep]) { (self.action, self.path) = (action, path) }
}

/// A step to a value: a key, or an index from 0.
package struct ValueStep: Hashable, Sendable {
    /// The key or the index, in UTF-8.
    package let name: [UInt8]
    /// Which of the values with this name it is, from 1.
    package let occurrence: Int

    /// Creates a step.
    package init(_ name: [UInt8], occurrence: Int = 1) { (self.name, self.occurrence) = (name, occurrence) }

    /// Creates a step to the only value with a name.
    package init(_ name: String) { self.init(Array(name.utf8)) }

    var text: String { String(decoding: name, as: UTF8.self) }

    /// The index of an item; nil if it is none.
    var index: Int? { Int(text).flatMap { $0 >= 0 && "\($0)".utf8.elementsEqual(name) ? $0 : nil } }

    /// Returns the index of the name that the step means: the one with the same bytes, or else the only one that is the
    /// same in another Unicode normalization form; nil if there is none, and if there are several of these.
    func index(in names: some Sequence<String>) -> Int? {
        var (equal, equivalent): ([Int], [Int]) = ([], [])
        for (index, name) in names.enumerated() where name == text {
            if name.utf8.elementsEqual(self.name) { equal.append(index) } else { equivalent.append(index) }
        }
        if equal.isEmpty { return occurrence == 1 && equivalent.count == 1 ? equivalent[0] : nil }
        return occurrence <= equal.count ? equal[occurrence - 1] : nil
    }
}

/// Why a value was not changed. Nothing was then.
package struct ValueEditError: Error, Hashable, Sendable {
    /// The kinds of reasons.
    package enum Code: Hashable, Sendable {
        /// The address leads to no value.
        case missing
        /// There is a value where one was to be added.
        case exists
        /// The new value is not of the type there, or the format has no such values.
        case type
        /// The address leads to something that cannot be changed there, or the file is of another format.
        case unsupported
        /// The file is damaged.
        case damaged
        /// Another change made together with it is of the same value.
        case contradiction
        /// It concerns more than is changed without being asked for.
        case refused
    }

    /// The kind of reason.
    package let code: Code
    /// A sentence without a full stop, and without the address. Not safe for a terminal.
    package let message: String
    /// The way to the value as far as it led; nil if the reason is not about a value.
    package var path: [ValueStep]?

    package init(_ code: Code, _ message: String, at path: [ValueStep]? = nil) {
        (self.code, self.message, self.path) = (code, message, path)
    }

    init(_ error: FormatError) { self.init(.damaged, error.description) }
}

extension ValueStep {
    /// Returns an address as it is written behind a colon: steps with slashes between them.
    package static func address(_ path: [ValueStep]) -> [UInt8] { Array(path.map(\.written).joined(separator: [0x2f])) }

    /// The step as it is written: `~1` stands for a slash, `~0` for a tilde, `~e` for an empty name, and the second of
    /// several equal names is `NAME~#2`.
    package var written: [UInt8] {
        let tilde: UInt8 = 0x7e
        let text = name.flatMap { byte -> [UInt8] in
            switch byte {
            case tilde: [tilde, 0x30]
            case 0x2f: [tilde, 0x31]
            default: [byte]
            }
        }
        return (name.isEmpty ? [tilde, 0x65] : text) + (occurrence > 1 ? [tilde, 0x23] + "\(occurrence)".utf8 : [])
    }
}
