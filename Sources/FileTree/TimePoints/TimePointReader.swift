import ContainerModel
import Formats

/// Reads the bytes of a time point. They may be damaged: nothing that they say is trusted, whatever their checksum.
package struct TimePointReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    /// The description.
    package let header: TimePointManifest.Header
    private var left: UInt64
    /// The directories around the item that was read last, and itself if it is one.
    private var path: [ContainerPath] = []

    /// Reads the header and checks the checksum.
    /// - Throws: `TimePointManifest.Problem`
    package init(_ bytes: [UInt8]) throws(TimePointManifest.Problem) {
        _ = try Self.start(bytes)
        guard bytes.count > TimePointManifest.digestLength else { throw .damaged }
        let end = bytes.count - TimePointManifest.digestLength
        guard SHA256.digest(of: bytes[..<end]).elementsEqual(bytes[end...]) else { throw .damaged }
        try self.init(checked: bytes[..<end])
    }

    private init(checked bytes: ArraySlice<UInt8>) throws(TimePointManifest.Problem) {
        let (start, version) = try Self.start(bytes)
        var fields = Fields(bytes: bytes, position: start)
        header = try fields.header(version)
        left = try fields.number()
        self.bytes = bytes
        position = fields.position
    }

    /// Returns the description of a time point, given its first bytes. The rest is not examined.
    /// - Throws: `TimePointManifest.Problem`
    package static func header(_ head: [UInt8]) throws(TimePointManifest.Problem) -> TimePointManifest.Header {
        let (start, version) = try start(head)
        var fields = Fields(bytes: head[...], position: start)
        return try fields.header(version)
    }

    /// Returns the description of the time point at a path of this computer; nil if there is none that can be read.
    package static func header(atHostPath path: [UInt8]) -> TimePointManifest.Header? {
        guard let file = try? FileContents.open(hostPath: path),
            let head = try? file.part(at: 0, TimePointManifest.headLength)
        else { return nil }
        return try? header(head)
    }

    /// Returns where the header begins, and the version.
    private static func start(
        _ bytes: some Collection<UInt8>
    ) throws(TimePointManifest.Problem) -> (position: Int, version: Int) {
        let signature = TimePointManifest.signature
        guard bytes.starts(with: signature) else { throw .damaged }
        let digits = bytes.dropFirst(signature.count).prefix(8).prefix { $0 != 0x0a }
        guard let version = Int(String(decoding: digits, as: UTF8.self)), version > 0 else { throw .damaged }
        guard version == TimePointManifest.version || version == TimePointManifest.versionWithParts else {
            throw .foreign
        }
        return (signature.count + digits.count + 1, version)
    }

    /// Returns the next item; nil at the end.
    /// - Throws: `TimePointManifest.Problem`
    package mutating func next() throws(TimePointManifest.Problem) -> TimePointManifest.Item? {
        guard left > 0 else {
            guard position == bytes.endIndex else { throw .damaged }
            return nil
        }
        left -= 1
        var fields = Fields(bytes: bytes, position: position)
        let depth = try fields.number()
        let name = try fields.text()
        guard depth <= UInt64(path.count) else { throw .damaged }
        path.removeLast(path.count - Int(depth))
        let place: ContainerPath
        if let parent = path.last {
            guard let inside = parent.appending(name: name) else { throw .damaged }
            place = inside
        } else {
            // The first item is the root, and the only one without a directory around it.
            guard name.isEmpty else { throw .damaged }
            place = .root
        }
        let item = try fields.item(at: place)
        if item.status.kind == .directory { path.append(place) }
        position = fields.position
        return item
    }
}

/// The values in the bytes of a time point, one after another.
private struct Fields {
    typealias Problem = TimePointManifest.Problem

    let bytes: ArraySlice<UInt8>
    var position: Int

