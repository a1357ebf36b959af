import CEncryption
import Formats

/// The names of files in a backup (formats.md, "MobileSync backup").
package enum BackupFileName {
    /// Returns the name of an item's file: the SHA-1 of `domain-relativePath` as 40 hexadecimal digits.
    package static func of(domain: [UInt8], path: [UInt8]) -> [UInt8] {
        let text = domain + [0x2d] + path
        let digest = [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
            sandglass_name_digest(text, text.count, buffer.baseAddress)
            count = 20
        }
        return Array(digest.hexadecimal().utf8)
    }
}
