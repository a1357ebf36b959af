package import System

/// Reads the extended attributes of items, without following symbolic links.
package enum ExtendedAttributes {
    /// Linux allows 64 KiB of names (`XATTR_LIST_MAX`) and of value (`XATTR_SIZE_MAX`).
    private static let limit = 65_536

    /// Returns the names of an item's attributes, as on the host: `user.…`, `system.…`.
    ///
    /// - Parameter name: An entry of `directory`; empty for the directory itself.
    /// - Returns: An empty array if the file system has no attributes or the item is gone.
    package static func names(of name: ArraySlice<UInt8>, in directory: Descriptor) -> [[UInt8]] {
        withNullTerminated(name) { name in
            // Few items have more than a handful of attributes.
            let few = list(name, directory, capacity: 1_024)
            return few ?? list(name, directory, capacity: limit) ?? []
        }
    }

    /// Returns whether an item has attributes.
    /// - Parameter name: An entry of `directory`; empty for the directory itself.
    package static func exist(on name: ArraySlice<UInt8>, in directory: Descriptor) -> Bool {
        withNullTerminated(name) { sandglass_list_attributes(directory.number, $0, nil, 0) } > 0
    }

    /// Returns the names of the attributes of an open file or directory, as on the host; an empty array if the file
    /// system has no attributes.
    package static func names(onOpen descriptor: Int32) -> [[UInt8]] {
        let few = list(capacity: 1_024) { sandglass_list_open_attributes(descriptor, $0, $1) }
        return few ?? list(capacity: limit) { sandglass_list_open_attributes(descriptor, $0, $1) } ?? []
    }

    private static func list(_ name: UnsafePointer<CChar>, _ directory: Descriptor, capacity: Int) -> [[UInt8]]? {
        list(capacity: capacity) { sandglass_list_attributes(directory.number, name, $0, $1) }
    }

    /// Returns nil if the names do not fit.
    private static func list(capacity: Int, _ get: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [[UInt8]]? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            let length = get(buffer.baseAddress, capacity)
            if length == -Int(ERANGE) { return nil }
            guard length > 0 else { return [] }
            return buffer[..<length].split(separator: 0).map { $0.map { UInt8(bitPattern: $0) } }
        }
    }

    /// Returns the value of an attribute; nil if it does not exist or cannot be read.
    package static func value(
        of attribute: some Collection<UInt8>,
        on name: ArraySlice<UInt8>,
        in directory: Descriptor
    ) -> [UInt8]? {
        withNullTerminated(name) { name in
            withNullTerminated(attribute) { attribute in
                value { sandglass_get_attribute(directory.number, name, attribute, $0, $1) }
            }
        }
    }

    /// Returns the value of an attribute of an open file or directory; nil if it does not exist or cannot be read.
    package static func value(of attribute: some Collection<UInt8>, onOpen descriptor: Int32) -> [UInt8]? {
        withNullTerminated(attribute) { attribute in
            value { sandglass_get_open_attribute(descriptor, attribute, $0, $1) }
        }
    }

    private static func value(_ get: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
        let length = get(nil, 0)
        guard length >= 0, length <= limit else { return nil }
        // With an empty buffer, the system would return a length again, and a new one if the value just grew.
        guard length > 0 else { return [] }
        var value = [UInt8](repeating: 0, count: length)
        let filled = value.withUnsafeMutableBytes { get($0.baseAddress, $0.count) }
        guard filled >= 0 else { return nil }
        return Array(value[..<filled])
    }

    /// Returns whether an item's file system supports an attribute with that name on it, as far as can be determined
    /// without setting it.
    package static func canHold(
        _ attribute: some Collection<UInt8>,
        on name: ArraySlice<UInt8>,
        in directory: Descriptor
    ) -> Bool {
        let answer = withNullTerminated(name) { name in
            withNullTerminated(attribute) { sandglass_get_attribute(directory.number, name, $0, nil, 0) }
        }
        // Linux returns EPERM for symbolic links and special files, and EOPNOTSUPP if the file system has no such
        // attributes.
        return answer != -Int(EOPNOTSUPP) && answer != -Int(EPERM)
    }
}