    mutating func byte() throws(Problem) -> UInt8 {
        guard position < bytes.endIndex else { throw .damaged }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number() throws(Problem) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let group = try byte()
            guard shift < 63 || shift == 63 && group <= 1 else { throw .damaged }
            value |= UInt64(group & 0x7f) << shift
            if group < 0x80 { return value }
            shift += 7
        }
    }

    mutating func number<Value: FixedWidthInteger>(as type: Value.Type) throws(Problem) -> Value {
        guard let value = Value(exactly: try number()) else { throw .damaged }
        return value
    }

    mutating func signed() throws(Problem) -> Int64 {
        let value = try number()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    mutating func text() throws(Problem) -> ArraySlice<UInt8> {
        let count = try number()
        guard count <= UInt64(bytes.endIndex - position) else { throw .damaged }
        defer { position += Int(count) }
        return bytes[position..<position + Int(count)]
    }

    mutating func string() throws(Problem) -> String { String(decoding: try text(), as: UTF8.self) }

    /// Returns a string; nil if it is empty.
    mutating func optionalString() throws(Problem) -> String? {
        let found = try string()
        return found.isEmpty ? nil : found
    }

    mutating func nanoseconds() throws(Problem) -> UInt32 {
        let value = try number(as: UInt32.self)
        guard value < 1_000_000_000 else { throw .damaged }
        return value
    }

    mutating func header(_ version: Int) throws(Problem) -> TimePointManifest.Header {
        var header = TimePointManifest.Header()
        header.note = try string()
        header.time = try signed()
        header.timeNanoseconds = try nanoseconds()
        header.hostPath = Array(try text())
        guard let kind = ContainerKind(rawValue: try string()) else { throw .damaged }
        header.kind = kind
        header.identifier = try optionalString()
        header.name = try optionalString()
        header.appVersion = try optionalString()
        header.files = try number(as: Int.self)
        header.directories = try number(as: Int.self)
        header.links = try number(as: Int.self)
        header.bytes = try number()
        for _ in 0..<(try number(as: UInt16.self)) { header.problems.append(try string()) }
        guard version == TimePointManifest.versionWithParts else { return header }
        header.isPart = try number() != 0
        for _ in 0..<(try number(as: UInt16.self)) {
            header.parts.append(
                TimePointManifest.Part(
                    name: try string(), identifier: try string(), time: try signed(),
                    timeNanoseconds: try nanoseconds()))
        }
        return header
    }

    mutating func item(at path: ContainerPath) throws(Problem) -> TimePointManifest.Item {
        guard let kind = ItemKind(rawValue: try byte()) else { throw .damaged }
        let permissions = try number(as: UInt16.self)
        let user = try number(as: UInt32.self)
        let group = try number(as: UInt32.self)
        let size = try number()
        let modified = try signed()
        let modifiedNanoseconds = try nanoseconds()
        let changed = try signed()
        let changedNanoseconds = try nanoseconds()
        let times = TimePointManifest.Times(rawValue: try byte())
        let born = try signed()
        let bornNanoseconds: UInt32? = try times.contains(.bornNanoseconds) ? nanoseconds() : nil
        let links = try number(as: UInt32.self)
        let inode = try number()
        let device = try number()
        let protection = ProtectionClass(number: Int(clamping: try signed()))
        guard let contents = TimePointManifest.Item.Contents(rawValue: try byte()), permissions <= 0o7777,
            times.isSubset(of: .all), path.isRoot == false || kind == .directory
        else { throw .damaged }
        var item = TimePointManifest.Item(
            path,
            ItemStatus(
                kind: kind, size: size, permissions: permissions, user: user, group: group, links: links,
                inode: inode, device: device, modified: modified, modifiedNanoseconds: modifiedNanoseconds,
                knowsNanoseconds: !times.contains(.wholeSeconds), changed: changed,
                changedNanoseconds: changedNanoseconds, born: times.contains(.born) ? born : nil,
                bornNanoseconds: bornNanoseconds, protection: protection))
        item.contents = contents
        item.digest = Array(try text())
        item.target = Array(try text())
        for _ in 0..<(try number(as: UInt16.self)) {
            item.attributes.append((name: Array(try text()), value: Array(try text())))
        }
        let hasDigest = item.digest.count == TimePointManifest.digestLength
        let isStored = contents == .stored || contents == .storedOnce
        guard isStored == hasDigest, isStored || item.digest.isEmpty, kind == .file || contents != .stored,
            item.attributes.allSatisfy({ !$0.name.isEmpty && !$0.name.contains(0) }), !item.target.contains(0)
        else { throw .damaged }
        return item
    }
}
