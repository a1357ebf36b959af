import ContainerModel
import Formats

/// Writes the bytes of a time point: the signature and the version as text, the header, in one that belongs to others
/// whether it is a part, and its parts, an item after another in the order of a walk, and the SHA-256 of everything before it.
///
/// Numbers are in groups of seven bits, the lowest first; signed ones have their sign in the lowest bit. A text is its
/// length and its bytes. Each item begins with the number of directories around it, by which its path is known.
package struct TimePointWriter {
    private var items: [UInt8] = []
    private var count: UInt64 = 0

    /// Creates a writer of no items.
    package init() {}

    /// Adds an item; directories come before what is in them.
    package mutating func add(_ item: TimePointManifest.Item) {
        count += 1
        let status = item.status
        Self.number(UInt64(item.path.depth), to: &items)
        Self.text(item.path.lastComponent ?? [], to: &items)
        items.append(status.kind.rawValue)
        Self.number(UInt64(status.permissions), to: &items)
        Self.number(UInt64(status.user), to: &items)
        Self.number(UInt64(status.group), to: &items)
        Self.number(status.size, to: &items)
        Self.signed(status.modified, to: &items)
        Self.number(UInt64(status.modifiedNanoseconds), to: &items)
        Self.signed(status.changed, to: &items)
        Self.number(UInt64(status.changedNanoseconds), to: &items)
        let times = TimePointManifest.Times(of: status)
        items.append(times.rawValue)
        Self.signed(status.born ?? 0, to: &items)
        if let nanoseconds = status.bornNanoseconds { Self.number(UInt64(nanoseconds), to: &items) }
        Self.number(UInt64(status.links), to: &items)
        Self.number(status.inode, to: &items)
        Self.number(status.device, to: &items)
        Self.signed(Int64(status.protection.rawValue), to: &items)
        items.append(item.contents.rawValue)
        Self.text(item.digest[...], to: &items)
        Self.text(item.target[...], to: &items)
        Self.number(UInt64(item.attributes.count), to: &items)
        for attribute in item.attributes {
            Self.text(attribute.name[...], to: &items)
            Self.text(attribute.value[...], to: &items)
        }
    }

    /// Returns the bytes of the time point.
    package func finish(_ header: TimePointManifest.Header) -> [UInt8] {
        let version = header.hasRelations ? TimePointManifest.versionWithParts : TimePointManifest.version
        var bytes = TimePointManifest.signature + Array("\(version)\n".utf8)
        Self.text(Array(header.note.utf8)[...], to: &bytes)
        Self.signed(header.time, to: &bytes)
        Self.number(UInt64(header.timeNanoseconds), to: &bytes)
        Self.text(header.hostPath[...], to: &bytes)
        for text in [header.kind.rawValue, header.identifier ?? "", header.name ?? "", header.appVersion ?? ""] {
            Self.text(Array(text.utf8)[...], to: &bytes)
        }
        for number in [header.files, header.directories, header.links] { Self.number(UInt64(number), to: &bytes) }
        Self.number(header.bytes, to: &bytes)
        Self.number(UInt64(header.problems.count), to: &bytes)
        for problem in header.problems { Self.text(Array(problem.utf8)[...], to: &bytes) }
        if header.hasRelations {
            Self.number(header.isPart ? 1 : 0, to: &bytes)
            Self.number(UInt64(header.parts.count), to: &bytes)
            for part in header.parts {
                for text in [part.name, part.identifier] { Self.text(Array(text.utf8)[...], to: &bytes) }
                Self.signed(part.time, to: &bytes)
                Self.number(UInt64(part.timeNanoseconds), to: &bytes)
            }
        }
        Self.number(count, to: &bytes)
        bytes += items
        bytes += SHA256.digest(of: bytes)
        return bytes
    }

    private static func number(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func signed(_ value: Int64, to bytes: inout [UInt8]) {
        number(UInt64(bitPattern: value << 1 ^ value >> 63), to: &bytes)
    }

    private static func text(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        number(UInt64(text.count), to: &bytes)
        bytes += text
    }
}

extension TimePointManifest.Times {
    fileprivate init(of status: ItemStatus) {
        self = []
        if status.born != nil { insert(.born) }
        if status.bornNanoseconds != nil { insert(.bornNanoseconds) }
        if !status.knowsNanoseconds { insert(.wholeSeconds) }
    }
}
