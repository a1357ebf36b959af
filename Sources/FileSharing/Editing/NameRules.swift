/// The rules for names of items, in words.
package enum NameRules {
    /// The longest name that file systems accept, in bytes.
    static let longest = 255

    /// Why bytes cannot be the name of an item; nil if they can.
    package static func problem(with name: [UInt8]) -> String? {
        if name.isEmpty { return "a name cannot be empty" }
        if name.contains(0x2f) { return "a name cannot contain a slash" }
        if name.contains(0) { return "a name cannot contain NUL" }
        if name == [0x2e] || name == [0x2e, 0x2e] { return ". and .. cannot be names" }
        return name.count > longest ? "a name can have at most \(longest) bytes; this one has \(name.count)" : nil
    }

    /// Why bytes cannot be the new name of an item; nil if they can.
    package static func problem(withNew name: [UInt8]) -> String? {
        problem(with: name).map { $0 + (name.contains(0x2f) ? "; `mv` and F6 move items" : "") }
    }
}
