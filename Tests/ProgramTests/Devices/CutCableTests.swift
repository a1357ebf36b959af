import System
import TestSupport
import Testing

/// Operations on an app of a device whose cable is cut, at every point if `SANDGLASS_ALL_CUTS` is in the environment,
/// and at a few of them otherwise.
@Suite("Cut cables", .enabled(if: CutCable.canMount, "devices cannot be mounted here"), .onManyThreads)
struct CutCableTests {
    /// An operation, and what may be on the device afterwards.
    enum Operation: String, CaseIterable, Sendable {
        case importing, replacing, renaming, deleting, undoing, exporting

        static let new = [UInt8](repeating: 0x78, count: 200_000)

        /// What is done before the cable is cut.
        var preparation: [String]? {
            self == .undoing ? ["import", "host/new.bin", "--to", CutCable.app + "/Documents"] : nil
        }

        var words: [String] {
            let documents = CutCable.app + "/Documents"
            return switch self {
            case .importing: ["import", "host/new.bin", "--to", documents]
            case .replacing: ["import", "host/a.txt", "--to", documents, "--on-conflict", "replace"]
            case .renaming: ["rename", documents + "/a.txt", "--to", "b.txt"]
            case .deleting: ["rm", documents + "/a.txt"]
            case .undoing: ["undo", "1"]
            case .exporting: ["export", documents + "/a.txt", "--to", "host/a.out"]
            }
        }

        /// The contents of Documents before and after.
        var states: [[String: [UInt8]]] {
            let before = ["a.txt": CutCable.old]
            return switch self {
            case .importing, .undoing: [before, ["a.txt": CutCable.old, "new.bin": Self.new]]
            case .replacing: [before, ["a.txt": Self.new]]
            case .renaming: [before, ["b.txt": CutCable.old]]
            case .deleting: [before, [:]]
            case .exporting: [before]
            }
        }
    }

    static let cuts: [(Operation, String)] =
        runsAllCuts
        ? Operation.allCases.flatMap { operation in
            ["--cut-after", "--lose-after", "--detach-after"].map { (operation, $0) }
        }
        : [
            (.importing, "--lose-after"), (.replacing, "--cut-after"), (.renaming, "--lose-after"),
            (.deleting, "--cut-after"), (.undoing, "--detach-after"), (.exporting, "--cut-after"),
        ]

    private static let runsAllCuts = getenv("SANDGLASS_ALL_CUTS") != nil

    @Test("nothing is half or lost, and all is completed or rolled back when the device is back", arguments: cuts)
    func cut(operation: Operation, fault: String) throws {
        for point in Self.runsAllCuts ? Array(1...400) : [9, 24] {
            guard try survives(operation, [fault, "\(point)"]) else { break }
        }
    }

    /// - Returns: Whether the cable was cut before the operation had ended.
    private func survives(_ operation: Operation, _ faults: [String]) throws -> Bool {
        let cable = try CutCable()
        for name in ["new.bin", "a.txt"] { try cable.home.write(Operation.new, to: "host/\(name)") }
        func run(_ words: [String], faults: [String] = []) throws -> CommandResult {
            let inHome = words.map { $0.hasPrefix("host/") ? cable.home($0) : $0 }
            return try cable.run([sandglass] + inHome, faults: faults)
        }
        if let preparation = operation.preparation {
            let prepared = try run(preparation)
            try #require(prepared.status == 0, "\(prepared.errors)")
        }
        let comment: Comment = "\(operation) \(faults)"
        let result = try run(operation.words, faults: faults)
        let allowed = operation.states.flatMap { $0 }
        for name in try cable.names() where !name.hasPrefix(".sandglass-") {
            let contents = cable.onDevice(name)
            #expect(allowed.contains { $0.key == name && $0.value == contents }, "half of \(name): \(comment)")
        }
        // The device is gone, whatever has failed because of that.
        if result.status != 0 {
            #expect(result.status == 69 && result.errors.contains("sandglass: "), "\(result.errors) \(comment)")
        }
        // The second one has nothing left to recover.
        let script = #""$0" journal; status=$?; "$0" journal 2> "$HOME/second"; exit $status"#
        let recovery = try cable.run(["sh", "-c", script, sandglass])
        #expect(recovery.status == 0, "\(recovery.errors) \(comment)")
        let found = Dictionary(uniqueKeysWithValues: try cable.names().map { ($0, cable.onDevice($0) ?? []) })
        #expect(operation.states.contains(found), "\(found.keys) \(recovery.errors) \(comment)")
        let kept = Array(found.values) + (try cable.trashed())
        #expect(kept.contains(CutCable.old), "lost: \(comment)")
        #expect(try cable.home.bytes(of: "host/new.bin") == Operation.new)
        if let exported = try? cable.home.bytes(of: "host/a.out") { #expect(exported == CutCable.old, comment) }
        #expect(try cable.names(in: "host").allSatisfy { !$0.hasPrefix(".") }, comment)
        let second = String(decoding: try cable.home.bytes(of: "second"), as: UTF8.self)
        #expect(!second.contains("interrupted"), "not recovered at once: \(comment)")
        return result.status != 0
    }

    @Test("an interrupted operation waits for its device, says so, and holds nothing up")
    func waiting() throws {
        let cable = try CutCable()
        try cable.home.write(Operation.new, to: "host/new.bin")
        let words = ["import", cable.home("host/new.bin"), "--to", CutCable.app + "/Documents"]
        _ = try cable.run([sandglass] + words, faults: ["--cut-after", "24"])
        let environment = [
            "XDG_RUNTIME_DIR=\(cable.home("runtime"))", "XDG_STATE_HOME=\(cable.home("state"))",
            "XDG_DATA_HOME=\(cable.home("data"))", "USBMUXD_SOCKET_ADDRESS=UNIX:\(cable.home("socket"))",
        ]
        let alone = try runCommand(["env"] + environment + [sandglass, "journal"])
        #expect(alone.status == 0 && alone.errors.contains("waits for its device (device:"), "\(alone.errors)")
    }

    @Test("metadata that a device does not store is told once, whatever the number of files")
    func metadata() throws {
        let cable = try CutCable()
        for number in 1...8 { try cable.home.write("\(number)", to: "host/\(number).txt") }
        let files = (1...8).map { cable.home("host/\($0).txt") }
        let result = try cable.run([sandglass, "import"] + files + ["--to", CutCable.app + "/Documents"])
        #expect(result.status == 0, "\(result.errors)")
        let lines = (result.errors + result.text).split(separator: "\n").filter { $0.contains("permissions") }
        #expect(lines.count == 1, "\(result.errors) \(result.text)")
    }
}
