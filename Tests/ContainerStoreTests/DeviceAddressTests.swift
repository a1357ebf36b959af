import ContainerModel
import ContainerStore
import Testing

@Suite("Addresses of devices")
struct DeviceAddressTests {
    private static let old = "0123456789abcdef0123456789ABCDEF01234567"
    private static let new = "00008110-000A1B2C3D4E5F60"

    @Test(
        "an address has a device, an app and a path, each of which may be left out",
        arguments: [
            ("device:", nil, nil, ""), ("device:/", nil, nil, ""), ("device:./", nil, nil, ""),
            ("device:\(old)", old, nil, ""), ("device:\(new)/", new, nil, ""),
            ("device:com.example.notes", nil, "com.example.notes", ""),
            ("device:\(new)/com.example.notes", new, "com.example.notes", ""),
            ("device:com.example.notes/Documents//a.txt", nil, "com.example.notes", "Documents/a.txt"),
            ("device:\(old)/com.example.notes/tmp/../Library/./x", old, "com.example.notes", "Library/x"),
            // As long as a UDID, but not hexadecimal; hexadecimal, but too short.
            ("device:0000811g-000A1B2C3D4E5F60", nil, "0000811g-000A1B2C3D4E5F60", ""),
            ("device:00008110", nil, "00008110", ""),
        ] as [(String, String?, String?, String)])
    func read(text: String, device: String?, app: String?, path: String) throws {
        let address = try DeviceAddress(Array(text.utf8))
        #expect(address == DeviceAddress(device: device, app: app, path: try #require(ContainerPath(path))))
    }

    @Test(
        "what is no address is refused with the code for malformed ones",
        arguments: [
            "device:..", "device:a.b/../..", "device:é", "device:.hidden", "device:-x", "device:a b", "device:a:b/c",
        ])
    func refused(text: String) {
        #expect { try DeviceAddress(Array(text.utf8)) } throws: { ($0 as? DeviceError)?.code == .malformed }
    }

    @Test("an address is written as it is read")
    func spelled() throws {
        for text in ["device:", "device:\(Self.new)", "device:\(Self.new)/com.example.notes/Documents/a b"] {
            #expect(try DeviceAddress(Array(text.utf8)).spelling == Array(text.utf8))
        }
    }

    @Test("a path that begins with a reserved word is reserved, and one after ./ is not")
    func reserved() {
        #expect(ContainerStore.isReserved(Array("device:x".utf8)))
        #expect(!ContainerStore.isReserved(Array("./device:x".utf8)))
    }
}
