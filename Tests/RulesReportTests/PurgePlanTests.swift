import TestSupport
import Testing

@Suite(.onManyThreads)
struct PurgePlanTests {
    @Test("the plan matches the rules document", arguments: ["idle", "low-storage", "update", "restore", "running"])
    func matchesOracle(event: String) throws {
        let fixture = try Fixture()
        let before = try fixture.fingerprint()
        let output =
            event == "running"
            ? try fixture.run("purge", fixture.path, "--event", "low-storage", "--running", "--dry-run", "--json")
            : try fixture.run("purge", fixture.path, "--event", event, "--dry-run", "--json")
        #expect(output.status == 0, "\(output.errors)")
        let found = try ReportLine.read(output.lines).map { line in
            "\(line.fate ?? "?") \(line.size.map(String.init) ?? "-1") \(line.pythonPath)"
        }
        if event != "restore" { #expect(found.count == 16) }
        #expect(found.sorted() == (try Python.lines(Oracle.purge, fixture.path, event)).sorted())
        #expect(try fixture.fingerprint() == before)
    }

    @Test("a restore of an app's bundle removes its contents, and not the bundle itself")
    func restoreOfBundle() throws {
        let fixture = try Fixture(
            "os.makedirs(os.path.join(root, '../../X.app')); list = os.path.join(root, '../../X.app/Info.plist')\n"
                + "import plistlib; open(list, 'wb').write(plistlib.dumps({'CFBundleIdentifier': 'org.example.x'}))")
        let bundle = fixture.base + "/X.app"
        let plan = try fixture.run("purge", bundle, "--event", "restore", "--dry-run")
        #expect(plan.status == 0, "\(plan.errors)")
        #expect(plan.text.contains("Info.plist"))
        #expect(try fixture.run("purge", bundle, "--event", "restore").status == 0)
        #expect(try fixture.run("ls", bundle).text.isEmpty)
    }

    @Test("a file with two names is counted once, and only if both are purged")
    func hardLinks() throws {
        let fixture = try Fixture(
            "os.link(os.path.join(root, 'tmp/other-Inbox/in'), os.path.join(root, 'Documents/in'))")
        let output = try fixture.run("purge", fixture.path, "--event", "low-storage", "--dry-run", "--json")
        let totals = try decode(PurgeTotals.self, output.lines.last)
        // t1 once, the file of the temporary inbox without the one that Documents has too, and all of Caches but
        // `keep`.
        #expect(totals.mayGo.bytes == 70 + 72 + 500 + 501 + 503)
        #expect(totals.goes == PurgeTotals.Sum(items: 0, bytes: 0))
    }

    @Test("nothing is purged while the app is running")
    func running() throws {
        let fixture = try Fixture()
        let output = try fixture.run("purge", fixture.path, "--event", "idle", "--running", "--dry-run", "--json")
        let totals = try decode(PurgeTotals.self, output.lines.last)
        #expect(totals.event == "appRunning")
        #expect(totals.goes.items + totals.willGo.items + totals.mayGo.items == 0)
        #expect(totals.kept.items == 16)
    }

    @Test("a directory that stays without its contents says so", arguments: ["idle", "low-storage"])
    func directoryStays(event: String) throws {
        let fixture = try Fixture()
        let output = try fixture.run("purge", fixture.path, "--event", event, "--dry-run")
        let row = output.lines.first { $0.contains("  tmp/  [") }
        #expect(row?.hasPrefix("kept ") == true && row?.contains(": tmp itself stays; its contents ") == true)
        let running = try fixture.run("purge", fixture.path, "--event", event, "--running", "--dry-run")
        #expect(!running.text.contains("itself stays"))
    }

    @Test("an unknown event is refused")
    func refusals() throws {
        let fixture = try Fixture()
        let before = try fixture.fingerprint()
        #expect(try fixture.run("purge", fixture.path, "--event", "lunch", "--dry-run").status == 64)
        #expect(try fixture.fingerprint() == before)
    }

    @Test("a restore removes exactly the items outside the backup set, each with a reason and a source")
    func restore() throws {
        let fixture = try Fixture()
        let plan = try fixture.run("purge", fixture.path, "--event", "restore", "--dry-run", "--json")
        let lines = try ReportLine.read(plan.lines)
        let gone = lines.filter { $0.fate == "goes" || ($0.reason ?? "").contains("makes it anew") }.map(\.pythonPath)
        let left = try Python.lines(Oracle.backupSet, fixture.path, "every").filter { $0.hasPrefix("- ") }
        #expect(gone.sorted() == left.map { String($0.split(separator: " ", maxSplits: 3)[3]) }.sorted())
        #expect(gone.contains { $0.contains("SplashBoard") } && gone.contains { $0.contains("StoreKit") })
        #expect(gone.contains { $0.contains("kept/one") })
        let text = try fixture.run("purge", fixture.path, "--event", "restore", "--dry-run")
        let rows = text.lines.prefix { !$0.isEmpty }.filter { $0.hasPrefix("gone") }
        // A reason stands at the first of the lines that share it.
        let reasons = rows.map { $0.split(separator: "  [restore.").dropFirst().first }
        #expect(rows.count == lines.filter { $0.fate == "goes" }.count && reasons.first != .some(nil))
        #expect(reasons.allSatisfy { $0?.hasSuffix(")]") ?? true })
        let said = reasons.compactMap(\.self)
        #expect(said.count < rows.count && zip(said, said.dropFirst()).allSatisfy { $0 != $1 })
        #expect(!text.text.contains("may go  "))
    }

    @Test("purgeable items are distinguished from purged ones, and removed in a simulation")
    func mayGo() throws {
        let fixture = try Fixture()
        let plan = try fixture.run("purge", fixture.path, "--event", "low-storage", "--dry-run")
        #expect(plan.lines.contains { $0.hasPrefix("may go") } && !plan.lines.contains { $0.hasPrefix("gone  ") })
    }

    @Test("while the app is not running, tmp is told to go for certain, with the sentence that says so")
    func willGo() throws {
        let fixture = try Fixture()
        let plan = try fixture.run("purge", fixture.path, "--event", "idle", "--dry-run")
        let row = plan.lines.first { $0.hasPrefix("will go") && $0.contains("tmp/") }
        #expect(row?.contains("will purge tmp periodically") == true && row?.contains("(S3)") == true, "\(plan.text)")
        #expect(!plan.lines.contains { $0.hasPrefix("may go ") || $0.hasPrefix("gone ") })
        let json = try fixture.run("purge", fixture.path, "--event", "idle", "--dry-run", "--json")
        let totals = try decode(PurgeTotals.self, json.lines.last)
        #expect(totals.willGo.items > 0 && totals.mayGo.items == 0 && totals.goes.items == 0)
        let explained = try fixture.run("explain", "--sources", fixture.path + "/tmp/t1")
        #expect(explained.text.contains("The system will purge it at some time while the app is not running."))
        #expect(explained.text.contains("It will go while the app is not running"))
    }

    @Test("a simulated restore leaves the file by which it is known whose the container is")
    func metadataStays() throws {
        let name = ".com.apple.mobile_container_manager.metadata.plist"
        let fixture = try Fixture(
            """
            import plistlib
            with open(os.path.join(root, "\(name)"), "wb") as file:
                plistlib.dump({"MCMMetadataIdentifier": "org.example.app", "MCMMetadataContentClass": 2}, file)
            """)
        let plan = try fixture.run("purge", "--event", "restore", "--dry-run", fixture.path)
        #expect(plan.lines.contains { $0.hasPrefix("kept") && $0.contains(name) && $0.contains("makes it anew") })
        #expect(!plan.lines.contains { $0.hasPrefix("gone") && $0.contains(name) })
        let keep = ["env", "XDG_STATE_HOME=\(fixture.state)", "XDG_DATA_HOME=\(fixture.base)/data"]
        let program = keep + [Products.executable("sandglass")]
        #expect(try runCommand(program + ["purge", "--event", "restore", fixture.path]).status == 0)
        #expect(try fixture.run("info", fixture.path).text.contains("org.example.app"))
        #expect(try runCommand(program + ["undo", "--container", fixture.path]).status == 0)
    }
}
