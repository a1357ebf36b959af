/// The cookies in a `Cookies.binarycookies` file (formats.md, "What containers hold").
///
/// The file begins with `cook`, the number of pages and their sizes, big-endian. Everything in the pages is
/// little-endian.
package struct CookieFile: Sendable {
    /// The maximum number of bytes read.
    package static let maxBytes = 64 << 20
    /// The bytes of a cookie before its strings.
    private static let recordHead = 56

    /// The cookies in the order in which they are stored.
    package private(set) var cookies: [Cookie] = []
    /// The error in the first page or cookie that could not be read; the others are read nevertheless.
    package private(set) var firstError: FormatError?
    /// The number of pages and cookies that could not be read.
    package private(set) var errorCount = 0

    /// The ranges of bytes that belong to no cookie, other than zeros and the sum behind the pages.
    package private(set) var leftovers: [Range<Int>] = []
    /// The ranges of bytes that are understood.
    private var used: [Range<Int>] = []

    /// The number of bytes of cookies that may follow. Cookies of a valid file do not overlap, so they are no larger
    /// than the file.
    private var budget: Int

    /// Returns whether a file begins like one of cookies.
    package static func recognizes(_ head: [UInt8]) -> Bool { head.matches("cook") }

    /// Reads the cookies of a file.
    /// - Throws: `unsupported` for another format, `tooLarge` if the limit is exceeded, `truncated` if the sizes of the
    ///   pages are missing.
    package init(_ bytes: [UInt8]) throws(FormatError) {
        budget = bytes.count
        guard Self.recognizes(bytes) else { throw FormatError(.unsupported, "not a file of cookies", offset: 0) }
        guard bytes.count <= Self.maxBytes else {
            throw FormatError(.tooLarge, "more than \(Self.maxBytes) bytes of cookies", offset: Self.maxBytes)
        }
        guard let count = bytes.bigEndian(at: 4, size: 4), count <= bytes.count / 4,
            var start = bytes.range(at: 8, length: Int(count) * 4)?.upperBound
        else { throw FormatError(.truncated, "the sizes of the pages are missing", offset: 4) }
        used.append(0..<start)
        defer { leftovers = bytes.gaps(between: used, in: 0..<bytes.count) }
        for page in 0..<Int(count) {
            guard let size = bytes.bigEndian(at: 8 + page * 4, size: 4),
                let range = bytes.range(at: start, length: Int(size))
            else {
                note(FormatError(.truncated, "the file ends in the middle of a page", offset: start))
                return
            }
            readPage(bytes, range)
            start = range.upperBound
        }
        if let sum = bytes.range(at: start, length: 4) { used.append(sum) }
    }

    private mutating func note(_ error: FormatError) {
        firstError = firstError ?? error
        errorCount += 1
    }

    private mutating func readPage(_ bytes: [UInt8], _ page: Range<Int>) {
        guard page.count >= 8, bytes.matches([0, 0, 1, 0], at: page.lowerBound),
            let count = bytes.littleEndian(at: page.lowerBound + 4, size: 4), Int(count) <= (page.count - 8) / 4
        else { return note(FormatError(.malformed, "a page without its header", offset: page.lowerBound)) }
        used.append(page.lowerBound..<page.lowerBound + 8 + 4 * Int(count))
        for index in 0..<Int(count) {
            guard let offset = bytes.littleEndian(at: page.lowerBound + 8 + index * 4, size: 4) else { continue }
            do throws(FormatError) {
                cookies.append(try readCookie(bytes, page, at: Int(offset)))
            } catch {
                note(error)
            }
        }
    }

    private mutating func readCookie(
        _ bytes: [UInt8], _ page: Range<Int>, at offset: Int
    ) throws(FormatError) -> Cookie {
        let start = page.lowerBound + offset
        guard offset <= page.count, let size = bytes.littleEndian(at: start, size: 4), size >= Self.recordHead,
            Int(size) <= page.upperBound - start
        else { throw FormatError(.malformed, "a cookie that overruns its page", offset: start) }
        budget -= Int(size)
        guard budget >= 0 else { throw FormatError(.malformed, "cookies that overlap", offset: start) }
        let record = start..<start + Int(size)
        // The size, the flags, the places of the strings, and the dates; the strings follow.
        var known = [start..<start + 4, start + 8..<start + 12, start + 16..<start + 32, start + 40..<start + 56]
        var storedTexts: [Cookie.Text: [UInt8]] = [:]
        func string(_ place: Int, _ text: Cookie.Text) throws(FormatError) -> String {
            let range = try Self.string(bytes, record, offsetAt: place)
            known.append(range.lowerBound..<range.upperBound + 1)
            if let valid = String(validating: bytes[range], as: UTF8.self) { return valid }
            storedTexts[text] = Array(bytes[range])
            return String(decoding: bytes[range], as: UTF8.self)
        }
        let expires = Self.date(bytes, at: start + 40)
        var cookie = Cookie(
            domain: try string(16, .domain), name: try string(20, .name), path: try string(24, .path),
            value: try string(28, .value),
            expires: expires == 0 ? nil : expires, created: Self.date(bytes, at: start + 48),
            flags: Cookie.Flags(rawValue: UInt32(truncatingIfNeeded: bytes.littleEndian(at: start + 8, size: 4) ?? 0)))
        cookie.rest = bytes.gaps(between: known, in: record).flatMap { bytes[$0] }
        cookie.storedTexts = storedTexts
        used.append(record)
        return cookie
    }

    private static func date(_ bytes: [UInt8], at offset: Int) -> Double {
        Double(bitPattern: bytes.littleEndian(at: offset, size: 8) ?? 0)
    }

    /// Returns the range of a string, which ends with a zero.
    private static func string(
        _ bytes: [UInt8], _ record: Range<Int>, offsetAt place: Int
    ) throws(FormatError) -> Range<Int> {
        let start = record.lowerBound + place
        guard let offset = bytes.littleEndian(at: start, size: 4), Int(offset) >= recordHead,
            Int(offset) < record.count,
            let end = bytes[record.lowerBound + Int(offset)..<record.upperBound].firstIndex(of: 0)
        else { throw FormatError(.malformed, "a cookie whose strings are outside of it", offset: start) }
        return record.lowerBound + Int(offset)..<end
    }
}
