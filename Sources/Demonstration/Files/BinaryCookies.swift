/// Creates a cookie file as iOS stores it (`Cookies.binarycookies`), with a single page.
enum BinaryCookies {
    struct Cookie {
        let domain: String
        let name: String
        let value: String
        let created: FixedTime
        let expires: FixedTime
    }

    static func file(_ cookies: [Cookie]) -> [UInt8] {
        let little = { SampleBytes.littleEndian($0, 4) }
        let big = { SampleBytes.bigEndian($0, 4) }
        let records = cookies.map(record)
        var offset = 12 + 4 * records.count
        var page = big(0x100) + little(records.count)
        for record in records {
            page += little(offset)
            offset += record.count
        }
        page += little(0) + records.joined()
        // The checksum adds every fourth byte of the page.
        let sum = stride(from: 0, to: page.count, by: 4).reduce(0) { $0 + Int(page[$1]) }
        let footer: [UInt8] = [0x07, 0x17, 0x20, 0x05, 0, 0, 0, 0x4b]
        return Array("cook".utf8) + big(1) + big(page.count) + page + big(sum) + footer
    }

    private static func record(_ cookie: Cookie) -> [UInt8] {
        let strings = [cookie.domain, cookie.name, "/", cookie.value].map { Array($0.utf8) + [0] }
        let little = { SampleBytes.littleEndian($0, 4) }
        // The strings follow ten numbers of four bytes and two dates.
        var place = 56
        var places: [UInt8] = []
        for string in strings {
            places += little(place)
            place += string.count
        }
        let dates = [cookie.expires, cookie.created].flatMap { time in
            (0..<8).map { UInt8(truncatingIfNeeded: time.secondsSince2001.bitPattern >> (UInt64($0) * 8)) }
        }
        // Flags 5: secure and HTTP-only.
        return little(place) + little(0) + little(5) + little(0) + places + little(0) + little(0) + dates
            + strings.joined()
    }
}
