import Formats
import TestSupport
import Testing

/// The streams of files that Python's lzma and `xz` wrote.
@Suite("Streams of xz")
struct XZStreamsTests {
    /// Streams with checks of all sizes, of one and of several blocks, with and without their sizes, and with two filters.
    private static let streams: Result<[[UInt8]], any Error> = Result {
        let lines = try Python.lines(
            """
            import lzma, random, subprocess
            text = b'harbor pilot ' * 5000 + random.Random(1).randbytes(90000)
            checks = lzma.CHECK_NONE, lzma.CHECK_CRC32, lzma.CHECK_CRC64, lzma.CHECK_SHA256
            filters = [{'id': lzma.FILTER_X86}, {'id': lzma.FILTER_LZMA2, 'preset': 1}]
            made = [lzma.compress(text, check=check) for check in checks] + [lzma.compress(text, filters=filters)]
            made += [lzma.compress(data) for data in (b'', b'a', bytes(1 << 20))]
            words = ['xz', '-T2', '--block-size=40000', '-c']
            made.append(subprocess.run(words, input=text, stdout=-1, check=True).stdout)
            for data in made: print(data.hex())
            """)
        return lines.map { line in
            let digits = line.compactMap(\.hexDigitValue)
            return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        }
    }

    private func end(_ bytes: [UInt8]) -> UInt64 { XZStreams(of: FileBytes(bytes)) { false }.end }

    @Test("a stream ends where its file does, whatever is behind it")
    func ends() throws {
        let streams = try Self.streams.get()
        #expect(streams.count == 9)
        for stream in streams {
            let size = UInt64(stream.count)
            #expect(end(stream) == size)
            #expect(PackedData.end(of: FileBytes(stream)) { false } == nil)
            let more = stream + Array("more".utf8)
            #expect(end(more) == size && PackedData.end(of: FileBytes(more)) { false } == size)
            // Blocks of zeros belong to it, and so do further streams.
            #expect(end(stream + [0, 0, 0, 0]) == size + 4)
            #expect(end(stream + [0, 0, 0, 0] + stream) == 2 * size + 4)
        }
    }

    @Test("of a file that is cut off or altered, no end is known but that of a whole stream")
    func damage() throws {
        for stream in try Self.streams.get() where stream.count < 1_000 {
            for count in stream.indices {
                #expect(end(Array(stream.prefix(count))) == 0)
                let cut = stream + stream.prefix(count)
                #expect(end(cut) == UInt64(stream.count))
                // What begins like more of it is no other thing behind it.
                if count >= XZStreams.magic.count { #expect(PackedData.end(of: FileBytes(cut)) { false } == nil) }
                var altered = stream
                for value in [0, 0xff, stream[count] ^ 0x80, stream[count] &+ 1] as [UInt8] {
                    altered[count] = value
                    #expect(end(altered) <= UInt64(stream.count))
                }
            }
        }
    }

    @Test("whoever has to stop finds none")
    func stopping() throws {
        for stream in try Self.streams.get() where stream.count > 100 {
            #expect(XZStreams(of: FileBytes(stream)) { true }.end == 0)
        }
    }
}
