import Audit
import ContainerModel
import ContainerStore
import Formats
import Inspection
import Reports
import TestSupport
import Testing

/// What code imports, and what its strings name: one planted example and one near miss for each rule, and the places.
@Suite("Rules about the use of functions")
struct CodeUseRuleTests {
    private static let authentication = "evaluatePolicy:localizedReason:reply:"

    static let cases: [BundleCase] = [
        BundleCase(
            "bundle.weak-digest", plant: { $0.use(["_CC_MD5"]) },
            miss: { $0.use(["_CC_SHA256", "_CCHmac", "CC_MD5"]) }),
        BundleCase(
            "bundle.weak-digest", plant: { $0.use(["_$s9CryptoKit8InsecureO4SHA1VMa"]) },
            miss: { $0.use(["_$s9CryptoKit6SHA256VMa"]) }),
        BundleCase(
            "bundle.cipher", plant: { $0.use(["_CCCrypt"]) },
            miss: { $0.use(["_CCCryptorGCM", "_SecKeyCreateSignature"]) }),
        BundleCase(
            "bundle.unsafe-functions", plant: { $0.use(["_sprintf"]) },
            // With a check of the length, and functions of other names.
            miss: { $0.use(["___sprintf_chk", "_snprintf", "_my_strcpy"]) }),
        BundleCase(
            "bundle.logging", plant: { $0.use(["_NSLog"]) }, miss: { $0.use(["_os_log_create", "__os_log_impl"]) }),
        BundleCase(
            "bundle.predictable-random", plant: { $0.use(["_rand"]) },
            miss: { $0.use(["_arc4random", "_SecRandomCopyBytes"]) }),
        BundleCase(
            "bundle.debugger-detection", plant: { $0.use(["_ptrace"]) }, miss: { $0.use(["_sysctlbyname"]) }),
        BundleCase(
            "bundle.jailbreak-detection",
            plant: { $0.executable?.strings = ["/Applications/Cydia.app", "/bin/bash"] },
            // A shell alone is used by others as well.
            miss: { $0.executable?.strings = ["/bin/bash", "/Applications/Cydia.application", "see /var/jb"] }),
        BundleCase(
            "bundle.local-authentication",
            plant: { $0.use(["_OBJC_CLASS_$_LAContext"], calls: [authentication]) },
            miss: {
                // A class of the app's own with a method of that name.
                $0.use(calls: [authentication])
                $0.executable?.methods = ["canEvaluatePolicy:error:"]
            }),
        BundleCase(
            "bundle.search-path", plant: { $0.executable?.searchPaths = ["/usr/local/lib"] },
            miss: {
                $0.executable?.searchPaths = ["@executable_path/Frameworks", "@loader_path", "/usr/lib/swift"]
            }),
        BundleCase(
            "bundle.local-symbols", plant: { $0.executable?.localSymbols = ["_secretOfTides"] },
            miss: { $0.executable?.localSymbols = ["radr://5614542"] }),
        BundleCase(
            "bundle.unencrypted-code", plant: { $0.executable?.isLeftUnencrypted = true },
            miss: { $0.executable?.encryption = 1 }),
        BundleCase(
            "bundle.addresses", plant: { $0.executable?.strings = ["hello", "https://tide.example/v1"] },
            miss: {
                $0.executable?.strings = [
                    "https://%@/v1", "http://www.w3.org/2001/XMLSchema", "version 1.2.3", "icon@2x.png", "2.5.29.15",
                    "v10.0.0.1", "section 8.11.14.1", "%s@example.com", "127.0.0.1", "a@b", "300.1.1.1",
                ]
            }),
    ]

    @Test("each file with code has one finding of a rule, which names the functions", arguments: ["Tide", "Waves"])
    func names(_ place: String) throws {
        var image = MachOFixture.typical
        image.imports += ["_strcpy", "_gets", "_strcat"]
        var bundle = BundleFixture()
        if place == "Tide" { bundle.executable = image } else { bundle.addFramework("Waves", image) }
        let found = try bundle.findings().filter { $0.rule.identifier == "bundle.unsafe-functions" }
        #expect(found.map(\.message) == ["it imports strcpy, strcat, gets; safer: fgets, strlcat, strlcpy"])
        #expect(found.map(\.path.reportText) == [place == "Tide" ? "Tide" : "Frameworks/Waves.framework/Waves"])
        #expect(found.map(\.severity) == [.note])
    }

