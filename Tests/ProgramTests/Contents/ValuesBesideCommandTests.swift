import TestSupport
import Testing

/// Values of databases that lie in files beside them, in commands: bodies of URL caches, external data of Core Data stores.
@Suite("Values beside a database, in commands", .onManyThreads)
struct ValuesBesideCommandTests {
    struct Store: Sendable, CustomTestStringConvertible {
        /// Python that makes the database `a.db`.
        let script: String
        /// The path of the file with a value, which the script does not make.
        let file: String
        /// Where the database has that value.
        let address: String

        var testDescription: String { address }
        /// The address of the row.
        var row: String { String(address.prefix { $0 != "/" }) + (address.hasPrefix("Note") ? "/2" : "") }
        var name: String { String(address.split(separator: "/").last ?? "") }
    }

    static let stores = [
        Store(
            script: CoreDataScript.withModel + """

                run('UPDATE ZNOTE SET ZPHOTO = ? WHERE Z_PK = 2', [b'\\x02F00D\\x00'])
                """,
            file: ".a_SUPPORT/_EXTERNAL_DATA/F00D", address: "Note/2/photo"),
        Store(
            script: URLCacheScript.cache, file: "fsCachedData/D2B6A8C4-1111-2222-3333-444455556666", address: "2/body"),
    ]

    private let directory = TemporaryDirectory()

    /// Makes the database, and what is at the path of the value.
    /// - Parameter value: Shell commands, with the path in `$F` and its directory in `$D`.
    private func make(_ store: Store, _ value: String) throws {
        try DatabaseScript.run(store.script + "\nconnection.close()", in: directory)
        let made = try runCommand(
            [
                "env", "-C", directory.path, "sh", "-ec",
                "F='\(store.file)'; D=$(dirname \"$F\"); mkdir -p \"$D\"\n" + value,
            ])
        #expect(made.status == 0, "\(made.errors)")
    }

    private func run(_ words: [String]) throws -> CommandResult {
        try runCommand(
            ["env", "-C", directory.path, "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(directory("state"))", sandglass] + words)
    }

    @Test("grep finds them where the database has them, and the files where they lie", arguments: stores)
    func found(store: Store) throws {
        try make(store, "printf 'to the harbor' >$F")
        let alone = try run(["grep", "harbor", "a.db"])
        #expect(alone.status == 0 && alone.text == "a.db:\(store.address): to the harbor\n", "\(alone.text)")
        let whole = try run(["grep", "harbor", "."])
        #expect(whole.lines.contains { $0.hasSuffix("a.db:\(store.address): to the harbor") }, "\(whole.text)")
        #expect(whole.lines.contains { $0.hasSuffix("\(store.file):1: to the harbor") }, "\(whole.text)")
        #expect(whole.lines.count == 2, "\(whole.text)")
    }

    @Test("grep finds what is in a value that is decoded", arguments: stores)
    func decoded(store: Store) throws {
        try make(store, #"printf '{"port": {"name": "harbor"}}' >$F"#)
        let result = try run(["grep", "harbor", "a.db"])
        #expect(result.text == "a.db:\(store.address)/port/name: harbor\n", "\(result.text)\(result.errors)")
    }

    @Test(
        "where the file cannot be read, grep ends with 65", arguments: stores,
        ["mkdir $F", "echo harbor >x; ln -s x $F", "rmdir $D; mkdir x; ln -s \"$PWD/x\" $D"])
    func unreadable(store: Store, value: String) throws {
        try make(store, value)
        let result = try run(["grep", "harbor", "a.db"])
        #expect(result.status == 65 && result.text.isEmpty, "\(result.text)\(result.errors)")
        #expect(result.errors.contains("a value was not searched: "), "\(result.errors)")
    }

    @Test(
        "show ends with 65 in every form where the file cannot be read or is missing, for the value and for its row",
        arguments: stores, [("mkdir $F", "cannot be read: "), (":", "is missing: ")])
    func shown(store: Store, value: (script: String, says: String)) throws {
        try make(store, value.script)
        let forms = [[], ["--json"]] + ["tree", "hex", "text", "raw"].map { ["--as", $0] }
        for form in forms {
            let result = try run(["show", "a.db:\(store.address)"] + form)
            let reason = "a.db:\(store.address): “\(store.name)” \(value.says)"
            #expect(result.status == 65 && result.errors.contains(reason), "\(form): \(result.status) \(result.errors)")
        }
        for form in [[], ["--json"], ["--as", "tree"]] {
            let result = try run(["show", "a.db:\(store.row)"] + form)
            #expect(
                result.status == 65 && result.errors.contains("“\(store.name)” \(value.says)"),
                "\(form): \(result.status) \(result.errors)")
        }
        let others = try run(["show", store.address.hasPrefix("Note") ? "a.db:Note/1/title" : "a.db:1/body"])
        #expect(others.status == 0, "\(others.errors)")
    }

    @Test("audit finds the secrets in them", arguments: stores)
    func audited(store: Store) throws {
        try make(
            store,
            #"printf '{"password": "hunter2-secret"}' >$F; mkdir Documents Library tmp; mv a.db .a_S* fsC* Library || :"#
        )
        let result = try run(["audit", "."])
        #expect(result.text.contains("Library/a.db:\(store.address)/password"), "\(result.text)\(result.errors)")
    }
}
