import ContainerModel
import ContainerStore
import System
import TestSupport
import Testing

struct SimulatorTests {
    private static let device = "Devices/0F0B1D5E-5B1C-4C9D-8B7E-3B0A1D2C4E5F"
    private static let containers = "\(device)/data/Containers"

    private static func uuid(_ number: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// Creates a simulator device with data and bundle containers of `apps` apps, and a group container.
    private func makeDevice(_ directory: TemporaryDirectory, apps: Int) throws {
        try directory.write(propertyList(["name": "iPhone 15"]), to: "\(Self.device)/device.plist")
        for app in 0..<apps {
            let identifier = "com.example.app\(app)"
            let data = "\(Self.containers)/Data/Application/\(Self.uuid(app))"
            try directory.makeDirectory("\(data)/Documents")
            try directory.writeMetadata(identifier, in: data)
            let bundle = "\(Self.containers)/Bundle/Application/\(Self.uuid(app + 1_000))"
            try directory.write(
                propertyList(["CFBundleIdentifier": identifier, "CFBundleName": "App \(app)"]),
                to: "\(bundle)/App\(app).app/Info.plist")
        }
        let group = "\(Self.containers)/Shared/AppGroup/\(Self.uuid(5_000))"
        try directory.makeDirectory(group)
        try directory.writeMetadata("group.com.example", contentClass: 7, in: group)
    }

    @Test("the containers of a simulator are recognized by their location")
    func places() throws {
        try withTemporaryDirectory { directory in
            try makeDevice(directory, apps: 2)
            let data = "\(Self.containers)/Data/Application/\(Self.uuid(1))"
            let (description, start) = try directory.container("\(data)/Documents")
            #expect(description.source == .simulator)
            #expect(description.kind == .data)
            #expect(description.app.identifier == "com.example.app1")
            #expect(description.app.name == "App 1")
            #expect(start.directory == "Documents")
            let app = "\(Self.containers)/Bundle/Application/\(Self.uuid(1_001))/App1.app"
            #expect(description.related.map(\.hostPath) == [directory.hostPath(app)])
            #expect(description.related.map(\.title) == ["App1.app"])

            let bundle = try directory.container("\(Self.containers)/Bundle/Application/\(Self.uuid(1_001))").0
            #expect(bundle.kind == .bundle)
            #expect(bundle.hostPath == directory.hostPath(app))
            #expect(bundle.related.map(\.hostPath) == [directory.hostPath(data)])

            let group = try directory.container("\(Self.containers)/Shared/AppGroup/\(Self.uuid(5_000))").0
            #expect(group.kind == .appGroup)
            #expect(group.related == [])
        }
    }

    @Test("an empty container is recognized by its UUID")
    func bare() throws {
        try withTemporaryDirectory { directory in
            let path = "\(Self.containers)/Data/Application/\(Self.uuid(3))"
            try directory.makeDirectory(path)
            let description = try directory.container(path).0
            #expect(description.source == .simulator)
            #expect(description.app.identifier == nil)
        }
    }

    @Test(
        "a device, its data and its directories of containers offer the containers inside",
        arguments: [
            ("", 5), ("/data", 5), ("/data/Containers", 5), ("/data/Containers/Data/Application", 2),
            ("/data/Containers/Bundle/Application", 2),
        ])
    func several(place: String, count: Int) throws {
        try withTemporaryDirectory { directory in
            try makeDevice(directory, apps: 2)
            guard case .several(let candidates) = try directory.open(Self.device + place) else {
                Issue.record("not several")
                return
            }
            #expect(candidates.count == count)
            // Each of them can be opened.
            for candidate in candidates {
                guard case .container = try ContainerStore.open(candidate.hostPath.bytes) else {
                    Issue.record("\(candidate.title) cannot be opened")
                    continue
                }
            }
        }
    }

    @Test("a device offers all containers of a directory with thousands of entries")
    func manyEntries() throws {
        try withTemporaryDirectory { directory in
            try makeDevice(directory, apps: 2)
            for number in 0..<4_200 { try directory.link("\(Self.containers)/Data/Application/\(number)", to: "x") }
            guard case .several(let candidates) = try directory.open(Self.device) else {
                Issue.record("not several")
                return
            }
            #expect(candidates.count == 5)
        }
    }

    @Test("a set of devices offers them by name, and a single one is entered")
    func set() throws {
        try withTemporaryDirectory { directory in
            try makeDevice(directory, apps: 1)
            guard case .several(let inside) = try directory.open("Devices") else {
                Issue.record("the containers of the only device")
                return
            }
            #expect(inside.count == 3)
            try directory.write(propertyList(["name": "iPad"]), to: "Devices/other/device.plist")
            guard case .several(let both) = try directory.open("Devices") else {
                Issue.record("not several")
                return
            }
            #expect(both.map(\.title) == ["iPad", "iPhone 15"])
            #expect(both.map(\.contents.count) == [0, 3])
            #expect(both[1].contents == inside)
        }
    }

    @Test(
        "a device in a list has its system, the number of its apps and its UDID; containers are sorted by name",
        arguments: [0, 1, 12])
    func devices(apps: Int) throws {
        try withTemporaryDirectory { directory in
            try makeDevice(directory, apps: apps)
            try directory.write(
                propertyList([
                    "name": "iPad", "UDID": "0D1CE", "runtime": "com.apple.CoreSimulator.SimRuntime.iOS-17-2",
                ]), to: "Devices/other/device.plist")
            // An extension is not an app, though its data lies beside the apps'.
            let plugin = "Devices/other/data/Containers/Data/PluginKitPlugin/\(Self.uuid(9_000))"
            try directory.makeDirectory(plugin)
            try directory.writeMetadata("com.example.app.share", in: plugin)
            guard case .several(let both) = try directory.open("Devices") else {
                Issue.record("not several")
                return
            }
            #expect(both[0].title == "iPad" && both[0].detail == "iOS 17.2 · 0 apps · 0D1CE")
            #expect(both[1].detail.contains(apps == 1 ? "1 app · " : "\(apps) apps · "), "\(both[1].detail)")
            let titles = both[1].contents.map { $0.title.lowercased() }
            #expect(titles == titles.sorted() && titles.count == 2 * apps + 1)
        }
    }

    @Test("an app's bundle in a list is the one beside the app's data, though it is named by the directory around it")
    func bundleOnce() throws {
        try withTemporaryDirectory { directory in
            try makeDevice(directory, apps: 2)
            let data = try directory.container("\(Self.containers)/Data/Application/\(Self.uuid(1))").0
            guard case .several(let found) = try directory.open(Self.containers) else {
                Issue.record("not several")
                return
            }
            let app = try #require(data.related.first)
            #expect(found.filter { $0.isContainer(at: app.hostPath) }.map(\.title) == ["App 1"])
            #expect(!found.contains { $0.hostPath == app.hostPath })
        }
    }

    @Test("devices can be listed without reading their apps, and be read one by one")
    func unread() throws {
        try withTemporaryDirectory { directory in
            try makeDevice(directory, apps: 2)
            try directory.write(propertyList(["name": "iPad"]), to: "Devices/other/device.plist")
            let path = Array(directory("Devices").utf8)
            guard case .several(let whole) = try ContainerStore.open(path),
                case .several(let unread) = try ContainerStore.open(path, readsDevices: false)
            else {
                Issue.record("not several")
                return
            }
            #expect(unread.map(\.title) == ["iPad", "iPhone 15"])
            #expect(unread.allSatisfy { $0.isUnread && $0.contents.isEmpty && !$0.detail.contains("app") })
            #expect(unread.map { ContainerStore.reading($0) } == whole)
            // The containers of the only device are read: they are the ones offered.
            guard
                case .several(let inside) = try ContainerStore.open(
                    Array(directory(Self.device).utf8), readsDevices: false)
            else {
                Issue.record("not several")
                return
            }
            #expect(inside == whole[1].contents)
        }
    }

    @Test("a device with 300 apps is listed without reading a file for every pair of them")
    func manyApps() throws {
        try withTemporaryDirectory { directory in
            try makeDevice(directory, apps: 300)
            let time = try processorTime {
                guard case .several(let candidates) = try directory.open(Self.containers) else {
                    Issue.record("not several")
                    return
                }
                #expect(candidates.count == 601)
                #expect(candidates.contains { $0.title == "App 299" && $0.detail.hasPrefix("data container") })
            }
            // Reading 1,200 property lists takes a second in a debug build, reading 180,000 takes minutes.
            #expect(time < .seconds(60))
        }
    }

    @Test("devices nested hundreds deep do not lead to endless recursion")
    func nestedDevices() throws {
        try withTemporaryDirectory { directory in
            var path = "d"
            for _ in 0..<300 {
                try directory.write(propertyList(["name": "x"]), to: "\(path)/device.plist")
                path += "/d"
            }
            guard case .several(let candidates) = try directory.open() else {
                Issue.record("not several")
                return
            }
            #expect(candidates.count == 1)
        }
    }
}
