import TestSupport
import Testing

@testable import ContainerStore

@Suite("Names of containers")
struct ContainerNameTests {
    @Test(
        "a name has a simulator, an identifier and a path, each of which may be left out",
        arguments: [
            ("app:", .everywhere, nil, ""), ("app:/./", .everywhere, nil, ""),
            ("app:com.example.notes", .everywhere, "com.example.notes", ""),
            ("app:com.example.notes/Documents//a b.txt", .everywhere, "com.example.notes", "Documents/a b.txt"),
            ("app:group.com.example/tmp/../x", .everywhere, "group.com.example", "tmp/../x"),
            ("sim:", .simulators(nil), nil, ""), ("sim:iPhone 15 Pro/", .simulators("iPhone 15 Pro"), nil, ""),
            ("sim:iPad: 旅/com.example.notes/Library", .simulators("iPad: 旅"), "com.example.notes", "Library"),
        ] as [(String, ContainerName.Scope, String?, String)])
    func read(text: String, scope: ContainerName.Scope, identifier: String?, rest: String) throws {
        let (name, found) = try ContainerName.read(Array(text.utf8))
        #expect(name == ContainerName(scope, identifier))
        #expect(String(decoding: found, as: UTF8.self) == rest)
    }

    @Test(
        "what is no name is refused as a reserved word",
        arguments: [
            "app:..", "app:.hidden", "app:-x", "app:a b", "app:a:b", "app:é", "app:a.b/..", "app:a.b/x/../../y",
            "sim:..", "sim:iPhone/..", "sim:iPhone/a b", "sim:iPhone/a.b/..", "app:a\0b", "sim:a\0b",
        ])
    func refused(text: String) {
        #expect { try ContainerName.read(Array(text.utf8)) } throws: {
            ($0 as? ContainerStoreError)?.code == .reserved
        }
    }

    @Test("the name of a simulator that is not UTF-8 is refused")
    func invalid() {
        #expect { try ContainerName.read(Array("sim:".utf8) + [0xff]) } throws: {
            ($0 as? ContainerStoreError)?.code == .reserved
        }
    }

    @Test("a name is written as it is read")
    func spelled() throws {
        for text in ["app:", "app:com.example.notes", "sim:", "sim:iPhone 15", "sim:iPhone 15/com.example.notes"] {
            #expect(try ContainerName.read(Array(text.utf8)).name.spelling == Array(text.utf8))
        }
    }

    @Test("a path that begins with a name is reserved, and one after ./ is not")
    func reserved() {
        for word in ["app:", "sim:"] {
            #expect(ContainerStore.isReserved(Array("\(word)x".utf8)))
            #expect(!ContainerStore.isReserved(Array("./\(word)x".utf8)))
        }
        #expect(!ContainerStore.isReserved(Array("apps:x".utf8)))
    }

    @Test("a container by its name is on the simulators that a directory has, and nowhere else")
    func simulators() throws {
        let directory = TemporaryDirectory()
        let device = "set/0F0B1D5E-5B1C-4C9D-8B7E-3B0A1D2C4E5F"
        try directory.write(propertyList(["name": "iPhone 15"]), to: "\(device)/device.plist")
        let place = "\(device)/data/Containers/Data/Application/00000000-0000-0000-0000-000000000001"
        try directory.makeDirectory("\(place)/Documents")
        try directory.writeMetadata("com.example.notes", in: place)
        let path = try #require(HostPath(Array(directory(device).utf8)))
        let simulator = NamedSimulator(
            device: try #require(SimulatorDevice(at: try HostDirectory(path))), path: path)
        #expect(simulator.containers.map(\.identifier) == ["com.example.notes"])
        #expect(simulator.containers.first?.path == directory.hostPath(place))
        #expect([simulator].shortName(of: simulator.device) == "iPhone 15")
        #expect([simulator].named("iphone 15").count == 1 && [simulator].named("iPhone").isEmpty)
        #expect([simulator].named("0f0b1d5e-5b1c-4c9d-8b7e-3b0a1d2c4e5f").count == 1)
    }
}
