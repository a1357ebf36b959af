import Foundation
import System
import TestSupport
import Testing

/// `audit` of an app with more than sixty planted defects, and of one of the same size without any, in all forms.
@Suite("An audit of planted defects", .onManyThreads)
struct PlantedDefectTests {
    /// The outputs of one audit after the other, made once.
    private struct Scene: Sendable {
        let app: PlantedApp
        let outputs: [String: CommandResult]
        /// The directory of temporary files and state.
        let traces: TemporaryDirectory
        private let folder: TemporaryDirectory

        init(planted isPlanted: Bool) throws {
            (folder, traces) = (TemporaryDirectory(), TemporaryDirectory())
            app = try PlantedApp(in: folder, planted: isPlanted)
            for name in ["tmp", "state", "cache", "home"] { try traces.makeDirectory(name) }
            traces.write("key", "the key of this test")
            var outputs: [String: CommandResult] = [:]
            for form in ["text", "json", "sarif", "html"] {
                outputs[form] = try runCommand(
                    [
                        "env", "HOME=\(traces("home"))", "TMPDIR=\(traces("tmp"))", "XDG_STATE_HOME=\(traces("state"))",
                        "XDG_CACHE_HOME=\(traces("cache"))", sandglass, "audit", "--format", form, "--key-file",
                        traces("key"),
                    ] + app.paths)
            }
            self.outputs = outputs
            for directory in [folder, traces] { directory.removeAtExit() }
        }

        func text(_ form: String) throws -> String { try #require(outputs[form]).text }

        /// The objects of the output in JSON.
        func rows() throws -> [[String: Any]] {
            try text("json").split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
        }
    }

    private static let planted = Result { try Scene(planted: true) }
    private static let clean = Result { try Scene(planted: false) }

    /// A finding in any form of output, as the table has it.
    private static func row(_ rule: String, _ path: String, _ address: String, _ line: Int?) -> String {
        "\(rule) \(path) \(address) \(line.map(String.init) ?? "")"
    }

    private static let wanted = PlantedApp.defects.map { row($0.rule, key($0.part, $0.path), $0.address, $0.line) }

    private static func key(_ part: PlantedApp.Part, _ path: String) -> String {
        path.isEmpty ? "\(part)" : "\(part)/\(path)"
    }

    /// The path of a finding below its container's part.
    private static func key(_ path: String, in app: PlantedApp) throws -> String {
        let part = try #require(PlantedApp.Part.allCases.first { path.hasPrefix(app.path(of: $0)) })
        return "\(part)" + path.dropFirst(app.path(of: part).count)
    }

    /// Returns a path without a slash at its end and without links.
    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    @Test("there are sixty different defects, and all of them are found in JSON")
    func json() throws {
        #expect(Set(Self.wanted).count >= 60 && Set(Self.wanted).count == Self.wanted.count)
        let scene = try Self.planted.get()
        #expect(scene.outputs["json"]?.status == 1)
        let found = try scene.rows().filter { $0["row"] as? String == "finding" }.map { row in
            Self.row(
                try #require(row["rule"] as? String), try Self.key(try #require(row["path"] as? String), in: scene.app),
                row["address"] as? String ?? "", row["line"] as? Int)
        }
        #expect(Set(Self.wanted).subtracting(found).sorted() == [])
        // Nothing else is found: a defect is one finding.
        #expect(Set(found).subtracting(Self.wanted).sorted() == [])
        #expect(found.count == Self.wanted.count)
    }

