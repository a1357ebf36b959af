import CEncryption
package import Formats

/// The keys of an encrypted backup, unwrapped with its passphrase.
///
/// They exist in locked memory, as long as this object does; while a key is wrapped or unwrapped, the schedule of the other
/// one is in ordinary memory, and overwritten afterwards.
package final class BackupKeys: Sendable {
    private let classKeys: [UInt32: SecretKey]

    private init(_ classKeys: [UInt32: SecretKey]) { self.classKeys = classKeys }

    /// The result of an attempt to unlock a backup.
    package enum Unlocking: Sendable {
        case unlocked(BackupKeys)
        case wrongPassphrase
        case cancelled
    }

    /// Derives the key of a key bag, and unwraps the keys of the classes with it. Takes some seconds.
    ///
    /// The process is excluded from core files first.
    /// - Parameter proceeds: Called now and then with the number of iterations since the last call; returns whether to
    ///   continue. See `iterations(of:)` for all of them.
    package static func unlock(
        _ bag: BackupKeyBag,
        with passphrase: Passphrase,
        _ proceeds: (UInt32) -> Bool = { _ in true }
    ) -> Unlocking {
        sandglass_hide_process()
        guard let key = derive(bag, passphrase, proceeds) else { return .cancelled }
        var keys: [UInt32: SecretKey] = [:]
        for (number, wrapped) in bag.classKeys {
            // A bag may be incomplete; files of the missing classes say so.
            keys[number] = SecretKey(unwrapping: wrapped, with: key)
        }
        return keys.isEmpty ? .wrongPassphrase : .unlocked(BackupKeys(keys))
    }

    private static func derive(
        _ bag: BackupKeyBag, _ passphrase: Passphrase, _ proceeds: (UInt32) -> Bool
    ) -> SecretKey? {
        let second = bag.second
        func last(_ secret: UnsafeRawBufferPointer) -> SecretKey? {
            SecretKey.derive(
                from: secret, sandglass_hmac_sha1, salt: second.salt, iterations: second.iterations, proceeds)
        }
        guard let first = bag.first else { return passphrase.withBytes(last) }
        let between = passphrase.withBytes {
            SecretKey.derive(
                from: $0, sandglass_hmac_sha256, salt: first.salt, iterations: first.iterations, proceeds)
        }
        return between?.withBytes(last) ?? nil
    }

    /// Returns the number of iterations that unlocking takes.
    package static func iterations(of bag: BackupKeyBag) -> UInt64 { iterations(bag.first, bag.second) }

    /// Returns the number of iterations of both derivations. SHA-1 yields 20 bytes at a time, so it runs twice.
    package static func iterations(_ first: BackupKeyBag.Derivation?, _ second: BackupKeyBag.Derivation) -> UInt64 {
        UInt64(first?.iterations ?? 0) + 2 * UInt64(second.iterations)
    }

    /// Makes new keys for a backup, with the key bag that wraps them.
    /// - Parameters:
    ///   - classes: The numbers of the protection classes.
    ///   - derivations: The salts and the numbers of iterations.
    ///   - proceeds: As for `unlock`.
    /// - Returns: nil if it was cancelled, or if there are no random bytes.
    package static func make(
        for classes: some Sequence<UInt32>,
        _ first: BackupKeyBag.Derivation,
        _ second: BackupKeyBag.Derivation,
        passphrase: Passphrase,
        _ proceeds: (UInt32) -> Bool = { _ in true }
    ) -> (keys: BackupKeys, bag: BackupKeyBag)? {
        sandglass_hide_process()
        let empty = BackupKeyBag(first: first, second: second, classKeys: [:])
        guard let key = derive(empty, passphrase, proceeds) else { return nil }
        var keys: [UInt32: SecretKey] = [:]
        var wrapped: [UInt32: [UInt8]] = [:]
        for number in classes {
            guard let made = SecretKey.random() else { return nil }
            keys[number] = made
            wrapped[number] = key.wrapping(made)
        }
        return (BackupKeys(keys), BackupKeyBag(first: first, second: second, classKeys: wrapped))
    }

    /// Unwraps the key of a file, or of the manifest.
    /// - Returns: nil if the key of its class is missing, or not the one that wrapped it.
    package func unwrap(_ wrapped: WrappedKey) -> SecretKey? {
        classKeys[wrapped.classNumber].flatMap { SecretKey(unwrapping: wrapped.bytes, with: $0) }
    }

    /// Whether the key of a class is available.
    package func hasClass(_ number: UInt32) -> Bool { classKeys[number] != nil }

    /// Wraps a key with a class key; nil if the class key is missing.
    package func wrap(_ key: SecretKey, classNumber: UInt32) -> WrappedKey? {
        classKeys[classNumber].map { WrappedKey(classNumber: classNumber, bytes: $0.wrapping(key)) }
    }
}
