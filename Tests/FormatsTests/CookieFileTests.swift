import TestSupport
import Testing

@testable import Formats

@Suite("Cookies")
struct CookieFileTests {
    @Test("the cookies of all pages are read")
    func cookies() throws {
        let read = try CookieFile(try Python.cookieFile())
        #expect(read.firstError == nil && read.errorCount == 0)
        #expect(
            read.cookies == [
                Cookie(
                    domain: ".example.com", name: "id", path: "/", value: "a,b", expires: 4_000_000_000.5,
                    created: 700_000_000, flags: [.secure, .httpOnly]),
                Cookie(
                    domain: "example.org", name: "settings", path: "/app", value: "{\"dark\": true}", expires: nil,
                    created: 700_000_001, flags: []),
                Cookie(
                    domain: "example.net", name: "old", path: "/", value: "grüße", expires: 600_000_000,
                    created: 500_000_000, flags: Cookie.Flags(rawValue: 0x20)),
            ])
    }

    /// The first page begins at 16, its first cookie at 36; 4 bytes of the page follow the offsets.
    @Test(
        "a damaged page or cookie is counted, and the others are read",
        arguments: [
            (16, [1], 1, 1, "a page without its header"), (20, [0xff, 0xff, 0xff], 1, 1, "a page without"),
            (24, [0xff, 0xff, 0xff, 0x7f], 2, 1, "overruns its page"),
            (36, [10, 0, 0, 0], 2, 1, "overruns its page"),
            (36, [0xff, 0xff, 0xff, 0xff], 2, 1, "overruns its page"),
            (52, [1, 0, 0, 0], 2, 1, "outside of it"), (64, [0xff, 0xff, 0xff, 0xff], 2, 1, "outside of it"),
            (12, [0xff, 0xff, 0xff, 0xff], 2, 1, "in the middle of a page"),
        ] as [(Int, [UInt8], Int, Int, String)])
    func damaged(offset: Int, change: [UInt8], cookies: Int, errors: Int, message: String) throws {
        var bytes = try Python.cookieFile()
        bytes.replaceSubrange(offset..<offset + change.count, with: change)
        let read = try CookieFile(bytes)
        #expect(read.cookies.count == cookies && read.errorCount == errors)
        #expect(read.firstError?.message.contains(message) == true, "\(read.firstError?.message ?? "")")
    }

    @Test("cookies that overlap are read no more often than the file is long")
    func overlapping() throws {
        let file = try Python.cookieFile()
        let record = Array(file[36..<36 + Int(file[36])])
        let count = 1_000
        var page: [UInt8] = [0, 0, 1, 0, UInt8(count & 255), UInt8(count >> 8), 0, 0]
        let start = 8 + 4 * count
        for _ in 0..<count { page += [UInt8(start & 255), UInt8(start >> 8), 0, 0] }
        page += record
        let length = page.count
        let head: [UInt8] = Array("cook".utf8) + [0, 0, 0, 1, 0, 0, UInt8(length >> 8), UInt8(length & 255)]
        let read = try CookieFile(head + page)
        #expect(read.cookies.count <= (head + page).count / record.count)
        #expect(read.firstError?.message == "cookies that overlap")
    }

    @Test("anything but a file of cookies is refused", arguments: ["", "coo", "cook", "cookie", "book\0\0\0\0"])
    func refused(_ text: String) {
        #expect(throws: FormatError.self) { try CookieFile(Array(text.utf8)) }
    }

    @Test("randomly mutated files are read or refused")
    func mutated() throws {
        let file = try Python.cookieFile()
        withMutations(of: [file]) { bytes in
            guard let read = try? CookieFile(bytes) else { return }
            #expect((read.firstError == nil) == (read.errorCount == 0))
        }
    }
}
