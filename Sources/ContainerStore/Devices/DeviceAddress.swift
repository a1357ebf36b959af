package import ContainerModel

/// `device:`, a path to a device on a cable, to an app of it, or to an item of an app's container.
///
/// `device:` is the only device, `device:UDID` one of several, `device:com.example.notes/Documents` a directory of an app
/// of the only device, `device:UDID/com.example.notes/Documents` the same of one of several. `./device:x` is a file.
package struct DeviceAddress: Hashable, Sendable {
    /// The beginning of all such paths.
    package static let prefix = Array("device:".utf8)

    /// The identifier of the device; nil for the only one.
    package var device: String?
    /// The bundle identifier of the app; nil for all apps of the device.
    package var app: String?
    /// The path in the app's container.
    package var path: ContainerPath = .root

    /// Creates the address of a device, of an app or of an item.
    package init(device: String?, app: String? = nil, path: ContainerPath = .root) {
        self.device = device
        self.app = app
        self.path = path
    }

    /// Returns whether a path begins as an address does, whether it is a correct one or not.
    package static func isOne(_ path: [UInt8]) -> Bool { path.starts(with: prefix) }

    /// Reads an address as a person types it. `.` and `..` in it are resolved, since no app's container has links.
    /// - Throws: `DeviceError`, with the code `malformed`.
    package init(_ text: [UInt8]) throws(DeviceError) {
        var names: [ArraySlice<UInt8>] = []
        for name in text.dropFirst(Self.prefix.count).split(separator: ContainerPath.slash) {
            if name.elementsEqual(".".utf8) { continue }
            guard name.elementsEqual("..".utf8) else {
                names.append(name)
                continue
            }
            guard names.popLast() != nil else { throw .malformed("leads out of the device") }
        }
        guard let first = names.first else {
            self.init(device: nil)
            return
        }
        if Self.isDevice(first) {
            try self.init(String(decoding: first, as: UTF8.self), names.dropFirst())
        } else {
            try self.init(nil, names[...])
        }
    }

    /// - Parameter names: The app, and the names on the way to an item.
    private init(_ device: String?, _ names: ArraySlice<ArraySlice<UInt8>>) throws(DeviceError) {
        guard let app = names.first else {
            self.init(device: device)
            return
        }
        guard Self.isApp(app) else {
            throw .malformed(
                "does not name an app: after device: comes the UDID of a device or the bundle identifier of an app, such as "
                    + "com.example.notes; `sandglass devices --apps` lists both")
        }
        var path = ContainerPath.root
        for name in names.dropFirst() {
            guard let next = path.appending(name: name) else { throw .malformed("is not a path") }
            path = next
        }
        self.init(device: device, app: String(decoding: app, as: UTF8.self), path: path)
    }

    /// Returns whether a name is the identifier of a device: 40 hexadecimal digits, or 8 and 16 with a hyphen between
    /// (since the iPhone XS).
    static func isDevice(_ name: some Collection<UInt8>) -> Bool {
        let name = Array(name)
        func isHexadecimal(_ digits: ArraySlice<UInt8>) -> Bool {
            digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        }
        if name.count == 40 { return isHexadecimal(name[...]) }
        return name.count == 25 && name[8] == UInt8(ascii: "-") && isHexadecimal(name[..<8])
            && isHexadecimal(name[9...])
    }

    /// Returns whether a name can be a bundle identifier: letters, digits, hyphens and periods (CFBundleIdentifier in
    /// Apple's "Information Property List"); underscores occur, too.
    static func isApp(_ name: some Collection<UInt8>) -> Bool {
        guard (1...255).contains(name.count), let first = name.first, first != UInt8(ascii: "."),
            first != UInt8(ascii: "-")
        else { return false }
        return name.allSatisfy { byte in
            let character = Character(Unicode.Scalar(byte))
            return byte < 0x80 && (character.isLetter || character.isNumber) || "-._".utf8.contains(byte)
        }
    }

    /// The address as commands take it, with the device.
    package var spelling: [UInt8] {
        let names = [device, app].compactMap { $0.map { Array($0.utf8) } } + path.components.map { Array($0) }
        return Self.prefix + names.joined(separator: [ContainerPath.slash])
    }
}
