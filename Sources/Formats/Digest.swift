import CDigest

/// The computation of a digest by one of the algorithms of code signatures (FIPS 180-4), of bytes that come one part
/// after the other.
package struct Digest {
    /// An algorithm.
    package enum Algorithm: String, Hashable, Sendable, CaseIterable, Encodable {
        case sha1 = "SHA-1"
        case sha256 = "SHA-256"
        case sha384 = "SHA-384"
        case sha512 = "SHA-512"

        /// The length of a digest in bytes.
        package var length: Int { sandglass_digest_length(number) }

        fileprivate var number: Int32 {
            switch self {
            case .sha1: Int32(SANDGLASS_SHA1)
            case .sha256: Int32(SANDGLASS_SHA256)
            case .sha384: Int32(SANDGLASS_SHA384)
            case .sha512: Int32(SANDGLASS_SHA512)
            }
        }
    }

    /// The algorithm.
    package let algorithm: Algorithm
    private var computation = sandglass_digest()

    /// Begins a computation.
    package init(_ algorithm: Algorithm) {
        self.algorithm = algorithm
        sandglass_digest_begin(&computation, algorithm.number)
    }

    /// Adds bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        sandglass_digest_add(&computation, algorithm.number, bytes.baseAddress, bytes.count)
    }

    /// Ends the computation and returns the digest. Bytes added next begin another one.
    package mutating func end() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: algorithm.length) { buffer, count in
            sandglass_digest_end(&computation, algorithm.number, buffer.baseAddress)
            count = buffer.count
        }
    }

    /// Returns the digest of bytes in memory.
    package static func of(_ bytes: [UInt8], _ algorithm: Algorithm) -> [UInt8] {
        var computation = Digest(algorithm)
        bytes.withUnsafeBytes { computation.add($0) }
        return computation.end()
    }
}
