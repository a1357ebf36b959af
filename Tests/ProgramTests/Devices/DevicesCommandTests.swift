import TestSupport
import Testing

@Suite("The command devices", .onManyThreads)
struct DevicesCommandTests {
    private static let device = Result { try DeviceDouble() }

    @Test("devices are listed with name, model, system, identifier and state")
    func devices() throws {
        let device = try Self.device.get()
        let result = try device.run([sandglass, "devices"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.lines == [
                "NAME         MODEL       SYSTEM      UDID                       STATE",
                "Test iPhone  iPhone14,5  iOS 17.6.1  \(DeviceDouble.identifier)  ready",
            ])
        let json = try device.run([sandglass, "devices", "--json"])
        #expect(
            json.lines == [
                #"{"address":"device:\#(DeviceDouble.identifier)","model":"iPhone14,5","name":"Test iPhone","state":"ready","#
                    + #""system":"iOS 17.6.1","udid":"\#(DeviceDouble.identifier)"}"#
            ])
    }

    @Test("apps are listed with what can be opened of them, and why")
    func apps() throws {
        let expected: [Substring] = [
            "NAME    IDENTIFIER          VERSION   CAN BE OPENED  REASON",
            "Closed  com.example.closed  1.2 (12)  nothing        no UIFileSharingEnabled, and not signed for development",
            "Notes   com.example.notes   1.2 (12)  container      signed for development",
            "Store   com.example.store   1.2 (12)  Documents      UIFileSharingEnabled; not signed for development",
        ]
        for words in [["devices", "--apps"], ["apps", "device:"], ["ls", "device:\(DeviceDouble.identifier)"]] {
            let result = try Self.device.get().run([sandglass] + words)
            #expect(result.status == 0 && result.lines == expected, "\(result.text) \(result.errors)")
        }
    }

    @Test("names and identifiers that a device makes up are sanitized, and cannot lead anywhere")
    func hostile() throws {
        let device = try DeviceDouble(
            [],
            """
            for name, info in {'a': 'Evil\\u009b2J\\u202e', 'b': '\\n'}.items():
                app('com.evil.' + name, {'CFBundleDisplayName': info})
            app('com.evil.c', {'CFBundleIdentifier': '../../x'})
            """)
        let result = try device.run([sandglass, "devices", "--apps"])
        #expect(result.status == 0)
        #expect(!result.text.contains("\u{9b}") && !result.text.contains("\u{202e}") && !result.text.contains("../"))
        #expect(result.lines.count == 6, "\(result.text)")
    }

    @Test(
        "a device that cannot be used says what to do, with status 69",
        arguments: [
            (["--locked"], "enter its passcode"),
            (["--unpaired"], "answer Trust This Computer? with Trust"),
            (["--denied"], "plug it in again"), (["--forgotten"], "run `idevicepair pair`"),
            (["--unsaved"], "run `idevicepair pair`"),
        ])
    func unusable(options: [String], advice: String) throws {
        let device = try DeviceDouble(options)
        let list = try device.run([sandglass, "devices"])
        #expect(list.status == 0 && list.text.contains(advice), "\(list.text) \(list.errors)")
        for words in [["devices", "--apps"], ["ls", "device:com.example.notes"], ["ls", "device:"]] {
            let result = try device.run([sandglass] + words)
            #expect(result.status == 69 && result.errors.contains(advice), "\(words) \(result.errors)")
        }
        #expect(device.mounts.isEmpty)
    }

    @Test("without a device, a service or a program, the message names it, with status 69")
    func absent() throws {
        let device = try DeviceDouble()
        func errors(_ words: [String]) throws -> String {
            let result = try device.run(words)
            #expect(result.status == 69, "\(words) \(result.text)")
            return result.errors
        }
        let other = "device:00008110-000000000000000F/com.example.notes"
        #expect(try errors([sandglass, "ls", other]).contains("the device 00008110-000000000000000F is not connected"))
        let nowhere = ["env", "USBMUXD_SOCKET_ADDRESS=UNIX:/nowhere", sandglass]
        for words in [["devices"], ["ls", "device:com.example.notes"]] {
            #expect(try errors(nowhere + words).contains("usbmuxd"))
        }
        let bare = ["env", "PATH=/nowhere", sandglass]
        #expect(try errors(bare + ["devices"]).contains("apt-get install libimobiledevice-utils"))
    }

    @Test("with two devices, one has to be named, and each is a choice")
    func several() throws {
        let other = "00008110-000000000000000A"
        let device = try DeviceDouble(["--also", other])
        let result = try device.run([sandglass, "info", "device:com.example.notes"])
        #expect(result.status == 64 && result.errors.contains("2 devices are connected"), "\(result.errors)")
        let list = try device.run([sandglass, "ls", "device:"])
        #expect(list.status == 0 && list.text.contains("device:\(other):"), "\(list.text) \(list.errors)")
    }

    @Test("shells complete the addresses of apps, and nothing where there is no device")
    func completions() throws {
        let device = try Self.device.get()
        func words(_ typed: String, _ variables: [String] = []) throws -> [Substring] {
            let words = ["---completion", "ls", "--", "positional@0", "2", "\(typed.count)", "sandglass", "ls", typed]
            return try device.run(["env", "SAP_SHELL=fish"] + variables + [sandglass] + words).lines
        }
        let apps: [Substring] = ["device:com.example.notes/", "device:com.example.store/"]
        #expect(try words("device:") == apps)
        #expect(try words("device:com.example.s") == apps.suffix(1))
        #expect(try words("device:", ["USBMUXD_SOCKET_ADDRESS=UNIX:/nowhere"]) == [])
    }

    @Test(
        "what is no app, and an address that is none, have their own statuses",
        arguments: [
            ("device:com.example.none", 66, "the device has no app com.example.none"),
            ("device:com.example.closed", 77, "UIFileSharingEnabled"), ("device:../x", 64, "leads out of the device"),
            ("./device:com.example.notes", 66, "no such file or directory"),
        ])
    func refused(path: String, status: Int32, message: String) throws {
        let result = try Self.device.get().run([sandglass, "ls", path])
        #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
    }
}
