import ContainerModel
import FileTree
import Formats
import FoundationEssentials

/// Everything about an item that a manifest records.
package struct ManifestItem: Sendable {
    /// An extended attribute, by its name on this computer.
    struct Attribute: Sendable {
        let name: [UInt8]
        let value: [UInt8]
    }

    /// The path from where the manifest begins; `.` for the item there.
    package internal(set) var path: [UInt8]
    /// The kind of the item.
    let kind: ItemKind
    /// nil if it could not be read.
    let status: ItemStatus?
    /// The SHA-256 of a file's contents; nil for other items, and if they could not be read.
    package internal(set) var digest: [UInt8]?
    /// Where a symbolic link leads, as stored in it.
    var target: [UInt8]?
    var attributes: [Attribute] = []
    /// Why the item could not be read as a whole.
    package internal(set) var problem: String?
    /// Whether the reason is that it is damaged. Not part of a manifest.
    package internal(set) var isDamaged = false

    init(path: [UInt8], status: ItemStatus?) {
        self.path = path
        self.status = status
        kind = status?.kind ?? .unknown
    }

    /// Returns the item with a path from further up.
    /// - Parameter directory: The path of the directory where the item's own path begins; `.` or empty for the same.
    package func below(_ directory: [UInt8]) -> ManifestItem {
        var item = self
        item.path = Self.path(path, below: directory)
        return item
    }

    static func path(_ path: [UInt8], below directory: [UInt8]) -> [UInt8] {
        guard !directory.isEmpty, directory != [0x2e] else { return path }
        return path == [0x2e] ? directory : directory + [0x2f] + path
    }
}

// The lines of a manifest. Their keys are stable.
extension ManifestItem {
    /// The names of the members of a line. Those of what is not known about an item are left out.
    package enum Key: String, CaseIterable, Sendable {
        case path, pathBytes, type, mode, user, group, size, modified, born, sha256, target, targetBytes, device
        case attributes, problem

        /// Whether its value is a time.
        var isTime: Bool { self == .modified || self == .born }
    }

    /// The item as one line of JSON, in ASCII, so that it is the same in every locale.
    package var line: [UInt8] { JSONWriter.line(value, isASCII: true) }

    private var value: JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ key: Key, _ value: JSONValue?) {
            if let value { members.append(JSONValue.Member(name: key.rawValue, value: value)) }
        }
        func add(_ key: Key, _ bytesKey: Key, _ bytes: [UInt8]) {
            let (text, exact) = Self.name(bytes)
            add(key, text)
            add(bytesKey, exact)
        }
        add(.path, .pathBytes, path)
        add(.type, .string(kind.title))
        if let status {
            add(.mode, Permissions.octal(status).map { .string($0) })
            add(.user, status.knowsAccess ? .number(JSONNumber(status.user)) : nil)
            add(.group, status.knowsAccess ? .number(JSONNumber(status.group)) : nil)
            // Directories have sizes that depend on their history and on the file system.
            if kind == .file { add(.size, .number(JSONNumber(status.size))) }
            add(.modified, Self.time(status.modified, status.knowsNanoseconds ? status.modifiedNanoseconds : nil))
            add(.born, status.born.map { Self.time($0, status.bornNanoseconds) })
        }
        add(.sha256, digest.map { .string($0.hexadecimal()) })
        add(.device, (status?.node).map { .string($0.text) })
        if let target { add(.target, .targetBytes, target) }
        if !attributes.isEmpty {
            add(
                .attributes,
                .array(
                    attributes.map { attribute in
                        let (text, exact) = Self.name(attribute.name)
                        return .object(
                            [("name", text), ("nameBytes", exact), ("value", Self.base64(attribute.value))].compactMap {
                                name, value in value.map { JSONValue.Member(name: name, value: $0) }
                            })
                    }))
        }
        add(.problem, problem.map { .string($0) })
        return .object(members)
    }

    /// Returns a name for people, and its bytes if it is not UTF-8.
    private static func name(_ bytes: [UInt8]) -> (text: JSONValue, bytes: JSONValue?) {
        let text = String(validating: bytes, as: UTF8.self)
        return (.string(text ?? String(decoding: bytes, as: UTF8.self)), text == nil ? base64(bytes) : nil)
    }

    private static func base64(_ bytes: [UInt8]) -> JSONValue { .string(Data(bytes).base64EncodedString()) }

    private static func time(_ seconds: Int64, _ nanoseconds: UInt32?) -> JSONValue {
        .string(ISO8601.exactText(secondsSince1970: seconds, nanoseconds: nanoseconds))
    }
}

extension ManifestItem {
    /// The file as a line of `sha256sum`, which checks it with `-c`; nil for other items and unreadable files.
    ///
    /// As there, a line begins with a backslash if the name has characters that are escaped.
    package var checksumLine: [UInt8]? {
        guard let digest else { return nil }
        let escapes: [UInt8: [UInt8]] = [0x5c: [0x5c, 0x5c], 0x0a: Array("\\n".utf8), 0x0d: Array("\\r".utf8)]
        let isEscaped = path.contains { escapes[$0] != nil }
        let name = isEscaped ? path.flatMap { escapes[$0] ?? [$0] } : path
        return (isEscaped ? [0x5c] : []) + Array(digest.hexadecimal().utf8) + Array("  ".utf8) + name
    }
}
