import TestSupport
import Testing

@testable import Comparison

/// AppleDouble files on one side, and extended attributes on the other.
@Suite("Attributes in AppleDouble files")
struct FoldedDoubleTests {
    /// Defines `double`, which writes an AppleDouble file (RFC 1740; xnu's vfs_xattr.c).
    private static let double = Script.text("folded_double_double")

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: String
        let expected: [String]
    }

    private static let examples = [
        Example(
            testDescription: "the same attributes",
            script: """
                os.setxattr('a/x', 'user.k', b'v'); os.setxattr('a/x', 'user.com.apple.ResourceFork', b'FORK')
                double('b/._x', {'k': b'v'}, b'FORK')
                """,
            expected: []),
        Example(
            testDescription: "the same attributes, in part of the item's own",
            script: """
                os.setxattr('a/x', 'user.k', b'v'); double('a/._x', {'l': b'w'})
                double('b/._x', {'k': b'v', 'l': b'w'})
                """,
            expected: []),
        Example(
            testDescription: "another value",
            script: "os.setxattr('a/x', 'user.k', b'v'); double('b/._x', {'k': b'w'})", expected: ["added item ._x"]),
        Example(
            testDescription: "one more attribute of the item",
            script: """
                os.setxattr('a/x', 'user.k', b'v'); os.setxattr('a/x', 'user.l', b'w'); double('b/._x', {'k': b'v'})
                """,
            expected: ["added item ._x"]),
        Example(
            testDescription: "a resource fork, and nothing else",
            script: "double('a/._x', {}, b'FORK')", expected: ["removed item ._x"]),
        Example(
            testDescription: "bytes behind its end",
            script: "os.setxattr('a/x', 'user.k', b'v'); double('b/._x', {'k': b'v'}, behind=b'HIDDEN')",
            expected: ["added item ._x"]),
        Example(
            testDescription: "a file that only has the name of one",
            script: "for side in 'ab': os.setxattr(side + '/x', 'user.k', b'v')\nwrite('b/._x', 'none')",
            expected: ["added item ._x"]),
        Example(
            testDescription: "no item beside it",
            script: "double('a/._y', {'k': b'v'})", expected: ["removed item ._y"]),
    ]

    @Test(
        "a file is told unless the item has the same attributes on the other side, and nothing else is in it",
        arguments: examples)
    func told(example: Example) throws {
        let found = try Sides(Self.double + example.script).differences()
        #expect(found == example.expected, "\(found)")
    }
}
