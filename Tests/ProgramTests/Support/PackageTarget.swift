import System
import TestSupport
import Testing

/// A target of the package as Package.swift declares it.
struct PackageTarget {
    /// The target's name.
    let name: String
    /// The targets and products that it depends on.
    let dependencies: [String]

    /// Whether it is a room: written in Swift, and no part of the tests.
    var isRoom: Bool { !(name.contains("-") || name == "TestSupport" || name.firstMatch(of: /^C[A-Z]/) != nil) }

    /// Returns the targets besides those of tests, in the order of Package.swift.
    static func all() throws -> [PackageTarget] {
        try declared(/(?:room|\.target|\.executableTarget)\(\s*(?:name:\s*)?"([\w-]+)"/)
    }

    /// Returns the targets of tests, with what `tests(of:)` adds to the dependencies of each.
    static func tests() throws -> [PackageTarget] {
        try declared(/(?:\btests\(\s*of:|\.testTarget\(\s*name:)\s*"(\w+)"/).map { target in
            target.name.hasSuffix("Tests")
                ? target
                : PackageTarget(
                    name: "\(target.name)Tests",
                    dependencies: [target.name, "TestSupport", "System"] + target.dependencies)
        }
    }

    /// Returns the names that a pattern finds among the targets, each with the list behind it.
    private static func declared(_ declaration: Regex<(Substring, Substring)>) throws -> [PackageTarget] {
        let root = try #require(packageRoot(of: #filePath))
        let text = String(decoding: try readFile("\(root)/Package.swift"), as: UTF8.self)
            .split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        let targets = try #require(text.split(separator: "    targets: [\n").last)
        let list = /^,\s*(?:dependencies:\s*)?\[([^\]]*)\]/
        return targets.matches(of: declaration).map { match in
            let names = targets[match.range.upperBound...].firstMatch(of: list)?.1 ?? ""
            return PackageTarget(
                name: String(match.1), dependencies: names.matches(of: /"([\w-]+)"/).map { String($0.1) })
        }
    }

    /// Returns the rooms, in the order of Package.swift, in which each comes after those that it imports.
    static func rooms() throws -> [PackageTarget] { try all().filter(\.isRoom) }
}
