import System
import TestSupport
import Testing

/// The maps of the source, in `help design` and the README, compared with the source.
@Suite("The maps of the source", .enabled(if: packageRoot(of: #filePath) != nil))
struct MapTests {
    private static let root = packageRoot(of: #filePath) ?? ""

    private static func text(_ path: String) throws -> String {
        String(decoding: try readFile("\(root)/\(path)"), as: UTF8.self)
    }

    /// The section of the README on the source.
    private static func readme() throws -> Substring {
        let parts = try text("README.md").split(separator: "## How it is built")
        return try #require(parts.last?.split(separator: "\n## ").first)
    }

    private static func exists(_ path: some StringProtocol) -> Bool { access("\(root)/\(path)", F_OK) == 0 }

    /// Returns whether something that grep -E finds is in a file, or below a directory.
    private static func has(_ expression: String, _ paths: [String]) throws -> Bool {
        try runCommand(["grep", "-rqE", expression] + paths.map { "\(root)/\($0)" }).status == 0
    }

    // MARK: Rooms

    @Test("Package.swift has each room after those that it imports")
    func order() throws {
        let rooms = try PackageTarget.rooms()
        #expect(rooms.count > 30)
        for (index, room) in rooms.enumerated() {
            let later = rooms[index...].map(\.name)
            #expect(!room.dependencies.contains(where: later.contains), "\(room)")
        }
    }

    /// Returns the targets that the sources in a directory import.
    private static func imports(in directory: String) throws -> Set<String> {
        let found = try runCommand([
            "grep", "-rhoE", #"^(@\w+ )*((public|package|internal|private) )?import (\w+ )?[A-Z]\w*"#,
            "--include=*.swift", "\(root)/\(directory)",
        ])
        let imported = found.lines.compactMap { $0.split(separator: " ").last.map(String.init) }
        return Set(imported).intersection(try PackageTarget.all().map(\.name))
    }

    @Test("Package.swift declares what the sources of each room import, and no more")
    func imports() throws {
        let targets = try PackageTarget.all()
        let names = Set(targets.map(\.name))
        for room in targets where room.isRoom {
            let imported = try Self.imports(in: room.name == "Themes" ? room.name : "Sources/\(room.name)")
            #expect(Set(room.dependencies).intersection(names) == imported, "\(room.name)")
        }
    }

    @Test("Package.swift declares what the tests of each room import: a clean build compiles nothing else before them")
    func importsOfTests() throws {
        let targets = try PackageTarget.tests()
        #expect(targets.count > 20)
        for target in targets {
            let missing = try Self.imports(in: "Tests/\(target.name)").subtracting(target.dependencies)
            #expect(missing.isEmpty, "\(target.name)")
        }
    }

    @Test("the list of rooms in `help design` is made from Package.swift")
    func list() throws {
        let path = "Sources/sandglass/Help/RoomImports.swift"
        let names = Set(try PackageTarget.all().map(\.name))
        let rows = try PackageTarget.rooms().reversed().map { room in
            let imports = room.dependencies.filter(names.contains).sorted().joined(separator: ", ")
            return Self.wrapped("\(room.name): \(imports)", columns: 104).joined(separator: " \\\n        ")
        }
        let written = try Self.text(path)
        let quotes = String(repeating: "\"", count: 3)
        let parts = written.split(separator: quotes, omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        let expected =
            "\(parts[0])\(quotes)\n" + rows.map { "        \($0)\n" }.joined() + "        \(quotes)\(parts[2])"
        if getenv("SANDGLASS_REWRITE_ROOMS") != nil {
            let file = try #require(fopen("\(Self.root)/\(path)", "w"))
            fputs(expected, file)
            fclose(file)
            return
        }
        #expect(written == expected, "SANDGLASS_REWRITE_ROOMS=1 rewrites \(path)")
    }

    private static func wrapped(_ text: String, columns: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }

    @Test("`help design` says of each room what it does")
    func jobs() throws {
        let lines = try run("help", "design").lines
        for room in try PackageTarget.rooms() {
            let term = try #require(lines.firstIndex { $0 == "  \(room.name)" || $0.hasPrefix("  \(room.name)  ") })
            let first = lines[term].dropFirst(2 + room.name.count) + lines[term + 1]
            #expect(first.contains { $0.isLetter } && !first.contains("?"), "\(room.name)")
        }
    }

    /// Returns the names of rooms in a picture, row by row.
    private static func picture(in text: some StringProtocol) throws -> [[String]] {
        let rooms = Set(try PackageTarget.rooms().map(\.name))
        let rows = text.split { $0.isNewline }.drop { !$0.hasPrefix("  commands ") }.prefix { $0.hasPrefix("  ") }
        return rows.map { row in row.split { $0 == " " }.map { String($0) }.filter(rooms.contains) }
    }

    @Test("in the picture, each room stands above those that it imports, or left of them")
    func picture() throws {
        let rows = try Self.picture(in: try run("help", "design").text)
        let order = Array(rows.joined())
        let rooms = try PackageTarget.rooms()
        #expect(order.sorted() == rooms.map(\.name).sorted())
        for room in rooms {
            let place = try #require(order.firstIndex(of: room.name))
            for name in room.dependencies {
                guard let other = order.firstIndex(of: name) else { continue }
                #expect(other > place, "\(room.name) imports \(name)")
            }
        }
        #expect(try Self.picture(in: Self.readme()) == rows)
    }

    // MARK: Paths and names

    @Test("each path of `help design` is one below Sources, or of the package")
    func paths() throws {
        let text = try run("help", "design").text
        let paths = text.matches(of: /\.?\b[A-Za-z]+(?:\/[A-Za-z][\w+]*)+(?:\.\w+)?/).map { String($0.0) }
        #expect(paths.count > 30)
        for path in paths {
            #expect(Self.exists("Sources/\(path)") || Self.exists(path), "\(path)")
        }
    }

    /// A step of a walk: a file, and what the text says of it.
    private struct Step {
        var path: String
        var text = ""
    }

    private static func steps() throws -> [Step] {
        let text = try run("help", "design").text
        let walks = try #require(text.split(separator: "FOUR WALKS:").last?.split(separator: "THREADS:").first)
        var steps: [Step] = []
        for line in walks.split(separator: "\n") {
            if line.hasPrefix("      "), !steps.isEmpty {
                steps[steps.count - 1].text += line
            } else if line.hasPrefix("  ") {
                steps.append(Step(path: String(line.dropFirst(2))))
            }
        }
        return steps
    }

    @Test("each name in a step of a walk is declared in the file of the step")
    func walks() throws {
        let steps = try Self.steps()
        #expect(steps.count > 25)
        for step in steps {
            let names = step.text.matches(of: /`(\w+)`/).map { String($0.1) }
            #expect(!names.isEmpty, "\(step.path)")
            for name in names {
                let declaration = #"\b(func|let|var|case|struct|class|enum|protocol) \#(name)\b"#
                let expression = step.path.hasSuffix(".c") ? #"^[a-z].*\b\#(name)\("# : declaration
                #expect(try Self.has(expression, ["Sources/\(step.path)"]), "\(step.path): \(name)")
            }
        }
    }

    @Test("each type and member that `help design` and the README name is declared")
    func names() throws {
        let texts = [try run("help", "design").text, String(try Self.readme())]
        let found = texts.flatMap { text in
            text.matches(of: /`([A-Z]\w+)(?:\.(\w+))?`/).map { [$0.1, $0.2].compactMap { $0.map(String.init) } }
        }
        let names = Set(found).subtracting([["Sources"]])
        #expect(names.count > 15)
        for name in names {
            let type = #"\b(struct|class|enum|protocol|typealias) \#(name[0])\b"#
            #expect(try Self.has(type, ["Sources", "Tests"]), "\(name)")
            guard name.count == 2 else { continue }
            let extended = #"\b(struct|class|enum|protocol|extension) \#(name[0])\b"#
            let files = try runCommand(["grep", "-rlE", extended, "\(Self.root)/Sources"]).lines.map(String.init)
            let member = #"\b(func|let|var|case) \#(name[1])\b"#
            #expect(try runCommand(["grep", "-qE", member] + files).status == 0, "\(name)")
        }
    }

    @Test(
        "each file that the README and the document for contributors link to exists",
        arguments: ["README.md", ".github/CONTRIBUTING.md"])
    func links(document: String) throws {
        let directory = document.split(separator: "/").dropLast().map { "\($0)/" }.joined()
        for match in try Self.text(document).matches(of: /\]\(([^)#:]+)[^):]*\)/) {
            #expect(Self.exists("\(directory)\(match.1)"), "\(match.1)")
        }
    }

    // MARK: Documents

    @Test("each section of a document that a comment cites is in the document")
    func citations() throws {
        let documents = [
            "container-rules": try Self.text("Sources/ContainerModel/container-rules.md"),
            "formats": try Self.text("Sources/Formats/formats.md"),
        ]
        let files = try runCommand(
            ["grep", "-rlE", "(container-rules|formats)[.]md, "] + ["Sources", "Tests"].map { "\(Self.root)/\($0)" })
        #expect(files.lines.count > 60)
        for file in files.lines {
            let text = String(decoding: try readFile(String(file)), as: UTF8.self).replacing(/\n *\/\/\/? ?/, with: " ")
            for match in text.matches(of: /(container-rules|formats)\.md, "([^"]+)"/) {
                let document = try #require(documents[String(match.1)])
                let exists = document.split(separator: "\n").contains { line in
                    line.hasPrefix("## \(match.2)") || line.hasPrefix("### \(match.2)")
                        || line.hasPrefix("| \(match.2) |")
                }
                #expect(exists, "\(file): \(match.0)")
            }
        }
    }

    @Test("the document for contributors names each variable that tests read")
    func variables() throws {
        let document = try Self.text(".github/CONTRIBUTING.md")
        let found = try runCommand(
            ["grep", "-rhoE", #"(getenv\(|variable = )"SANDGLASS_[A-Z_]+""#, "--include=*.swift", "\(Self.root)/Tests"])
        let names = Set(found.lines.compactMap { $0.split(separator: "\"").last.map(String.init) })
        #expect(names.count > 5)
        for name in names { #expect(document.contains("`\(name)"), "\(name)") }
    }
}
