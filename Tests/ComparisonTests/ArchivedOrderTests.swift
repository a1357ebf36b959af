import TestSupport
import Testing

@testable import Comparison

@Suite("The order of archived dictionaries and sets")
struct ArchivedOrderTests {
    /// Python that archives lists, dictionaries, sets and objects, the members of dictionaries and sets in their order
    /// or in the opposite one.
    private static let archiver = Script.text("archived_order_archiver")

    @Test(
        "another order of dictionaries and sets is no difference, in a file, in a value and in another archive",
        arguments: [
            "{'a': 'x', 'b': 'y'}", "Set(['x', 'y', 'z'])", "{3: 'x', 4: Set([['a', 'b'], ['b', 'a'], {'c': 'd'}])}",
            "{'one': shared, 'two': shared, 'set': Set([shared, 'q'])}", "family()",
            "[{'a': family(), 'b': shared}, 7]",
        ])
    func same(root: String) throws {
        let script = """
            root = \(root)
            one, other = pack(root), pack(root, reverse=True)
            assert one != other
            write('a/o', one); write('b/o', other)
            write('a/list.plist', binary({'d': one})); write('b/list.plist', binary({'d': other}))
            write('a/nested', pack([one])); write('b/nested', pack([other]))
            """
        #expect(try Sides(Self.archiver + script).differences() == [])
    }

    @Test(
        "another order of arrays and ordered sets is one, and so are other members",
        arguments: [
            ("['x', 'y']", "['y', 'x']"), ("Ordered(['x', 'y'])", "Ordered(['y', 'x'])"),
            ("{'a': ['x', 'y'], 'b': 1}", "{'b': 1, 'a': ['y', 'x']}"),
            ("Set([['x', 'y'], 'z'])", "Set(['z', ['y', 'x']])"),
            ("{'a': 'x', 'b': 'y'}", "{'a': 'y', 'b': 'x'}"), ("Set(['x', 'y'])", "Set(['x', 'z'])"),
            ("Set([shared, 'q'])", "Ordered([shared, 'q'])"),
        ])
    func different(one: String, other: String) throws {
        let script = "write('a/o', pack(\(one))); write('b/o', pack(\(other)))"
        #expect(try !Sides(Self.archiver + script).differences().isEmpty)
    }
}
