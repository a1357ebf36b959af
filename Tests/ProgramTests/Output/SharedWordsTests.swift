import TestSupport
import Testing

/// Two commands that describe the same item use the same words.
@Suite("Terms that commands share", .onManyThreads)
struct SharedWordsTests {
    @Test(
        "a plan names an item's kind as ls does",
        arguments: ["a.txt", "link", "Inbox", "pipe"])
    func kinds(name: String) throws {
        let sandbox = try SharingSandbox("os.mkfifo('App/Documents/pipe')")
        let path = "App/Documents/\(name)"
        let listed = try python(
            """
            import json, sys
            print(next(e['kind'] for e in map(json.loads, sys.stdin) if e['name'] == '\(name)'))
            """, input: try sandbox.run("ls", "--json", "App/Documents").stdout)
        // An item that cannot be copied is refused by the name of its kind; for the others the plan has it.
        let planned = try python(
            """
            import json, sys
            plan = json.load(sys.stdin)['plan']
            print(plan['items'][0]['kind'] if plan['items'] else plan['refusals'][0]['reason'])
            """, input: try sandbox.run("export", path, "--to", "host/out", "--json", "-n").stdout)
        #expect(planned == listed || planned == "a \(listed.dropLast()) cannot be copied\n")
    }

    @Test("the times of items, conflicts and operations in JSON are ISO 8601 in UTC")
    func times() throws {
        let sandbox = try SharingSandbox()
        let listed = try python(
            "import json, sys; print(json.load(sys.stdin)['modified'])",
            input: try sandbox.run("ls", "--json", "App/Documents/a.txt").stdout)
        #expect(listed == "2009-02-13T23:31:30Z\n")
        #expect(try sandbox.run("cp", "App/Documents/a.txt", "App/tmp/").status == 0)
        let conflict = try python(
            "import json, sys; print(json.load(sys.stdin)['plan']['items'][0]['conflict']['modified'])",
            input: try sandbox.run("cp", "App/Documents/a.txt", "App/tmp/", "--json", "-n").stdout)
        #expect(conflict == listed)
        try python(
            """
            import json, sys
            from datetime import datetime, timezone
            for line in sys.stdin:
                time = json.loads(line)['time']
                assert time.endswith('Z') and 'T' in time, time
                age = datetime.now(timezone.utc) - datetime.fromisoformat(time.replace('Z', '+00:00'))
                assert -5 < age.total_seconds() < 3600, (time, age)
            """, input: try sandbox.run("journal", "--json").stdout)
    }
}
