import Demonstration
import TestSupport
import Testing

/// The demonstration's containers, examined by Python, which shares no code with the program.
@Suite("The containers of Harbor Notes")
struct HarborNotesTests {
    /// The containers of a demonstration, removed together with the value.
    private final class Containers {
        let path: String
        private let folder = TemporaryDirectory()

        init() throws {
            path = folder("demo")
            _ = try HarborNotes.make(in: path)
        }
    }

    /// Returns the output of a script about the containers.
    private static func say(_ script: String, _ containers: Containers...) throws -> String {
        try withExtendedLifetime(containers) {
            String(decoding: try Python.run(script, containers.map(\.path)), as: UTF8.self)
        }
    }

    @Test(
        "two demonstrations are the same byte for byte, including names, modes, links and times")
    func reproducible() throws {
        let script = Script.text("harbor_notes_reproducible")
        #expect(try Self.say(script, Containers(), Containers()) == "[] True True\n")
    }

    @Test("the property lists identify the containers")
    func propertyLists() throws {
        let script = Script.text("harbor_notes_property_lists")
        let expected = """
            True
            dev.sandglass.harbornotes 2
            dev.sandglass.harbornotes 1
            group.dev.sandglass.harbornotes 7
            dev.sandglass.harbornotes True True
            Gannet

            """
        #expect(try Self.say(script, Containers()) == expected)
    }

    @Test("the store's last notes are only in its write-ahead log")
    func store() throws {
        let script = Script.text("harbor_notes_store")
        let expected = "24 Harbours ok\n31 Harbours and bays ok\n31 Harbours and bays ok\n32768\n"
        #expect(try Self.say(script, Containers()) == expected)
    }

    @Test("exclusions are attributes, and one is in an AppleDouble file")
    func exclusion() throws {
        let script = Script.text("harbor_notes_exclusion")
        let expected = "0005160700020000 b'ATTR' True\nTrue\nTrue\n[]\n"
        #expect(try Self.say(script, Containers()) == expected)
    }

    /// Decodes the pictures as far as their formats describe them, except for the pixels.
    private static let pictures = Script.text("harbor_notes_pictures")

    @Test("pictures, sounds and documents have the formats of their names")
    func formats() throws {
        let script =
            Self.pictures + Script.text("harbor_notes_formats")
        let expected = """
            25 [(94, 204), (194, 420), (194, 420), (390, 844)] [(48, 32), (390, 844), (600, 800), (800, 600)]
            2 4

            """
        #expect(try Self.say(script, Containers()) == expected)
    }
}
