/// The path of a place as written in the table: `Library/Caches`, `Library/*`, `tmp/<bundle id>-Inbox`.
package struct PathPattern: Hashable, Sendable {
    /// The pattern for a path component.
    enum Component: Hashable, Sendable {
        case exactly([UInt8])
        /// The app's bundle identifier followed by this suffix; any prefix if the identifier is not known.
        case bundleIdentifierFollowed(by: [UInt8])
        case any
    }

    /// Empty for the container's root.
    let components: [Component]
    private let text: String

    static let bundleIdentifierMark = "<bundle id>"
}

extension PathPattern: ExpressibleByStringLiteral {
    /// Creates a pattern from a literal in the table: names, `*` for any name, `<bundle id>` at the start of a name.
    package init(stringLiteral literal: String) {
        text = literal
        components = literal.utf8.split(separator: ContainerPath.slash).map { name in
            if name.elementsEqual("*".utf8) { return .any }
            guard name.starts(with: Self.bundleIdentifierMark.utf8) else { return .exactly(Array(name)) }
            return .bundleIdentifierFollowed(by: Array(name.dropFirst(Self.bundleIdentifierMark.utf8.count)))
        }
    }
}

extension PathPattern {
    /// The only path that matches; nil if names differ from app to app.
    package var exactPath: ContainerPath? {
        components.reduce(ContainerPath.root) { path, component in
            guard case .exactly(let name) = component else { return nil }
            return path?.appending(name: name)
        }
    }
}

extension PathPattern {
    /// Returns the path for an app; nil if it needs an unknown bundle identifier or contains `*`.
    package func path(bundleIdentifier: String?) -> ContainerPath? {
        components.reduce(ContainerPath.root) { path, component in
            switch component {
            case .exactly(let name): path?.appending(name: name)
            case .bundleIdentifierFollowed(let ending):
                bundleIdentifier.flatMap { path?.appending(name: Array($0.utf8) + ending) }
            case .any: nil
            }
        }
    }
}

extension PathPattern {
    /// Returns whether a path is the place's, or leads to it, so that iOS has a directory there. `*` spells out no name.
    func leads(through path: ContainerPath, bundleIdentifier: String?) -> Bool {
        var rest = components[...]
        for name in path.components {
            switch rest.popFirst() {
            case .exactly(let expected)? where name.elementsEqual(expected): continue
            case .bundleIdentifierFollowed(let ending)?:
                let expected = bundleIdentifier.map { Array($0.utf8) + ending }
                guard expected.map({ name.elementsEqual($0) }) ?? name.reversed().starts(with: ending.reversed()) else {
                    return false
                }
            default: return false
            }
        }
        return true
    }
}

extension PathPattern: CustomStringConvertible {
    /// The pattern as written in the table; `/` for the root.
    package var description: String { text.isEmpty ? "/" : text }
}
