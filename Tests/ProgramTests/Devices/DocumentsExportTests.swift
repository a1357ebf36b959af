import System
import TestSupport
import Testing

@Suite("Documents of all apps", .enabled(if: CutCable.canMount, "devices cannot be mounted here"), .onManyThreads)
struct DocumentsExportTests {
    private func export(
        _ cable: CutCable, _ options: [String] = [], faults: [String] = []
    ) throws -> CommandResult {
        try cable.run(
            [sandglass, "export", "device:", "--to", cable.home("phone"), "--documents"] + options, faults: faults)
    }

    @Test("they are copied below the apps' names, skipped when they are there, and checked")
    func whole() throws {
        let cable = try CutCable()
        let first = try export(cable)
        #expect(first.status == 0 && first.text.contains("Notes: 1 file copied"), "\(first.text) \(first.errors)")
        #expect(try cable.home.bytes(of: "phone/Notes/a.txt") == CutCable.old)
        let second = try export(cable)
        #expect(second.status == 0 && second.text.contains("0 files copied"), "\(second.text) \(second.errors)")
        #expect(try export(cable, ["--check"]).status == 0)
        try cable.home.write("OLD CONTENTS\n", to: "phone/Notes/a.txt")
        let differing = try export(cable, ["--check"])
        #expect(differing.status == 1 && differing.errors.contains("a.txt"), "\(differing.errors)")
        #expect(try cable.home.bytes(of: "phone/Notes/a.txt") == Array("OLD CONTENTS\n".utf8))
    }

    @Test("a cut cable leaves whole files alone, and the same command continues", arguments: [3, 12, 20])
    func cut(point: Int) throws {
        let cable = try CutCable()
        let bytes = [UInt8](repeating: 0x79, count: 300_000)
        for number in 1...4 {
            try cable.home.write(bytes, to: "world/apps/com.example.notes/container/Documents/\(number).bin")
        }
        let first = try export(cable, faults: ["--detach-after", "\(point)"])
        #expect(first.status != 0)
        for name in (try? cable.names(in: "phone/Notes")) ?? [] where name.hasSuffix(".bin") {
            #expect(try cable.home.bytes(of: "phone/Notes/\(name)") == bytes, "\(name)")
        }
        let second = try export(cable)
        #expect(second.status == 0, "\(second.errors)")
        #expect(try cable.names(in: "phone/Notes") == ["1.bin", "2.bin", "3.bin", "4.bin", "a.txt"])
        #expect(try export(cable, ["--check"]).status == 0)
    }

    @Test("what is no device is refused")
    func refused() throws {
        let cable = try CutCable()
        for words in [["export", CutCable.app, "--documents"], ["export", cable.home("host"), "--documents"]] {
            let result = try cable.run([sandglass] + words + ["--to", cable.home("phone")])
            #expect(result.status == 64, "\(result.errors)")
        }
        #expect(try cable.run([sandglass, "export", "device:", "--to", cable.home("phone"), "--check"]).status == 64)
    }
}
