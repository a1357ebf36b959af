/// The internet addresses in the strings of a file with code: of servers, by the beginning of a URL alone, since the rest
/// may hold a secret; IP addresses; e-mail addresses; and databases of Firebase.
struct CodeAddresses {
    /// The addresses of a kind, in the order in which they were met.
    struct List {
        private(set) var texts: [String] = []
        private var seen: Set<String> = []
        /// The number of different addresses.
        var count: Int { seen.count }
        /// The most addresses that a message names, that are kept, and that are counted.
        private static let maxNamed = 10
        private static let maxKept = 1_000
        private static let maxCounted = 5_000

        mutating func add(_ text: String) {
            guard seen.count < Self.maxCounted, seen.insert(text).inserted, texts.count < Self.maxKept else { return }
            texts.append(text)
        }

        /// The number and the first addresses: "2 hosts: …"; nil if there are none.
        func clause(_ one: String, _ several: String) -> String? {
            guard count > 0 else { return nil }
            let number = count < Self.maxCounted ? "\(count)" : "more than \(Self.maxCounted)"
            return "\(number) \(count == 1 ? one : several): \(texts.prefix(Self.maxNamed).joined(separator: ", "))"
                + (count > Self.maxNamed ? ", …" : "")
        }
    }

    private var servers = List()
    private var numbers = List()
    private var people = List()
    private var databases = List()

    private static let schemes: Set<String> = ["http", "https", "ws", "wss", "ftp", "ftps", "sftp", "mqtt", "mqtts"]
    /// Hosts that only name formats.
    private static let formats: Set<String> = [
        "www.w3.org", "schemas.xmlsoap.org", "schemas.microsoft.com", "schemas.android.com", "ns.adobe.com", "purl.org",
        "xmlns.com", "www.apple.com", "json-schema.org",
    ]
    private static let ofFirebase = [".firebaseio.com", ".firebasedatabase.app"]
    /// The endings of file names that look like domains: `icon@2x.png`.
    private static let endingsOfFiles: Set<String> = [
        "png", "jpg", "jpeg", "gif", "pdf", "heic", "webp", "svg", "ktx", "plist", "json", "html", "nib",
    ]

    /// What was found, in a sentence without a full stop; nil if there is nothing.
    var message: String? {
        let clauses = [
            databases.clause("Firebase database", "Firebase databases"), servers.clause("server", "servers"),
            numbers.clause("IP address", "IP addresses"), people.clause("e-mail address", "e-mail addresses"),
        ].compactMap(\.self)
        return clauses.isEmpty ? nil : clauses.joined(separator: "; ")
    }

    /// The addresses themselves; nil if there are none.
    var named: NamedAddresses? {
        let lists: [(NamedAddresses.Kind, List)] = [
            (.firebaseDatabase, databases), (.server, servers), (.number, numbers), (.person, people),
        ]
        let rows = lists.flatMap { kind, list in
            list.texts.map { NamedAddresses.Row(kind: kind, text: SecretText.masked($0)) }
        }
        let count = lists.reduce(0) { $0 + $1.1.count }
        return count == 0 ? nil : NamedAddresses(rows: rows, omitted: count - rows.count)
    }

    /// Looks for addresses in a string.
    mutating func add(_ text: String) {
        let bytes = Array(text.utf8)
        var hasDot = false
        var hasAt = false
        for byte in bytes {
            if byte == 0x2e { hasDot = true } else if byte == 0x40 { hasAt = true }
        }
        guard hasDot else { return }
        // The host of a URL is told with it, and an `@` in it stands behind a user's name.
        guard !addServers(bytes) else { return }
        addNumbers(bytes)
        if hasAt { addPeople(bytes) }
    }

    /// - Returns: Whether there is a URL.
    private mutating func addServers(_ bytes: [UInt8]) -> Bool {
        var found = false
        var index = 0
        while let colon = bytes[index...].firstIndex(of: 0x3a) {
            index = colon + 1
            guard bytes[colon...].starts(with: [0x3a, 0x2f, 0x2f]) else { continue }
            found = true
            let scheme = bytes[..<colon].reversed().prefix { Self.isLetter($0) || Self.isDigit($0) }.reversed()
            index = colon + 3
            let authority = bytes[index...].prefix { !Self.endsAuthority($0) }
            let name = String(decoding: scheme, as: UTF8.self).lowercased()
            guard Self.schemes.contains(name), let host = Self.host(authority) else { continue }
            let server = "\(name)://\(host)"
            let plain = host.prefix { $0 != ":" }
            if Self.ofFirebase.contains(where: { plain.hasSuffix($0) }) {
                databases.add(server)
            } else if !Self.formats.contains(String(plain)) {
                servers.add(server)
            }
        }
        return found
    }

    /// Returns the host of a URL with its port, in small letters; nil for a format or a name without a full stop.
    private static func host(_ authority: ArraySlice<UInt8>) -> String? {
        let part = authority.lastIndex(of: 0x40).map { authority[($0 + 1)...] } ?? authority
        guard part.count >= 4, part.contains(0x2e), part.first != 0x2e,
            part.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 0x2e || $0 == 0x2d || $0 == 0x3a || $0 == 0x5f })
        else { return nil }
        return String(decoding: part, as: UTF8.self).lowercased()
    }

    /// Adds a string that is an IP address, with or without a port or a path. Inside of texts such numbers are those of
    /// versions and sections.
    private mutating func addNumbers(_ bytes: [UInt8]) {
        let number = bytes.prefix { Self.isDigit($0) || $0 == 0x2e }
        guard number.count == bytes.count || [0x3a, 0x2f].contains(bytes[number.count]) else { return }
        let parts = number.split(separator: 0x2e, omittingEmptySubsequences: false)
        let values = parts.compactMap { UInt8(String(decoding: $0, as: UTF8.self)) }
        // 2.5 begins object identifiers of certificates.
        guard parts.count == 4, values.count == 4, ![0, 127, 255].contains(values[0]),
            (values[0], values[1]) != (2, 5),
            zip(parts, values).allSatisfy({ String(decoding: $0, as: UTF8.self) == "\($1)" })
        else { return }
        numbers.add(String(decoding: number, as: UTF8.self))
    }

    private mutating func addPeople(_ bytes: [UInt8]) {
        for (index, byte) in bytes.enumerated() where byte == 0x40 {
            let local = Array(bytes[..<index].reversed().prefix { Self.isLocal($0) }.reversed())
            let domain = bytes[(index + 1)...].prefix {
                Self.isLetter($0) || Self.isDigit($0) || $0 == 0x2e || $0 == 0x2d
            }
            let labels = domain.split(separator: 0x2e, omittingEmptySubsequences: false)
            guard !local.isEmpty, local.count <= 64, local != Array("git".utf8), labels.count >= 2,
                labels.allSatisfy({ !$0.isEmpty }), let ending = labels.last, ending.count >= 2,
                ending.allSatisfy(Self.isLetter),
                !Self.endingsOfFiles.contains(String(decoding: ending, as: UTF8.self).lowercased()),
                // A format, such as `%s@example.com`.
                bytes[..<(index - local.count)].last != 0x25
            else { continue }
            people.add(String(decoding: local + [0x40] + domain, as: UTF8.self))
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte | 0x20 }
    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
    private static func isLocal(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == 0x2e || byte == 0x2d || byte == 0x5f || byte == 0x2b
    }
    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x2f || byte == 0x3f || byte == 0x23 || byte == 0x22 || byte == 0x27 || byte == 0x3c
            || byte == 0x3e || byte == 0x29 || byte == 0x2c || byte == 0x3b
    }
}
