import TestSupport
import Testing

/// What `verify` and `audit` say of files with code by themselves.
@Suite("Verifying a file with code", .onManyThreads)
struct VerifiedFileTests {
    private let folder = TemporaryDirectory()

    private func run(_ arguments: String...) throws -> CommandResult {
        try runCommand(["env", "XDG_STATE_HOME=\(folder("state"))", "LC_ALL=C.UTF-8", sandglass] + arguments)
    }

    private func change(_ script: String) throws {
        try python("import os, struct, sys; os.chdir(sys.argv[1])\n\(script)", folder.path)
    }

    /// Copies the signed library of a framework out of its app.
    private func makeLibrary() throws {
        try SignedBundleScript.make(in: folder.path)
        try change(
            """
            import shutil
            os.mkdir('lone')
            shutil.copy('Tide.app/Frameworks/Waves.framework/Waves', 'lone/libWaves.dylib')
            shutil.copy('lone/libWaves.dylib', 'Tide.app/Frameworks/libWaves.dylib')
            """)
    }

    @Test("a dynamic library is compared with its own code directory, outside of a bundle and in one")
    func library() throws {
        try makeLibrary()
        for path in ["lone/libWaves.dylib", "Tide.app/Frameworks/libWaves.dylib"] {
            let intact = try run("verify", folder(path))
            #expect(intact.status == 0 && intact.text.contains("signature intact: 1 intact"), "\(intact.errors)")
            #expect(
                intact.text.contains("libWaves.dylib: file with code\n  arm64: ad hoc, SHA-256; 3 code pages; intact: ")
            )
            #expect(intact.text.contains("not checked: the seal of a bundle that contains it"))
            try change("f = open('\(path)', 'r+b'); f.seek(5000); f.write(bytes(16))")
            let altered = try run("verify", folder(path))
            #expect(altered.status == 1 && altered.text.hasPrefix("altered     libWaves.dylib: "), "\(altered.text)")
            #expect(altered.text.contains("signature broken: 1 altered"))
        }
        let audit = try run("audit", "--rules", "seal", "--json", folder("lone/libWaves.dylib"))
        #expect(audit.status == 1 && audit.text.contains("\"rule\":\"seal.broken\""), "\(audit.text)\(audit.errors)")
    }

    @Test("a library without a signature has nothing to verify, which is status 65")
    func unsigned() throws {
        try change("open('libBare.dylib', 'wb').write(struct.pack('<8I', 0xfeedfacf, 0x0100000c, 0, 6, 0, 0, 0, 0))")
        let result = try run("verify", folder("libBare.dylib"))
        #expect(result.status == 65 && result.text.contains("no signature: 1 unsealed"), "\(result.text)")
        #expect(result.errors.contains("the file has no code signature: nothing to verify"), "\(result.errors)")
        #expect(result.text.contains("arm64: not signed"))
        #expect(try run("audit", "--rules", "seal", folder("libBare.dylib")).status == 0)
    }

    @Test("a static library is named as one, with its object files by architecture, and has nothing to verify")
    func staticLibrary() throws {
        try change(
            """
            def member(name, data):
                head = name.encode().ljust(16) + b'0'.ljust(12) + b'0'.ljust(6) + b'0'.ljust(6) + b'100644'.ljust(8)
                return head + str(len(data)).encode().ljust(10) + b'`\\n' + data + b'\\n' * (len(data) % 2)
            def object(cpu): return struct.pack('<8I', 0xfeedfacf, cpu, 0, 1, 0, 0, 0, 0)
            def archive(cpu):
                return b'!<arch>\\n' + member('__.SYMDEF', bytes(8)) + member('a.o', object(cpu)) \\
                    + member('#1/20', b'a_long_name.o'.ljust(20, b'\\0') + object(cpu))
            one, other = archive(0x0100000c), archive(0x01000007)
            open('libMoon.a', 'wb').write(one)
            head = struct.pack('>II', 0xcafebabe, 2)
            head += struct.pack('>5I', 0x0100000c, 0, 4096, len(one), 12) + struct.pack('>5I', 0x01000007, 3, 8192, len(other), 12)
            open('libFat.a', 'wb').write(head.ljust(4096, b'\\0') + one.ljust(4096, b'\\0') + other)
            open('libCut.a', 'wb').write(one[:-20])
            open('debian.deb', 'wb').write(b'!<arch>\\n' + member('debian-binary', b'2.0\\n'))
            """)
        for (name, lines) in [
            ("libMoon.a", "  arm64: 2 object files\n"),
            ("libFat.a", "  arm64: 2 object files\n  x86_64: 2 object files\n"),
        ] {
            let result = try run("verify", folder(name))
            #expect(result.status == 65 && result.text.hasPrefix("\(name): static library\n\(lines)"), "\(result.text)")
            #expect(result.errors.contains("a static library, which has no code signature: nothing to verify"))
            let json = try run("verify", "--json", folder(name))
            #expect(json.status == 65 && json.text.contains("\"subject\" : \"static library\""), "\(json.text)")
            #expect(json.text.contains("\"objects\" : 2") && json.text.contains("\"isIntact\" : false"), "\(json.text)")
            // The audit takes it as well, and says what it does not examine.
            let audit = try run("audit", folder(name))
            #expect(audit.status == 65 && audit.text.contains("the object files in \(name), a static library"))
        }
        let cut = try run("verify", folder("libCut.a"))
        #expect(cut.status == 65 && cut.errors.contains("a member extends beyond the end of the archive"))
        // Other files in the form of an archive are none.
        let other = try run("verify", folder("debian.deb"))
        #expect([65, 66].contains(other.status) && !other.errors.contains("static library"), "\(other.errors)")
    }
}
