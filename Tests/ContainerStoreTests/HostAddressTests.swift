import ContainerModel
import Testing

@testable import ContainerStore

@Suite("Addresses of hosts")
struct HostAddressTests {
    @Test(
        "an address has a host, a beginning and a path",
        arguments: [
            ("ssh://mac", "mac", .home, "Library/Developer/CoreSimulator/Devices"),
            ("ssh://mac/", "mac", .home, "Library/Developer/CoreSimulator/Devices"),
            ("ssh://mac/~", "mac", .home, ""), ("ssh://mac/~/", "mac", .home, ""),
            ("ssh://mac/~/Documents//a b", "mac", .home, "Documents/a b"), ("ssh://mac//", "mac", .root, ""),
            ("ssh://mac/Users/me", "mac", .root, "Users/me"), ("ssh://mac//Users/./me", "mac", .root, "Users/me"),
            ("ssh://mac/~x", "mac", .root, "~x"), ("ssh://mac//~", "mac", .root, "~"),
            ("ssh://mac/~/a/../b", "mac", .home, "b"), ("ssh://me@mac.local:2222/~", "me@mac.local:2222", .home, ""),
            ("ssh://[fe80::1]:22/x", "[fe80::1]:22", .root, "x"),
        ] as [(String, String, HostAddress.Beginning, String)])
    func read(text: String, host: String, beginning: HostAddress.Beginning, path: String) throws {
        let address = try HostAddress(Array(text.utf8))
        #expect(address == HostAddress(host: host, beginning, path: try #require(ContainerPath(path))))
        // It is written as it is read.
        #expect(try HostAddress(address.spelling) == address)
    }

    @Test(
        "what is no address is refused with the code for malformed ones",
        arguments: [
            "ssh://", "ssh:///x", "ssh://-x/y", "ssh://a@-x/y", "ssh://-a@x/y", "ssh://a@b@c/", "ssh://a b/",
            "ssh://a;b/",
            "ssh://mac:/x", "ssh://mac:x/y", "ssh://mac:123456/x", "ssh://[::1/x", "ssh://[x]/y", "ssh://é/x",
            "ssh://mac/~/..", "ssh://mac/..", "ssh://mac/a/../..",
        ])
    func refused(text: String) {
        #expect { try HostAddress(Array(text.utf8)) } throws: { ($0 as? DeviceError)?.code == .malformed }
    }

    @Test(
        "the user and the name go to ssh, and the port by itself",
        arguments: [
            ("mac", "mac", nil), ("me@mac:2222", "me@mac", "2222"), ("[::1]", "[::1]", nil),
            ("a@[::1]:5", "a@[::1]", "5"),
        ] as [(String, String, String?)])
    func destination(host: String, destination: String, port: String?) {
        let address = HostAddress(host: host, .home)
        #expect(address.destination == destination && address.port == port)
    }

    @Test("a mount has a place of its own for each host and beginning, and leads back to its address")
    func places() throws {
        let runtime = Array("/run/x/sandglass".utf8)
        for text in ["ssh://mac/~", "ssh://me@mac:22//", "device:00008110-000A1B2C3D4E5F60/com.example.notes"] {
            let place: MountPlace
            switch try SourceAddress(Array(text.utf8)) {
            case .host(let address): place = MountPlace(address, directory: runtime)
            case .device(let address):
                place = MountPlace(
                    device: try #require(address.device), app: try #require(address.app), directory: runtime)
            }
            #expect(MountPlace(mountedAt: place.root, in: runtime) == place)
            #expect(place.address == Array(text.utf8))
        }
        #expect(MountPlace(mountedAt: Array("/run/x/sandglass/mounts/ssh/mac/other".utf8), in: runtime) == nil)
    }
}
