import Formats

extension NamedValues {
    /// What the values of a text say of each other, one by one: whether some may be named by others, of which the names tell
    /// something. Values and their names come in any order.
    struct Clues {
        /// What a member of an object may be, or an item of a list.
        private struct Roles: OptionSet {
            let rawValue: UInt8

            static let name = Roles(rawValue: 1)
            static let title = Roles(rawValue: 2)
            static let value = Roles(rawValue: 4)
            static let titleValue = Roles(rawValue: 8)
            static let nameInList = Roles(rawValue: 16)
            static let key = Roles(rawValue: 32)
        }

        private static let roles: [String: Roles] = {
            var roles: [String: Roles] = [keyKind: .key]
            func add(_ role: Roles, _ names: some Sequence<String>) {
                for name in names { roles[name, default: []].insert(role) }
            }
            add(.name, names)
            add(.title, titles)
            add(.value, values)
            add(.titleValue, titleValues)
            return roles
        }()

        /// Whether a name may have a role, by a few bits of it: most names have none.
        private static let marks = roles.keys.reduce(into: [Bool](repeating: false, count: 1_024)) { marks, name in
            var name = name
            marks[name.withUTF8 { mark(of: UnsafeRawBufferPointer($0)) }] = true
        }

        private static func mark(of name: UnsafeRawBufferPointer) -> Int {
            var mark: UInt = 0
            for byte in name where byte.isASCIILetterOrDigit { mark = mark &* 31 &+ UInt(byte | 0x20) }
            return Int(mark & 1_023)
        }

        private static func roles(of name: UnsafeRawBufferPointer) -> Roles {
            guard name.count <= longest, marks[mark(of: name)] else { return [] }
            return roles[plain(String(decoding: name, as: UTF8.self))] ?? []
        }

        private var found: Roles = []

        /// Whether a value may be named by another one.
        var mayName: Bool {
            found.contains([.name, .value]) || found.contains([.title, .titleValue]) || found.contains(.nameInList)
                || found.contains(.key)
        }

        /// Notes a value.
        /// - Parameters:
        ///   - name: Its name; nil in a list.
        ///   - text: The value if it is a text, otherwise nil.
        ///   - isSensitive: Returns whether a name says what its value is.
        mutating func insert(
            name: UnsafeRawBufferPointer?, text: UnsafeRawBufferPointer?, isSensitive: (UnsafeRawBufferPointer) -> Bool
        ) {
            guard let name else {
                if let text, text.count <= longest, isSensitive(text) { found.insert(.nameInList) }
                return
            }
            let roles = Self.roles(of: name)
            guard !roles.isEmpty else { return }
            found.formUnion(roles.subtracting([.name, .title]))
            guard let text, text.count <= longestName, !roles.isDisjoint(with: [.name, .title]), isSensitive(text)
            else {
                return
            }
            found.formUnion(roles)
        }
    }
}
