import Synchronization

/// The program `openssl`, which makes certificates and describes their contents.
package enum OpenSSL {
    /// A kind of key.
    package struct Key: Hashable, Sendable {
        /// The arguments of `openssl req -newkey`.
        package let arguments: [String]
        /// The name of the key.
        package let title: String
    }

    /// Keys of all kinds that occur in certificates.
    package static let keys = [
        Key(arguments: ["rsa:2048"], title: "RSA, 2048 bits"),
        Key(arguments: ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], title: "EC P-256"),
        Key(arguments: ["ec", "-pkeyopt", "ec_paramgen_curve:secp384r1"], title: "EC P-384"),
        Key(arguments: ["ed25519"], title: "Ed25519"),
    ]

    private static let made = Mutex<[Key: [UInt8]]>([:])

    /// Returns a certificate in DER that was signed with its own key and is valid for 30 years.
    /// - Parameter serial: The serial number as hexadecimal digits; nil for a random one.
    package static func certificate(_ key: Key, serial: String? = nil) throws -> [UInt8] {
        if serial == nil, let known = made.withLock({ $0[key] }) { return known }
        let directory = TemporaryDirectory()
        let bytes = try output(
            ["req", "-x509", "-newkey"] + key.arguments + [
                "-nodes", "-keyout", directory("key"), "-days", "10957", "-utf8", "-outform", "DER",
                "-subj", "/C=DE/O=Grüße GmbH/CN=Test/UID=ABCDE12345",
            ] + (serial.map { ["-set_serial", "0x\($0)"] } ?? []))
        if serial == nil { made.withLock { $0[key] = bytes } }
        return bytes
    }

    /// Returns a certificate as text.
    package static func pem(_ certificate: [UInt8]) throws -> [UInt8] {
        try output(["x509", "-inform", "DER"], input: certificate)
    }

    /// Returns the program's description of a certificate, by name.
    package static func describe(_ certificate: [UInt8]) throws -> [String: String] {
        let arguments = ["x509", "-inform", "DER", "-noout", "-serial", "-dates", "-fingerprint", "-sha256"]
        let lines = String(decoding: try output(arguments, input: certificate), as: UTF8.self).split(separator: "\n")
        let pairs = lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }.filter { $0.count == 2 }
        return Dictionary(pairs.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    /// A directory with a key and its certificate. To make a key takes longer than to sign hundreds of files.
    private static let signer = Result {
        let directory = TemporaryDirectory()
        directory.removeAtExit()
        _ = try output(
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", directory("key"), "-out",
                directory("certificate"), "-days", "1", "-subj", "/CN=Signer",
            ])
        return directory
    }

    /// Returns a file in which a property list is signed, as in a provisioning profile.
    package static func signed(_ list: [UInt8]) throws -> [UInt8] {
        let directory = try signer.get()
        return try output(
            [
                "cms", "-sign", "-binary", "-nodetach", "-outform", "DER", "-signer", directory("certificate"),
                "-inkey",
                directory("key"),
            ], input: list)
    }

    private static func output(_ arguments: [String], input: [UInt8]? = nil) throws -> [UInt8] {
        let result = try runCommand(["openssl"] + arguments, input: input)
        guard result.status == 0 else { throw PythonError(message: result.errors) }
        return result.stdout
    }
}
