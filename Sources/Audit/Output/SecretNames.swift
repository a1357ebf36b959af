/// The stand-ins of names that are secrets: a number for each, the same one everywhere in a report.
struct SecretNames: Sendable {
    private let standIns: [[UInt8]: [UInt8]]

    /// Numbers names in the order of their bytes.
    /// - Parameter taken: Real names that look like stand-ins; none of these is used.
    init(_ names: Set<[UInt8]>, besides taken: Set<[UInt8]> = []) {
        var (number, standIns): (Int, [[UInt8]: [UInt8]]) = (0, [:])
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            repeat { number += 1 } while taken.contains(Self.standIn(number))
            standIns[name] = Self.standIn(number)
        }
        self.standIns = standIns
    }

    /// Returns a path in which names that are secrets are numbers.
    func masked(_ path: [UInt8]) -> [UInt8] {
        guard !standIns.isEmpty else { return path }
        let names = path.split(separator: 0x2f, omittingEmptySubsequences: false).map { name in
            standIns[Array(name)] ?? Array(name)
        }
        return Array(names.joined(separator: [0x2f]))
    }

    private static func standIn(_ number: Int) -> [UInt8] { mark + Array("\(number)".utf8) }

    private static let mark = Array(Evidence.nothing.utf8)

    /// Returns whether a name looks like a stand-in.
    static func isLikeStandIn(_ name: some Collection<UInt8>) -> Bool {
        name.starts(with: mark) && name.dropFirst(mark.count).allSatisfy { (0x30...0x39).contains($0) }
    }
}
