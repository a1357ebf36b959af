import Audit
import ContainerModel
import ContainerStore
import Formats
import TestSupport
import Testing

/// A bundle in a directory, without a mistake until one is planted.
struct BundleFixture {
    /// The name of the directory.
    var name = "Tide.app"
    /// Info.plist.
    var information: [String: PropertyListValue] = [
        "CFBundleIdentifier": "com.example.tide", "CFBundleExecutable": "Tide", "CFBundlePackageType": "APPL",
        "UIRequiredDeviceCapabilities": ["arm64"], "UILaunchScreen": [:], "MinimumOSVersion": "15.4",
    ]
    /// The app's executable; nil for none.
    var executable: MachOFixture? = .typical
    /// The app's privacy manifest; nil for none.
    var manifest: PropertyListValue?
    /// The provisioning profile; nil for none.
    var profile: [String: PropertyListValue]?
    /// Other files, by their paths in the bundle.
    var files: [String: [UInt8]] = ["Assets.car": [0x42]]
    /// Files around the bundle, by their paths in the temporary directory.
    var around: [String: [UInt8]] = [:]

    /// Adds a framework.
    /// - Parameter manifest: Its privacy manifest; nil for none.
    mutating func addFramework(_ name: String, _ image: MachOFixture, manifest: PropertyListValue? = nil) {
        var image = image
        image.fileType = 6
        let directory = "Frameworks/\(name).framework"
        files["\(directory)/\(name)"] = image.bytes
        files["\(directory)/Info.plist"] = PropertyListWriter.binary(["CFBundleExecutable": .string(name)])
        if let manifest { files["\(directory)/PrivacyInfo.xcprivacy"] = PropertyListWriter.xml(manifest) }
    }

    /// Writes the bundle.
    /// - Returns: The path of its directory.
    func write(in folder: TemporaryDirectory) throws -> String {
        var all = files
        all["Info.plist"] = PropertyListWriter.binary(.dictionary(PropertyListDictionary(information.map { ($0, $1) })))
        if let executable { all["Tide"] = executable.bytes }
        if let manifest { all["PrivacyInfo.xcprivacy"] = PropertyListWriter.xml(manifest) }
        if let profile {
            let list = PropertyListValue.dictionary(PropertyListDictionary(profile.map { ($0, $1) }))
            all["embedded.mobileprovision"] = Array("0\u{82}".utf8) + PropertyListWriter.xml(list) + Array("x".utf8)
        }
        for (path, bytes) in all.sorted(by: { $0.key < $1.key }) {
            try folder.write(bytes, to: "\(name)/\(path)")
        }
        for (path, bytes) in around { try folder.write(bytes, to: path) }
        return folder(name)
    }

    /// The time of the audit: 2027-01-15.
    static let now = 1_800_000_000.0

    /// Examines the bundle.
    func findings(by examiner: any BundleExaminer = BundleSecurityExaminer()) throws -> [Finding] {
        let folder = TemporaryDirectory()
        let path = Array(try write(in: folder).utf8)
        guard case .container(let container, _) = try ContainerStore.open(path) else {
            throw CommandError(call: "open the bundle", number: 0)
        }
        let audited = AuditedContainer(container, index: 0, prefix: path)
        let bundle = try #require(AuditedBundle(of: audited, now: Self.now))
        var found: [Finding] = []
        examiner.examine(bundle, AuditContext(now: Self.now)) { found.append($0) }
        return found
    }

    /// A privacy manifest that declares reasons.
    static func manifest(
        _ reasons: [(category: String, code: PropertyListValue)], more: [String: PropertyListValue] = [:]
    ) -> PropertyListValue {
        let rows = reasons.map { row -> PropertyListValue in
            [
                "NSPrivacyAccessedAPIType": .string("NSPrivacyAccessedAPICategory\(row.category)"),
                "NSPrivacyAccessedAPITypeReasons": [row.code],
            ]
        }
        let pairs = [("NSPrivacyAccessedAPITypes", PropertyListValue.array(rows))] + more.map { ($0, $1) }
        return .dictionary(PropertyListDictionary(pairs))
    }

    /// The beginning of a PNG file.
    static func png(_ width: UInt16, _ height: UInt16) -> [UInt8] {
        func number(_ value: UInt16) -> [UInt8] { [0, 0, UInt8(value >> 8), UInt8(value & 0xff)] }
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8) + number(width)
            + number(height) + [8, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + Array("IEND".utf8) + [0xae, 0x42, 0x60, 0x82]
    }
}