    @Test("all defects are found in SARIF, at addresses of items that are there")
    func sarif() throws {
        let log = try Self.planted.get().text("sarif")
        let values = try #require(try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [String: Any])
        let run = try #require((values["runs"] as? [[String: Any]])?.first)
        let bases = try #require(run["originalUriBaseIds"] as? [String: [String: Any]])
        let app = try Self.planted.get().app
        let parts = Dictionary(
            uniqueKeysWithValues: PlantedApp.Part.allCases.map { (Self.resolved(app.path(of: $0)), "\($0)") })
        let found = try #require(run["results"] as? [[String: Any]]).map { result in
            let location = try #require((result["locations"] as? [[String: Any]])?.first)
            let physical = try #require(location["physicalLocation"] as? [String: Any])
            let place = try #require(physical["artifactLocation"] as? [String: Any])
            let uri = try #require((place["uri"] as? String)?.removingPercentEncoding)
            let name = try #require(place["uriBaseId"] as? String)
            let base = try #require(bases[name]?["uri"] as? String)
            let root = try #require(base.removingPercentEncoding?.dropFirst("file://".count))
            #expect(FileManager.default.fileExists(atPath: root + uri), "\(root + uri)")
            let part = try #require(parts[String(root.dropLast())], "\(root)")
            let line = try #require((physical["region"] as? [String: Any])?["startLine"] as? Int)
            let logical = (location["logicalLocations"] as? [[String: Any]])?.first?["fullyQualifiedName"] as? String
            return Self.row(
                try #require(result["ruleId"] as? String), "\(part)/\(uri)", logical ?? "", line)
        }
        let wanted = PlantedApp.defects.map {
            Self.row($0.rule, "\($0.part)/\($0.path)", $0.address, $0.line ?? 1)
        }
        #expect(Set(wanted).subtracting(found).sorted() == [])
    }

    @Test("all defects are found in the text and on the page", arguments: ["text", "html"])
    func reading(form: String) throws {
        let scene = try Self.planted.get()
        var text = try scene.text(form)
        for (entity, character) in [("<wbr>", ""), ("&amp;", "&"), ("&#39;", "'"), ("&quot;", "\"")]
        where form == "html" {
            text = text.replacingOccurrences(of: entity, with: character)
        }
        for defect in PlantedApp.defects {
            let place = scene.app.path(of: defect.part) + (defect.path.isEmpty ? "" : "/\(defect.path)")
            let address = defect.address.isEmpty ? "" : ":\(defect.address)"
            let line = defect.line.map { ", line \($0)" } ?? ""
            #expect(text.contains("\(place)\(address)\(line)\(form == "text" ? "\n" : "</code>")"), "\(defect)")
            #expect(text.contains(defect.rule))
        }
    }

    @Test("in an app of the same size without defects nothing is found, and one false finding is tolerated")
    func withoutDefects() throws {
        let (planted, clean) = (try Self.planted.get(), try Self.clean.get())
        let findings = try clean.rows().filter { $0["row"] as? String == "finding" }
        #expect(findings.count <= 1, "\(findings)")
        #expect(clean.outputs.values.allSatisfy { $0.status == 0 })
        func sizes(_ scene: Scene) throws -> [Int] {
            let total = try #require(try scene.rows().last)
            return try ["items", "files", "bytes"].map { try #require(total[$0] as? Int) }
        }
        for (one, other) in zip(try sizes(planted), try sizes(clean)) {
            #expect(abs(one - other) * 20 <= one, "\(one) and \(other)")
        }
    }

    /// The forms in which a value may leave the program.
    private static func disguises(of value: String) -> [[UInt8]] {
        let bytes = Array(value.utf8)
        func hexadecimal(_ format: String) -> String { bytes.map { String(format: format, $0) }.joined() }
        let json = value.replacingOccurrences(of: "/", with: "\\/").replacingOccurrences(of: "&", with: "\\u0026")
        let unreserved = CharacterSet(charactersIn: "a"..."z").union(CharacterSet(charactersIn: "A"..."Z"))
            .union(CharacterSet(charactersIn: "0"..."9")).union(CharacterSet(charactersIn: "-._~"))
        var texts = [
            value, json, hexadecimal("%02x"), hexadecimal("%02X"), hexadecimal("%%%02X"), hexadecimal("\\u00%02x"),
            value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? value,
            value.replacingOccurrences(of: "&", with: "&amp;"), value.replacingOccurrences(of: "&", with: "&#38;"),
        ]
        // Base64 of a value at each of three places in a longer one; the ends depend on what is around it.
        for before in 0..<3 {
            let encoded = Data([UInt8](repeating: 0x20, count: before) + bytes).base64EncodedString()
            texts.append(String(encoded.dropFirst(before == 0 ? 0 : before + 1).prefix { $0 != "=" }.dropLast()))
        }
        texts += texts.suffix(3).map {
            $0.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        }
        let wide = value.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        return texts.map { Array($0.utf8) } + [wide, value.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }]
    }

    private typealias Search = @convention(c) (UnsafeRawPointer, Int, UnsafeRawPointer, Int) -> UnsafeRawPointer?

    // Not in the Glibc module.
    private static let search = unsafeBitCast(dlsym(nil, "memmem")!, to: Search.self)

