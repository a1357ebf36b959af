import CStart
import System
import Testing

/// The index stands in for the runtime in release builds only, but can be asked in any.
@Suite("The index of conformances")
struct ConformanceIndexTests {
    private static func metadata(of type: Any.Type) -> UnsafeRawPointer {
        unsafeBitCast(type, to: UnsafeRawPointer.self)
    }

    /// Returns the descriptor of a protocol, from the metadata of its existential type: kind, flags and count, protocols.
    private static func descriptor(of existential: Any.Type) -> UnsafeRawPointer {
        metadata(of: existential).load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    }

    /// Returns the witness table that the index finds, if any; nil if it leaves the answer to the runtime.
    private static func conformance(of type: Any.Type, to existential: Any.Type) -> UnsafeRawPointer?? {
        var table: UnsafeRawPointer?
        let isKnown = sandglass_find_conformance(metadata(of: type), descriptor(of: existential), &table)
        return isKnown ? .some(table) : nil
    }

    /// Returns the witness table that the runtime finds.
    private static func runtimeConformance(of type: Any.Type, to existential: Any.Type) throws -> UnsafeRawPointer? {
        typealias Search = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UnsafeRawPointer?
        let search = try #require(dlsym(dlopen(nil, RTLD_NOW), "swift_conformsToProtocol"))
        return unsafeBitCast(search, to: Search.self)(metadata(of: type), descriptor(of: existential))
    }

    @Test(
        "It knows conformances without conditions, and that there is none",
        arguments: [
            (Plain.self, true), (Choice.self, true), (Generic<Int>.self, true), (Generic<[String]>.self, true),
            (Base.self, true), (Other.self, false), (Other?.self, false), (Any.self, false),
        ] as [(Any.Type, Bool)])
    func known(type: Any.Type, expected: Bool) throws {
        let found = try #require(Self.conformance(of: type, to: (any Marked).self), "the index does not know")
        #expect((found != nil) == expected)
        #expect(try found == Self.runtimeConformance(of: type, to: (any Marked).self))
    }

    @Test(
        "It leaves conditions, inheritance and types without a declaration to the runtime",
        arguments: [Conditional<Plain>.self, Conditional<Other>.self, Derived.self, (Int, Int).self] as [Any.Type])
    func unknown(type: Any.Type) {
        #expect(Self.conformance(of: type, to: (any Marked).self) == nil)
    }
}

private protocol Marked {
    associatedtype Value
    var value: Value { get }
}

private struct Plain: Marked { let value = 1 }
private enum Choice: Marked {
    case one
    var value: Int { 1 }
}
private struct Generic<Element>: Marked { var value: [Element] { [] } }
private class Base: Marked { let value = 1 }
private final class Derived: Base {}
private struct Conditional<Element> {}
extension Conditional: Marked where Element: Marked { var value: Int { 1 } }
private struct Other {}
