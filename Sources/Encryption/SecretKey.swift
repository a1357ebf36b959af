import CEncryption

/// A key of 32 bytes in memory that is locked, in no core file, and overwritten when the last reference is released.
package final class SecretKey: Sendable {
    /// The length of all keys, in bytes.
    package static let length = Int(sandglass_key_length)

    // Written by the initializers alone.
    private nonisolated(unsafe) let memory: UnsafeMutableRawPointer

    private init?() {
        guard let memory = LockedMemory.allocate(Self.length) else { return nil }
        self.memory = memory
    }

    deinit { LockedMemory.release(memory, Self.length) }

    private var bytes: UnsafeMutablePointer<UInt8> { memory.assumingMemoryBound(to: UInt8.self) }

    /// Unwraps a key (RFC 3394).
    /// - Parameter wrapped: 40 bytes.
    /// - Returns: nil if it was not wrapped with `key`.
    package convenience init?(unwrapping wrapped: [UInt8], with key: SecretKey) {
        guard wrapped.count == Int(sandglass_wrapped_length) else { return nil }
        self.init()
        guard sandglass_unwrap_key(key.bytes, wrapped, bytes) else { return nil }
    }

    /// Makes a random key; nil if the system has no random bytes.
    package static func random() -> SecretKey? {
        guard let key = SecretKey(), sandglass_random(key.memory, length) else { return nil }
        return key
    }

    /// Returns a key wrapped with this one: 40 bytes (RFC 3394).
    package func wrapping(_ key: SecretKey) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(sandglass_wrapped_length)) { buffer, count in
            sandglass_wrap_key(bytes, key.bytes, buffer.baseAddress)
            count = buffer.count
        }
    }

    /// Derives a key from a passphrase by PBKDF2 (RFC 8018).
    ///
    /// - Parameters:
    ///   - secret: The passphrase, or the key derived before.
    ///   - proceeds: Called with the number of iterations since the last call; returns whether to continue.
    /// - Returns: nil if it was cancelled, or if there is no memory.
    static func derive(
        from secret: UnsafeRawBufferPointer,
        _ function: sandglass_hmac,
        salt: [UInt8],
        iterations: UInt32,
        _ proceeds: (UInt32) -> Bool
    ) -> SecretKey? {
        guard let key = SecretKey() else { return nil }
        let isWhole = withoutActuallyEscaping(proceeds) { proceeds in
            var report = proceeds
            return withUnsafeMutablePointer(to: &report) { report in
                sandglass_derive_key(
                    function, secret.baseAddress?.assumingMemoryBound(to: UInt8.self), secret.count, salt, salt.count,
                    iterations, key.bytes,
                    { context, count in
                        guard let context else { return true }
                        return context.assumingMemoryBound(to: ((UInt32) -> Bool).self).pointee(count)
                    }, report)
            }
        }
        return isWhole ? key : nil
    }

    /// Calls `body` with the key, which must not be kept.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: memory, count: Self.length))
    }
}

/// Random bytes that need not be kept secret, such as salts.
package enum RandomBytes {
    /// Makes random bytes; nil if the system has none.
    package static func make(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return bytes.withUnsafeMutableBytes { sandglass_random($0.baseAddress, count) } ? bytes : nil
    }
}
