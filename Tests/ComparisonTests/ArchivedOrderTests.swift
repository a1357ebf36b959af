import TestSupport
import Testing

@testable import Comparison

@Suite("The order of archived dictionaries and sets")
struct ArchivedOrderTests {
    /// Python that archives lists, dictionaries, sets and objects, the members of dictionaries and sets in their order
    /// or in the opposite one.
    private static let archiver = """
        class Set(list): pass
        class Ordered(list): pass
        class Thing:
            def __init__(self, **fields): vars(self).update(fields)
        def pack(root, reverse=False):
            objects, known = [], {}
            def place(key):
                known[key] = len(objects) + 1
                objects.append(None)
                return known[key]
            def kind(name):
                if name not in known: objects[place(name) - 1] = {'$classname': name, '$classes': [name, 'NSObject']}
                return plistlib.UID(known[name])
            def add(value):
                key = (value,) if isinstance(value, (str, int)) else id(value)
                if key not in known: fill(place(key), value)
                return plistlib.UID(known[key])
            def fill(number, value):
                order = (lambda members: list(members)[::-1]) if reverse else list
                if isinstance(value, dict):
                    pairs = order(value.items())
                    made = {'NS.keys': [add(key) for key, _ in pairs], 'NS.objects': [add(one) for _, one in pairs],
                        '$class': kind('NSDictionary')}
                elif isinstance(value, Set):
                    made = {'NS.objects': [add(one) for one in order(value)], '$class': kind('NSSet')}
                elif isinstance(value, list):
                    name = 'NSOrderedSet' if isinstance(value, Ordered) else 'NSArray'
                    made = {'NS.objects': [add(one) for one in value], '$class': kind(name)}
                elif isinstance(value, Thing):
                    made = {name: add(one) for name, one in vars(value).items()} | {'$class': kind('Thing')}
                else: made = value
                objects[number - 1] = made
            add(root)
            return archived(objects)
        def family():
            parent = Thing(name='Ada')
            parent.children = Set([Thing(name=name, parent=parent) for name in ('Bo', 'Cy', 'Di')])
            for child in parent.children: child.siblings = Set([one for one in parent.children if one is not child])
            return parent
        shared = {'k': 'v', 'l': ['p', 'q']}

        """

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
