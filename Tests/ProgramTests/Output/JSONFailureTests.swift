import FoundationEssentials
import TestSupport
import Testing

@Suite("Failures of commands with --json", .onManyThreads)
struct JSONFailureTests {
    private struct Report: Decodable {
        struct Error: Decodable {
            let message: String
            let status: Int32
        }
        struct Outcome: Decodable { let state: String }

        struct Decision: Decodable { let outcome: String }
        struct Plan: Decodable {
            struct Refusal: Decodable { let reason: String }
            let refusals: [Refusal]
        }

        let error: Error?
        let decisions: [Decision]?
        let plan: Plan?
        let outcome: Outcome?
    }

    /// Commands, and the exit status of each.
    static let failing: [(words: String, status: Int32)] = [
        ("ls App/none", 66), ("info none", 66), ("explain none", 66), ("backup-set none", 66), ("snapshots none", 66),
        ("purge --event idle none", 66), ("exclude --list none", 66), ("advise host/file.txt", 65),
        ("verdict delete none/x", 66), ("edit App/Documents/none", 66), ("edit App/Documents", 66),
        ("edit App/tmp/t", 65), ("rm App/Documents/none", 66), ("rm App/Library", 77), ("rm none", 66),
        ("import host/file.txt --to App/Documents/a.txt", 73), ("mkdir App/Documents/a.txt", 73),
        ("cp App/tmp/t App/none/none/x", 66), ("mv App/Documents/a.txt App/Documents/b.txt", 73),
        ("rename App/Documents/a.txt --to b.txt", 73), ("rename App/Documents/a.txt App/Documents/b.txt", 65),
        ("export App/Documents/none --to host/out", 66), ("undo 99", 66), ("undo", 66), ("redo", 66),
        ("deliver host/none --from mail --to App", 66), ("export App/Documents/a.txt --to /proc/none", 74),
    ]

    @Test("a failure is reported as JSON with its status, and in words on standard error")
    func failures() throws {
        let sandbox = try SharingSandbox("os.mkdir('temporary')")
        for (words, status) in Self.failing {
            let arguments = words.split(separator: " ").map(String.init)
            let result = try sandbox.run(
                arguments + ["--json"], environment: ["EDITOR=false", "TMPDIR=\(sandbox("temporary"))"])
            #expect(result.status == status, "\(words): \(result.errors)")
            let report = try? JSONDecoder().decode(Report.self, from: Data(result.stdout))
            #expect(report?.error?.status == result.status, "\(words): \(result.text)")
            let message = report?.error?.message ?? "nothing"
            #expect(result.errors.contains(message), "\(words): \(message): \(result.errors)")
        }
    }

    @Test("an undo that is refused is reported as JSON with its status")
    func undo() throws {
        let sandbox = try SharingSandbox()
        #expect(try sandbox.run("import", "host/file.txt", "--to", "App/Documents/").status == 0)
        try python("open(__import__('sys').argv[1], 'w').write('changed')", sandbox("App/Documents/file.txt"))
        let result = try sandbox.run("undo", "--container", "App", "--json")
        let report = try JSONDecoder().decode(Report.self, from: Data(result.stdout))
        #expect(result.status == 77 && report.error?.status == 77)
        #expect(report.error?.message.contains("file.txt") == true)
    }

    @Test("a refusing verdict ends with the error, and an allowing one has none")
    func verdict() throws {
        struct Verdict: Decodable { let error: Report.Error? }
        let sandbox = try SharingSandbox()
        let refused = try sandbox.run("verdict", "delete", "App/Library", "--json")
        let error = try JSONDecoder().decode(Verdict.self, from: Data(refused.stdout)).error
        #expect(refused.status == 77 && error?.status == 77)
        #expect(error?.message == "refused: Library itself cannot be deleted; its contents can.")
        #expect(refused.errors == "sandglass: \(error?.message ?? "")\n")
        let allowed = try sandbox.run("verdict", "delete", "App/tmp/t", "--json")
        #expect(allowed.status == 0 && allowed.errors.isEmpty)
        #expect(try JSONDecoder().decode(Verdict.self, from: Data(allowed.stdout)).error == nil)
    }

    @Test("an edit reports its outcome as other changes do")
    func edit() throws {
        let sandbox = try SharingSandbox()
        let edited = try sandbox.run(
            ["edit", "App/Documents/a.txt", "--json"], environment: ["EDITOR=sed -i s/alpha/omega/"])
        let outcome = try JSONDecoder().decode(Report.self, from: Data(edited.stdout))
        #expect(edited.status == 0 && outcome.outcome?.state == "done" && outcome.error == nil)
        #expect(try sandbox.text("App/Documents/a.txt") == "omega")
        let unchanged = try sandbox.run(["edit", "App/Documents/a.txt", "--json"], environment: ["EDITOR=true"])
        let nothing = try JSONDecoder().decode(Report.self, from: Data(unchanged.stdout))
        #expect(unchanged.status == 0 && nothing.outcome == nil && nothing.error == nil)
        #expect(unchanged.errors == "sandglass: edit: nothing was changed\n")
        // Saving the same bytes is not a change either, and is reported in the same words.
        let same = try sandbox.run(
            ["edit", "App/Documents/a.txt", "--json"], environment: ["EDITOR=f() { sed -i s/omega/omega/ \"$1\"; }; f"])
        #expect(same.status == 0 && same.errors == unchanged.errors, "\(same.errors)")
    }

    @Test("an edit reports the decisions of the rules, whether or not something was saved")
    func decisionsOfEdit() throws {
        let sandbox = try SharingSandbox()
        for editor in ["true", "sed -i s/alpha/alpha/", "sed -i s/a/b/"] {
            for (path, outcome) in [("App/Documents/a.txt", "allowed"), ("App/Documents/Inbox/mail.txt", "becomes")] {
                let edited = try sandbox.run(["edit", path, "--json"], environment: ["EDITOR=\(editor)"])
                let report = try JSONDecoder().decode(Report.self, from: Data(edited.stdout))
                #expect(report.decisions?.map(\.outcome) == [outcome], "\(editor), \(path): \(edited.text)")
            }
        }
    }

    @Test("a dry run reports the plan, including the plans of an edit that moves the file and of a roll-back")
    func plansOfDryRuns() throws {
        let sandbox = try SharingSandbox()
        let moved = try sandbox.run("edit", "App/Documents/Inbox/mail.txt", "--dry-run", "--json")
        #expect(moved.status == 0 && moved.text.contains("App/Documents/mail.txt"), "\(moved.text)")
        #expect(try JSONDecoder().decode(Report.self, from: Data(moved.stdout)).plan?.refusals.isEmpty == true)
        let inPlace = try sandbox.run("edit", "App/Documents/a.txt", "--dry-run", "--json")
        #expect(try JSONDecoder().decode(Report.self, from: Data(inPlace.stdout)).plan == nil && inPlace.status == 0)
        let command = ["cp", "App/Documents/a.txt", "App/Documents/b.txt", "App/Documents/", "--dry-run", "--json"]
        for option in ["go-on", "roll-back"] {
            let refused = try sandbox.run(command + ["--on-error", option])
            let plan = try JSONDecoder().decode(Report.self, from: Data(refused.stdout)).plan
            #expect(refused.status == 73 && plan?.refusals.count == 2, "\(option): \(refused.text)")
        }
    }
}
