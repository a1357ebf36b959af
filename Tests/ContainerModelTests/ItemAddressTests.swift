import ContainerModel
import Testing

@Suite("Addresses of items")
struct ItemAddressTests {
    /// Returns the addresses of one item, relative to each directory that contains it.
    private static func addresses(_ path: String) -> [ItemAddress] {
        let components = path.split(separator: "/").map { String($0) }
        return (0...components.count).map { count in
            let root = "/" + components.prefix(count).joined(separator: "/")
            let rest = components.dropFirst(count).joined(separator: "/")
            return ItemAddress(Root(.directory, at: Array(root.utf8)), ContainerPath(rest) ?? .root)
        }
    }

    @Test(
        "an item is the same whatever root its address has",
        arguments: [
            "/", "/a", "/home/me/App/Documents/letter.txt", "/x/\u{1F4C4}/" + String(repeating: "y", count: 300),
        ])
    func sameItem(path: String) throws {
        let addresses = Self.addresses(path)
        let first = try #require(addresses.first)
        for address in addresses {
            #expect(address == first && address.hashValue == first.hashValue)
            #expect(address.hostPath == Array(path.utf8))
        }
        #expect(Set(addresses).count == 1)
    }

    @Test("different items have different addresses, even if their paths have the same letters")
    func otherItems() {
        let paths = ["/a/b/c", "/ab/c", "/a/bc", "/a/b", "/a/b/c/d", "/"]
        #expect(Set(paths.flatMap { Self.addresses($0) }).count == paths.count)
    }
}
