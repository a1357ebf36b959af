import System

/// Copies the metadata of an item: owner, extended attributes (including access control lists), permissions and times,
/// in this order, because changing the owner clears special bits and capabilities, and attributes can only be set while
/// the file is writable.
package struct MetadataCopier {
    /// The owner and group of everything that this process creates in the target, if known.
    var madeOwner: (user: UInt32, group: UInt32)?
    /// Whether the target's file system may accept permissions and times without storing them.
    var isForgetful = false
    /// The capabilities of the file systems of the originals and of the copies.
    var source = FileSystemCapabilities.local
    var target = FileSystemCapabilities.local

    /// The attributes lost, with the error numbers.
    typealias Losses = [(kind: CopyReport.LostAttribute.Kind, errno: Int32)]

    /// Linux allows up to 64 KiB of names (`XATTR_LIST_MAX`) and of value (`XATTR_SIZE_MAX`).
    private static let limit = 65_536
    /// The coarsest timestamp resolution of any file system in seconds: 2, on FAT.
    private static let coarsest: Int64 = 2

    /// Copies the metadata of an open item to its open copy.
    func copy(_ source: Int32, _ status: sandglass_stat, to target: Int32, _ losses: inout Losses) {
        guard self.target.storesMetadata else { return copyTimes(status, to: target, &losses) }
        let isOwned = self.source.storesMetadata && setOwner(of: target, "", status, &losses)
        if self.source.storesMetadata { copyAttributes(source, to: target, &losses) }
        let mode = self.source.storesMetadata ? status.mode & 0o7777 : Self.usualMode(of: status)
        // The special bits must not take effect for a different owner.
        let failure = sandglass_set_mode(target, isOwned ? mode : mode & 0o1777)
        if failure != 0 { losses.append((.permissions, -failure)) }
        var times = status
        let refused = sandglass_set_times(target, "", &times)
        if refused != 0 { losses.append((.times, -refused)) }
        if isForgetful { check(target, status, isOwned ? mode : mode & 0o1777, failure, refused, &losses) }
    }

    /// The permissions of new items of this process, for copies of items whose own are inventions.
    private static func usualMode(of status: sandglass_stat) -> UInt32 {
        (status.mode & S_IFMT == S_IFDIR ? 0o777 : 0o666) & ~Platform.fileCreationMask
    }

    private func copyTimes(_ status: sandglass_stat, to target: Int32, _ losses: inout Losses) {
        var times = status
        let refused = sandglass_set_times(target, "", &times)
        if refused != 0 { losses.append((.times, -refused)) }
        guard refused == 0, isForgetful else { return }
        check(target, status, 0, EOPNOTSUPP, 0, &losses)
    }

    /// Copies the metadata of a symbolic link, which cannot be opened.
    func copyLink(
        _ name: UnsafePointer<CChar>,
        in source: Int32,
        _ status: sandglass_stat,
        to newName: UnsafePointer<CChar>,
        in target: Int32,
        _ losses: inout Losses
    ) {
        _ = setOwner(of: target, newName, status, &losses)
        for attribute in attributeNames({ sandglass_list_attributes(source, name, $0, $1) }, &losses) {
            let value = value({ sandglass_get_attribute(source, name, attribute, $0, $1) })
            var failure = value.failure
            if failure == 0 {
                failure = value.bytes.withUnsafeBytes {
                    sandglass_set_attribute(target, newName, attribute, $0.baseAddress, $0.count)
                }
            }
            if failure != 0, failure != -ENODATA { losses.append((.extendedAttribute(bytes(attribute)), -failure)) }
        }
        var times = status
        let failure = sandglass_set_times(target, newName, &times)
        if failure != 0 { losses.append((.times, -failure)) }
    }

    /// - Returns: Whether the copy has the owner of the original.
    private func setOwner(
        of target: Int32, _ name: UnsafePointer<CChar>, _ status: sandglass_stat, _ losses: inout Losses
    ) -> Bool {
        if let madeOwner, madeOwner == (status.user, status.group) { return true }
        let failure = sandglass_set_owner(target, name, status.user, status.group)
        if failure == 0 { return true }
        // Only the superuser gives files away, which nobody else expects.
        if failure != -EPERM || geteuid() == 0 { losses.append((.owner, -failure)) }
        // Members of a group may give files to the group without being able to change the owner.
        let isKept = sandglass_set_owner(target, name, .max, status.group) == 0
        var found = sandglass_stat()
        return isKept && sandglass_status(target, name, &found) == 0 && found.user == status.user
    }

    private func copyAttributes(_ source: Int32, to target: Int32, _ losses: inout Losses) {
        for attribute in attributeNames({ sandglass_list_open_attributes(source, $0, $1) }, &losses) {
            let value = value({ sandglass_get_open_attribute(source, attribute, $0, $1) })
            var failure = value.failure
            if failure == 0 {
                failure = value.bytes.withUnsafeBytes {
                    sandglass_set_open_attribute(target, attribute, $0.baseAddress, $0.count)
                }
            }
            // ENODATA: the attribute was removed meanwhile.
            if failure != 0, failure != -ENODATA { losses.append((.extendedAttribute(bytes(attribute)), -failure)) }
        }
    }

    /// The attribute names, each with a terminating NUL.
    private func attributeNames(
        _ list: (UnsafeMutablePointer<CChar>?, Int) -> Int,
        _ losses: inout Losses
    ) -> [[CChar]] {
        let few = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { buffer in
            names(list(buffer.baseAddress, buffer.count), buffer)
        }
        if let names = few.names { return names }
        guard few.failure == -ERANGE || few.failure == -E2BIG else {
            // A file system without attributes has none to lose.
            if few.failure != -EOPNOTSUPP, few.failure != -ENOSYS {
                losses.append((.extendedAttribute([UInt8(ascii: "*")]), -few.failure))
            }
            return []
        }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.limit) { buffer in
            let many = names(list(buffer.baseAddress, buffer.count), buffer)
            if many.names == nil { losses.append((.extendedAttribute([UInt8(ascii: "*")]), -many.failure)) }
            return many.names ?? []
        }
    }

    private func names(_ length: Int, _ buffer: UnsafeMutableBufferPointer<CChar>) -> (
        names: [[CChar]]?, failure: Int32
    ) {
        guard length >= 0 else { return (nil, Int32(clamping: length)) }
        guard length > 0 else { return ([], 0) }
        return (buffer[..<length].split(separator: 0).map { Array($0) + [0] }, 0)
    }

    private func value(_ get: (UnsafeMutableRawPointer?, Int) -> Int) -> (bytes: [UInt8], failure: Int32) {
        var value = [UInt8](repeating: 0, count: 512)
        var length = value.withUnsafeMutableBytes { get($0.baseAddress, $0.count) }
        if length == -Int(ERANGE) {
            value = [UInt8](repeating: 0, count: Self.limit)
            length = value.withUnsafeMutableBytes { get($0.baseAddress, $0.count) }
        }
        guard length >= 0 else { return ([], Int32(clamping: length)) }
        return (Array(value[..<length]), 0)
    }

    private func bytes(_ name: [CChar]) -> [UInt8] { name.dropLast().map { UInt8(bitPattern: $0) } }

    /// Verifies that permissions and times were stored.
    private func check(
        _ target: Int32,
        _ status: sandglass_stat,
        _ mode: UInt32,
        _ modeFailure: Int32,
        _ timesFailure: Int32,
        _ losses: inout Losses
    ) {
        var found = sandglass_stat()
        guard sandglass_status(target, "", &found) == 0 else { return }
        if modeFailure == 0, found.mode & 0o7777 != mode { losses.append((.permissions, EOPNOTSUPP)) }
        let difference = found.modified_seconds.subtractingReportingOverflow(status.modified_seconds)
        if timesFailure == 0, difference.overflow || abs(difference.partialValue) > Self.coarsest {
            losses.append((.times, EOPNOTSUPP))
        }
    }
}
