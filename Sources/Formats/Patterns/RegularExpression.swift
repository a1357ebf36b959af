import CPattern

/// A regular expression as PCRE2 understands it (pcre.org, pcre2pattern), compiled once for all threads.
///
/// `^` and `$` match at the ends of lines. Texts are UTF-8; bytes that are not match nothing.
package final class RegularExpression: Sendable {
    /// Why an expression cannot be used.
    package struct Mistake: Error, Hashable, Sendable {
        /// The reason, as PCRE2 words it.
        package let message: String
        /// The number of bytes of the expression before the place of the mistake.
        package let offset: Int
    }

    // PCRE2 only reads a compiled expression, from any number of threads (pcre2api, "Multithreading").
    nonisolated(unsafe) fileprivate let compiled: OpaquePointer

    /// Compiles an expression.
    package init(_ text: String, ignoringCase: Bool) throws(Mistake) {
        var text = text
        var (error, offset): (Int32, Int) = (0, 0)
        let compiled = text.withUTF8 { bytes in
            sandglass_expression_compile(bytes.baseAddress, bytes.count, ignoringCase, &error, &offset)
        }
        guard let compiled else {
            var message = [CChar](repeating: 0, count: 256)
            sandglass_expression_message(error, &message, message.count)
            let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw Mistake(message: String(decoding: bytes, as: UTF8.self), offset: offset)
        }
        self.compiled = compiled
    }

    deinit { sandglass_expression_free(compiled) }
}

/// Finds the matches of an expression, on one thread.
final class RegularExpressionMatcher {
    /// An attempt that took more steps or memory than permitted.
    struct Exhaustion: Error {}

    /// The steps of an attempt. Ordinary expressions take a few for each byte.
    private static let maxSteps: UInt32 = 5_000_000
    /// The memory of an attempt in KiB.
    private static let maxMemory: UInt32 = 8 * 1_024

    private let expression: RegularExpression
    private let matcher: OpaquePointer?

    init(_ expression: RegularExpression) {
        self.expression = expression
        matcher = sandglass_matcher_create(expression.compiled, Self.maxSteps, Self.maxMemory)
    }

    deinit { sandglass_matcher_free(matcher) }

    /// Returns where the first match is that begins at an offset or after it; nil if there is none.
    func first(in text: UnsafeRawBufferPointer, from offset: Int) throws(Exhaustion) -> Range<Int>? {
        guard let matcher, offset <= text.count else { throw Exhaustion() }
        var (start, end) = (0, 0)
        // PCRE2 takes no null pointer, not even for no bytes.
        let bytes = text.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let result = withUnsafePointer(to: UInt8(0)) { none in
            sandglass_matcher_find(matcher, bytes ?? none, text.count, offset, &start, &end)
        }
        switch Int(result) {
        case Int(SANDGLASS_MATCH_FOUND): return start..<end
        case Int(SANDGLASS_MATCH_NONE): return nil
        default: throw Exhaustion()
        }
    }
}