    private static func contains(_ part: [UInt8], in bytes: [UInt8]) -> Bool {
        search(bytes, bytes.count, part, part.count) != nil
    }

    /// The parts of a value of which none may be seen, where the ends of long ones are shown.
    private static func inside(_ value: String) -> String {
        value.count < 12 ? value : String(value.dropFirst(2).dropLast(2))
    }

    @Test("no value is in any output, in any form", arguments: ["text", "json", "sarif", "html"])
    func outputs(form: String) throws {
        let result = try #require(try Self.planted.get().outputs[form])
        for secret in PlantedApp.Secret.all {
            for disguise in Self.disguises(of: Self.inside(secret.value)) {
                for output in [result.stdout, result.stderr] {
                    #expect(
                        !Self.contains(disguise, in: output),
                        "\(secret.name): \(String(decoding: disguise, as: UTF8.self))")
                }
            }
        }
    }

    /// The names and contents of all files below a directory.
    private static func everything(below directory: String) throws -> [UInt8] {
        let files = try #require(FileManager.default.enumerator(atPath: directory))
        var all: [UInt8] = []
        for case let name as String in files {
            all += Array(name.utf8) + [0]
            all += [UInt8](FileManager.default.contents(atPath: "\(directory)/\(name)") ?? Data()) + [0]
        }
        return all
    }

    @Test("every value is in the app, where a search finds it in one form or another")
    func plantedValues() throws {
        let scene = try Self.planted.get()
        var all = try scene.app.paths.flatMap { try Self.everything(below: $0) }
        // The card is written in groups of four digits, and a number is in binary form.
        all += Array(String(decoding: all, as: UTF8.self).replacingOccurrences(of: " ", with: "").utf8)
        for secret in PlantedApp.Secret.all where secret.name != "pin" {
            #expect(Self.disguises(of: secret.value).contains { Self.contains($0, in: all) }, "\(secret.name)")
        }
    }

    @Test("no value is in a temporary file or in the state of the program")
    func traces() throws {
        let all = try Self.everything(below: try Self.planted.get().traces.path)
        #expect(!all.isEmpty)
        for secret in PlantedApp.Secret.all {
            for disguise in Self.disguises(of: Self.inside(secret.value)) {
                #expect(!Self.contains(disguise, in: all), "\(secret.name)")
            }
        }
    }

    @Test("the hash of a value is none that can be computed without the key")
    func hashes() throws {
        let values = PlantedApp.Secret.all.map(\.value)
        let script = """
            import hashlib, sys
            for value in sys.argv[1:]:
                for kind in ('md5', 'sha1', 'sha256', 'sha512', 'blake2b'): print(hashlib.new(kind, value.encode()).hexdigest())
            """
        let plain = try Python.lines(script, values)
        let hashes = try Self.planted.get().rows().compactMap { ($0["evidence"] as? [String: Any])?["hash"] as? String }
        #expect(hashes.count >= 20)
        for hash in hashes { #expect(hash.count == 16 && !plain.contains { $0.contains(hash) }) }
        // HMAC-SHA-256 under the key of the file, as Python computes it.
        let keyed = try Python.lines(
            """
            import hashlib, hmac, sys
            for value in sys.argv[1:]: print(hmac.new(b'the key of this test', value.encode(), hashlib.sha256).hexdigest()[:16])
            """, values)
        #expect(Set(hashes).intersection(keyed).count >= 20)
    }

    @Test("two copies of an app under other UUIDs have the same fingerprints and addresses in SARIF")
    func copies() throws {
        let script = """
            import json, sys
            for result in json.load(sys.stdin)['runs'][0]['results']:
                print(result['ruleId'], result['locations'][0]['physicalLocation']['artifactLocation']['uri'],
                    sorted(result['partialFingerprints'].items()))
            """
        let folder = TemporaryDirectory()
        let copy = try PlantedApp(in: folder, planted: true, number: 7)
        let other = try runCommand(
            ["env", "XDG_STATE_HOME=\(folder("state"))", sandglass, "audit", "--format", "sarif"] + copy.paths)
        let one = try #require(try Self.planted.get().outputs["sarif"])
        let lists = try [one, other].map { try Python.run(script, [], input: $0.stdout) }
        #expect(lists[0] == lists[1] && lists[0].count > 1_000)
    }
}