    @Test("addresses are told by kind and without what may be secret in them")
    func addresses() throws {
        var bundle = BundleFixture()
        bundle.executable?.strings = [
            "https://moon:hunter2@Tide.example:8443/v1?key=0a1b2c", "wss://tide.example/s",
            "https://tide.example:8443/",
            "https://tide-17.firebaseio.com/rows.json?auth=5ca1ab1e", "10.0.0.17",
            "write to crew@tide.example, please",
        ]
        let found = try bundle.findings().filter { $0.rule.identifier == "bundle.addresses" }
        #expect(
            found.map(\.message) == [
                "its strings name 1 Firebase database: https://tide-17.firebaseio.com; 2 servers: "
                    + "https://tide.example:8443, wss://tide.example; 1 IP address: 10.0.0.17; 1 e-mail address: "
                    + "crew@tide.example"
            ])
    }

    @Test("many addresses are counted, and the first ones told")
    func manyAddresses() throws {
        var bundle = BundleFixture()
        bundle.executable?.strings = (0..<40).map { "https://tide-\($0).example" }
        let message = try #require(
            try bundle.findings().first { $0.rule.identifier == "bundle.addresses" }?.message)
        #expect(message.hasPrefix("its strings name 40 servers: https://tide-0.example, "))
        #expect(message.hasSuffix("https://tide-9.example, …"))
    }

    @Test("every form of output has all addresses, with their kinds", arguments: ["text", "json", "sarif", "html"])
    func appendix(form: String) throws {
        var bundle = BundleFixture()
        let servers = (0..<40).map { "https://tide-\($0).example" }
        bundle.executable?.strings = servers + ["https://tide-17.firebaseio.com/rows", "crew@tide.example"]
        let folder = TemporaryDirectory()
        let path = Array(try bundle.write(in: folder).utf8)
        guard case .container(let container, _) = try ContainerStore.open(path) else {
            throw CommandError(call: "open the bundle", number: 0)
        }
        let report = try ContainerFixture.report(on: [AuditedContainer(container, index: 0, prefix: path)])
        let text =
            switch form {
            case "text": report.lines.joined(separator: "\n")
            case "json": try report.rows.map { try JSONReport.line($0) }.joined(separator: "\n")
            case "sarif": String(decoding: report.sarif(), as: UTF8.self)
            default: report.htmlLines.joined(separator: "\n").replacing("<wbr>", with: "")
            }
        for address in servers + ["https://tide-17.firebaseio.com", "crew@tide.example"] {
            #expect(text.contains(address), "\(form): \(address)")
        }
        for kind in ["server", "Firebase database", "e-mail address"] { #expect(text.contains(kind), "\(form)") }
        #expect(!text.contains("/rows"))
        #expect(text.contains(["text", "html"].contains(form) ? "Internet addresses in code" : "\"omittedAddresses\""))
    }

    @Test("debugging symbols are told once, with the local ones")
    func symbols() throws {
        var bundle = BundleFixture()
        bundle.executable?.localSymbols = ["_secretOfTides"]
        bundle.executable?.hasDebugSymbols = true
        #expect(try bundle.findings().map(\.rule.identifier) == ["bundle.debug-symbols"])
    }

    @Test("whether the keychain takes part in the authentication is told")
    func keychain() throws {
        var bundle = BundleFixture()
        bundle.use(["_OBJC_CLASS_$_LAContext"], calls: [Self.authentication])
        func message() throws -> String? {
            try bundle.findings().first { $0.rule.identifier == "bundle.local-authentication" }?.message
        }
        #expect(try message()?.contains("does not import SecAccessControlCreateWithFlags") == true)
        bundle.use(["_SecAccessControlCreateWithFlags"])
        #expect(try message()?.contains("imports SecAccessControlCreateWithFlags as well") == true)
    }

    @Test("strings of encrypted code are not judged, its imports are")
    func encrypted() throws {
        var bundle = BundleFixture()
        bundle.executable?.strings = ["https://tide.example", "/Applications/Cydia.app"]
        bundle.executable?.encryption = 1
        bundle.use(["_strcpy"])
        #expect(
            try bundle.findings().map(\.rule.identifier) == ["bundle.encrypted-code", "bundle.unsafe-functions"])
    }

    @Test("a plug-in with code is examined, and a bundle of resources belongs to the code around it")
    func plugIns() throws {
        var bundle = BundleFixture()
        var image = MachOFixture.typical
        image.fileType = 8
        image.imports += ["_NSLog"]
        bundle.files["PlugIns/Moon.bundle/Info.plist"] = PropertyListWriter.binary(["CFBundleExecutable": "Moon"])
        bundle.files["PlugIns/Moon.bundle/Moon"] = image.bytes
        bundle.files["Texts.bundle/Info.plist"] = PropertyListWriter.binary(["CFBundleExecutable": "Texts"])
        let found = try bundle.findings().filter { $0.rule.identifier == "bundle.logging" }
        #expect(found.map(\.path.reportText) == ["PlugIns/Moon.bundle/Moon"])
    }
}
