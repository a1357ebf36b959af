import ContainerModel

/// A path to a source of files that is mounted when it is needed: an app of a device, or a host.
///
/// This is the list of such sources. Each has an address with a reserved word, and places below the directory of all
/// mounts.
package enum SourceAddress: Hashable, Sendable {
    case device(DeviceAddress)
    case host(HostAddress)

    /// The reserved words that such paths begin with.
    private static let prefixes = [DeviceAddress.prefix, HostAddress.prefix]

    /// Returns the reserved word that a path begins with; nil if it begins with none.
    package static func prefix(of path: [UInt8]) -> [UInt8]? { prefixes.first { path.starts(with: $0) } }

    /// Returns whether a path begins as an address does, whether it is a correct one or not.
    package static func isOne(_ path: [UInt8]) -> Bool { prefix(of: path) != nil }

    /// Reads an address as a person types it.
    /// - Throws: `DeviceError`, with the code `malformed`.
    init(_ text: [UInt8]) throws(DeviceError) {
        self = HostAddress.isOne(text) ? .host(try HostAddress(text)) : .device(try DeviceAddress(text))
    }

    /// Returns the address of a path of this computer below the directory of all mounts; nil for any other path.
    package static func ofMount(_ path: [UInt8]) -> SourceAddress? {
        DeviceDirectory.pathBelowMounts(path).flatMap(below)
    }

    /// Returns the address of a path below the directory of all mounts; nil if no source is mounted there.
    static func below(_ path: ArraySlice<UInt8>) -> SourceAddress? {
        HostAddress(below: path).map { .host($0) } ?? DeviceAddress(below: path).map { .device($0) }
    }

    /// Returns the address that a path is, or leads to as a path of this computer; nil for any other path.
    /// - Throws: `DeviceError`, with the code `malformed`.
    static func of(_ path: [UInt8]) throws(DeviceError) -> SourceAddress? {
        isOne(path) ? try SourceAddress(path) : ofMount(path)
    }

    /// The address as commands take it.
    package var spelling: [UInt8] {
        switch self {
        case .device(let address): address.spelling
        case .host(let address): address.spelling
        }
    }

    /// Returns a message with addresses in the place of the paths at which sources are mounted.
    static func shown(inMessage message: String) -> String {
        let mounts = String(decoding: DeviceDirectory.path, as: UTF8.self) + "/mounts/"
        var text = ""
        var rest = message[...]
        while let found = rest.firstRange(of: mounts) {
            text += rest[..<found.lowerBound]
            rest = rest[found.upperBound...]
            let parts = rest.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count > 2, parts[0] == HostAddress.folder, HostAddress.isHost(parts[1].utf8) else {
                text += String(decoding: DeviceAddress.prefix, as: UTF8.self)
                continue
            }
            // What follows the beginning may be the end of the message.
            let isHome = parts[2].hasPrefix(HostAddress.Beginning.home.rawValue)
            text += "ssh://\(parts[1])\(isHome ? "/~" : "")"
            rest = parts[2].dropFirst(HostAddress.Beginning.root.rawValue.count)
        }
        return text + rest
    }
}

extension HostAddress {
    /// The directory, below that of all mounts, with those of hosts.
    static let folder = "ssh"

    /// - Parameter path: The path below the directory of all mounts.
    init?(below path: ArraySlice<UInt8>) {
        let names = path.split(separator: ContainerPath.slash)
        guard names.count > 2, names[0].elementsEqual(Self.folder.utf8), Self.isHost(names[1]),
            let beginning = Beginning(rawValue: String(decoding: names[2], as: UTF8.self))
        else { return nil }
        self.init(host: String(decoding: names[1], as: UTF8.self), beginning)
        for name in names.dropFirst(3) { self.path = self.path.appending(name: name) ?? self.path }
    }
}
