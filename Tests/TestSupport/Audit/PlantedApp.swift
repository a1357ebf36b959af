/// An app in the layout of a device: the container of its data, one of a group, and its bundle, with a defect in each of
/// many files, or, of the same size, with none.
package struct PlantedApp: Sendable {
    /// One of the three containers.
    package enum Part: String, CaseIterable, Sendable {
        case data
        case appGroup
        case bundle
    }

    /// A planted defect: a row of the table.
    package struct Defect: Hashable, Sendable {
        /// The identifier of the rule.
        package let rule: String
        package let part: Part
        /// The item, from the container's root; empty for that itself.
        package let path: String
        /// The way to the value, as `show` takes it; empty for the item as a whole.
        package let address: String
        /// The line of a text; nil for anything else.
        package let line: Int?

        init(_ rule: String, _ part: Part = .data, _ path: String, _ address: String = "", line: Int? = nil) {
            (self.rule, self.part, self.path, self.address, self.line) = (rule, part, path, address, line)
        }
    }

    private let directory: String
    private let number: Int

    /// Makes an app in a directory.
    /// - Parameters:
    ///   - isPlanted: Whether it has the defects.
    ///   - number: Chooses the UUIDs of the containers; 0 to 9.
    /// - Throws: `PythonError` if it cannot be generated.
    package init(in directory: TemporaryDirectory, planted isPlanted: Bool, number: Int = 0) throws {
        (self.directory, self.number) = (directory.path, number)
        let values = Secret.all.map { "'\($0.name)': '\($0.value)'" }.joined(separator: ", ")
        let images = [Self.executable, Self.library].map { $0.bytes.map { String($0, radix: 16).padded }.joined() }
        let script =
            SignedBundleScript.functions + "\nsecret = {\(values)}\n" + Self.script
        try Python.run(script, Part.allCases.map { path(of: $0) } + [isPlanted ? "planted" : "clean"] + images)
    }

    /// Returns the path of a container.
    package func path(of part: Part) -> String {
        let uuid = "0000000\(number)-A11D-4000-8000-00000000000"
        switch part {
        case .data: return "\(directory)/private/var/mobile/Containers/Data/Application/\(uuid)1"
        case .appGroup: return "\(directory)/private/var/mobile/Containers/Shared/AppGroup/\(uuid)2"
        case .bundle: return "\(directory)/private/var/containers/Bundle/Application/\(uuid)3/Tide.app"
        }
    }

    /// The paths of the containers, in the order in which they are audited.
    package var paths: [String] { Part.allCases.map { path(of: $0) } }

    /// The app's executable with its defects.
    private static var executable: MachOFixture {
        var image = MachOFixture.typical
        image.imports += ["_OBJC_CLASS_$_NSUserDefaults", "_OBJC_CLASS_$_UIWebView"]
        image.strings = ["hello", "https://tide.example/v1?units=m&api_key=\(Secret.value(of: "coded"))"]
        image.libraries = ["/System/Library/Frameworks/CoreLocation.framework/CoreLocation"]
        image.isPositionIndependent = false
        image.hasDebugSymbols = true
        image.entitlements = "<plist><dict><key>get-task-allow</key><true/></dict></plist>"
        return image
    }

    /// The code of a framework without one.
    private static var library: MachOFixture {
        var image = MachOFixture.typical
        image.fileType = 6
        return image
    }
}

extension PlantedApp {
    /// A value that was planted, and that nothing may print.
    package struct Secret: Sendable {
        package let name: String
        package let value: String

        private init(_ name: String, _ parts: String...) { (self.name, value) = (name, parts.joined()) }

        /// All values. They are put together of parts, so that no scanner of sources takes them for real ones.
        package static let all: [Secret] = [
            Secret("password", "corr3ct-horse-", "battery"), Secret("stored", "mar1ana-", "trench-07"),
            Secret("archived", "k3lp-forest-", "under-moon"), Secret("wide", "n3ap-tide/", "spring+tide=1"),
            Secret("pin", "84", "1736"), Secret("card", "40128888", "88881881"),
            Secret("token", "5ca1ab1e", "0ddba11c0ffee"), Secret("nested", "f00dface", "0123456789abc"),
            Secret(
                "jwt", "eyJhbGciOiJIUzI1NiJ9.", "eyJzdWIiOiIxNyIsImV4cCI6MTkwMDAwMDAwMH0.", "c2lnbmF0dXJlIG9mIHRoaXM"),
            Secret("key", "MHcCAQEEIAbc123+", "Tt5rUe8QZp0dXw2L"), Secret("access", "AK", "IAQWERTYUIOPASDFGH"),
            Secret("repository", "gh", "p_aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA2"),
            Secret("embedded", "AK", "IAZXCVBNMASDFGHJKL"), Secret("user", "sea-g", "ull&s3cr3t"),
            Secret("parameter", "0a1b2c3d4e5f", "a6b7c8d9"), Secret("bearer", "m0r3-than-", "16-characters"),
            Secret("cached", "c4ch3d-header-", "value-9f8e7d"), Secret("logged", "l0gged-", "by-mistake"),
            Secret("page", "p4ge-token-", "1122334455"), Secret("session", "9f8e7d6c", "5b4a39281706"),
            Secret("group", "gr0up-refresh-", "token-77"), Secret("shared", "sh4red-api-", "key-556677"),
            Secret("coded", "h4rdc0ded", "k3y9x7w5"),
        ]

        static func value(of name: String) -> String { all.first { $0.name == name }?.value ?? "" }
    }
}

extension String {
    /// Two hexadecimal digits.
    fileprivate var padded: String { count < 2 ? "0" + self : self }
}
