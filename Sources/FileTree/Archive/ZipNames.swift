package import Formats
import Synchronization

/// The encoding of names in zips that nothing in the zip says to be UTF-8.
///
/// Zips of archivers without Unicode are in the encoding of their maker's system, which no field tells. Info-ZIP's unzip
/// takes code page 437, that of PKZIP, where the entry was made on FAT, and leaves the bytes of other systems alone; a
/// person may know better.
package enum ZipNames {
    /// The encoding that a person has chosen for all zips that the program opens; nil for the rule of unzip.
    ///
    /// A path leads into zips from every command, at any depth, and each zip is read once: so it is chosen once, before the
    /// first one is opened.
    package static var encoding: TextEncoding? {
        get { chosen.withLock(\.self) }
        set { chosen.withLock { $0 = newValue } }
    }

    private static let chosen = Mutex<TextEncoding?>(nil)

    /// The encodings that can be chosen.
    package static let choices: [TextEncoding] = TextEncoding.allCases.filter { !$0.isUnicode }

    /// A name as it was understood.
    struct Name {
        /// The name as UTF-8; as it is if it cannot be in the encoding.
        let bytes: [UInt8]
        /// Whether backslashes were separators, and are slashes now.
        let hasBackslashes: Bool
        /// Whether it has backslashes and no slashes, and it is not clear that they are separators.
        let hasUnclearBackslashes: Bool

        /// Reads a name in an encoding. A name that is UTF-8 is one, whatever was chosen.
        /// - Parameter isMadeOnFAT: Whether the entry was made on a system whose names have no backslashes.
        init(_ name: UnsafeBufferPointer<UInt8>, in encoding: TextEncoding, isMadeOnFAT: Bool) {
            let raw = Array(name)
            var bytes = raw
            if String(validating: raw, as: UTF8.self) == nil {
                let text = TextDetection(raw, isWhole: true, in: encoding)
                if text.errors == 0 { bytes = text.utf8(raw, isWhole: true) }
            }
            let isWithoutSlash = bytes.contains(0x5c) && !bytes.contains(0x2f)
            if isWithoutSlash, isMadeOnFAT { bytes = bytes.map { $0 == 0x5c ? 0x2f : $0 } }
            self.bytes = bytes
            hasBackslashes = isWithoutSlash && isMadeOnFAT
            hasUnclearBackslashes = isWithoutSlash && !isMadeOnFAT
        }
    }
}
