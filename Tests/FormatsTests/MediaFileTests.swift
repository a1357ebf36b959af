import TestSupport
import Testing

@testable import Formats

@Suite("Films and recordings")
struct MediaFileTests {
    private func media(_ expression: String) throws -> MediaFile? { MediaFile(FileBytes(try Python.media(expression))) }

    @Test("the duration, the tracks and the metadata of a film are read")
    func film() throws {
        let film = try #require(try media(Python.film))
        #expect(film.brand == "qt  " && film.duration == 4.05)
        // 3,692,304,000 seconds after 1904 are the beginning of 2021.
        #expect(film.created == 1_609_459_200)
        var video = MediaFile.Track(kind: "video", codec: "hvc1", duration: 4)
        (video.width, video.height, video.samples) = (1920, 1080, 120)
        var sound = MediaFile.Track(kind: "sound", codec: "mp4a", duration: 4.05, language: "deu")
        (sound.channels, sound.sampleRate, sound.samples) = (1, 44_100, 175)
        #expect(film.tracks == [video, sound])
        let place = film.metadata.first { $0.name == "com.apple.quicktime.location.ISO6709" }
        #expect(place?.value == .text("+47.3769+008.5417+408.000/"))
        #expect(film.metadata.count == 5)
    }

    @Test(
        "metadata is read in each of its forms",
        arguments: [
            ("itunes(box(b'\\xa9nam', data(1, 'Möwe'.encode())))", "title", .text("Möwe")),
            ("itunes(box(b'\\xa9ART', data(2, 'Ä'.encode('utf-16-be'))))", "artist", .text("Ä")),
            ("itunes(box(b'trkn', data(0, bytes([0, 0, 0, 3, 0, 12, 0, 0]))))", "track number", .text("3 of 12")),
            ("itunes(box(b'tmpo', data(21, b'\\xff\\xfe')))", "beats per minute", .integer(-2)),
            ("itunes(box(b'covr', data(14, b'\\x89PNG')))", "cover", .data(Array([0x89] + "PNG".utf8))),
            (
                "itunes(box(b'----', full(b'mean', b'org.example'), full(b'name', b'MOOD'), data(1, b'calm')))",
                "org.example:MOOD", .text("calm")
            ), ("itunes(box(b'zz\\xa9\\xff', data(1, b'?')))", "zz©ÿ", .text("?")),
            ("user_text(b'xyz', '+12.5-123.25/')", "location", .text("+12.5-123.25/")),
        ] as [(String, String, MediaMetadata.Value)])
    func forms(user: String, name: String, value: MediaMetadata.Value) throws {
        let media = try media("box(b'ftyp', b'M4A ', bytes(4)) + box(b'moov', box(b'udta', \(user)))")
        #expect(media?.metadata == [MediaMetadata(name: name, value: value)])
    }

    @Test("sizes and times of 64 bits are read, and an unknown duration is none")
    func long() throws {
        let long = try media("long_box(b'moov', movie_head(1000, 7500000000000, 3692304000, version=1))")
        #expect(long?.duration == 7_500_000_000 && long?.created == 1_609_459_200 && long?.brand == nil)
        let unknown = try media("box(b'ftyp', b'isom', bytes(4)) + box(b'moov', movie_head(1000, 0xffffffff, 0))")
        #expect(unknown != nil && unknown?.duration == nil && unknown?.created == nil)
    }

    @Test(
        "a file is recognized by its first boxes",
        arguments: [
            ("box(b'ftyp', b'isom', bytes(4))", true), ("box(b'ftyp', b'heic', bytes(4))", false),
            ("box(b'wide') + box(b'mdat', bytes(9))", true), ("box(b'moov', bytes(40))", false),
            ("b'some moov and mdat in a text'", false), ("b''", false),
        ])
    func recognition(expression: String, isMedia: Bool) throws {
        #expect(MediaFile.recognizes(try Python.media(expression)) == isMedia)
    }

    @Test("the description of an interrupted recording is missing, and a damaged one ends where the damage is")
    func damage() throws {
        #expect(try media("box(b'ftyp', b'qt  ', bytes(4)) + box(b'mdat', bytes(90))")?.lacksDescription == true)
        let film = try Python.media(Python.film)
        for count in 24..<film.count { _ = MediaFile(FileBytes(Array(film.prefix(count)))) }
        // A track whose size exceeds the movie.
        let lying = try media(
            "box(b'ftyp', b'qt  ', bytes(4)) + box(b'moov', movie_head(1, 5, 0), b'\\xff\\xff\\xff\\xfftrak' + bytes(9))"
        )
        #expect(lying?.duration == 5 && lying?.tracks == [])
    }

    @Test("boxes are counted, so that many empty ones take no time")
    func manyBoxes() throws {
        let media = try media(
            "box(b'ftyp', b'qt  ', bytes(4)) + box(b'free') * 200000 + box(b'moov', movie_head(1, 5, 0))")
        #expect(media?.lacksDescription == true)
    }

    @Test(
        "places are read as ISO 6709 writes them",
        arguments: [
            ("+47.3769+008.5417+408.000/", [47.3769, 8.5417, 408]), ("-33.8568+151.2153/", [-33.8568, 151.2153]),
            ("+00-025/", [0, -25]), ("+47.3769", nil), ("+95+008/", nil), ("", nil), ("+1.2.3+4/", nil), ("47+8", nil),
        ] as [(String, [Double]?)])
    func places(text: String, numbers: [Double]?) {
        let place = PictureMetadata.Position(iso6709: text)
        #expect(place.map { [$0.latitude, $0.longitude] + ($0.altitude.map { [$0] } ?? []) } == numbers)
    }

    @Test("no mutated film makes the reader fail")
    func fuzz() throws {
        let itunes = "itunes(box(b'trkn', data(0, bytes(8))), box(b'----', full(b'mean', b'a'), full(b'name', b'b')))"
        let samples = [
            try Python.media(Python.film),
            try Python.media(
                "box(b'ftyp', b'M4A ', bytes(4)) + box(b'moov', box(b'udta', user_text(b'xyz', '+1+2/'), \(itunes)))"),
        ]
        withMutations(of: samples) { bytes in
            for entry in MediaFile(FileBytes(bytes))?.metadata ?? [] {
                if case .text(let text) = entry.value { _ = PictureMetadata.Position(iso6709: text) }
            }
        }
    }

    @Test(
        "real recordings have the durations and tags that mutagen reads",
        .enabled(if: runsLongTests && PackageIndex.isReachable, "long, and from PyPI"))
    func real() throws {
        let directory = TemporaryDirectory()
        let python = try PackageIndex.environment(with: ["mutagen"], in: directory("venv"))
        let lines = try runCommand([
            python, "-c",
            Script.text("media_file_real"), directory.path,
        ])
        #expect(lines.lines.count >= 6, "\(lines.errors)")
        for line in lines.lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let media = try #require(
                MediaFile(
                    FileBytes(try directory.bytes(of: String(fields[0].dropFirst(directory.path.utf8.count + 1))))),
                "\(fields[0])")
            let sound = try #require(media.tracks.first { $0.kind == "sound" }, "\(fields[0])")
            #expect("\(sound.duration ?? -1)" == fields[1] && "\(sound.channels)" == fields[2], "\(fields[0])")
            for (name, text) in zip(["title", "artist", "album", "encoder"], fields[3...]) {
                let value = media.metadata.first { $0.name == name }?.value
                #expect((value ?? .text("")) == .text(text), "\(fields[0]), \(name)")
            }
        }
    }
}
