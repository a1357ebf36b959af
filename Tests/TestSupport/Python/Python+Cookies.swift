extension Python {
    /// Returns a file of cookies with two pages, as WebKit's documented readers expect it: a persistent cookie that is
    /// `Secure` and `HttpOnly`, a session cookie whose value is JSON, and one that expired.
    package static func cookieFile() throws -> [UInt8] {
        try run(Script.text("python_cookies_cookie_file"), [])
    }
}
