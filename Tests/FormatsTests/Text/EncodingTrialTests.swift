import TestSupport
import Testing

@testable import Formats

@Suite("Detecting encodings from before Unicode")
struct EncodingTrialTests {
    /// A text, with an encoding of it and the name of Python's codec for that.
    struct Sample: Sendable, CustomTestStringConvertible {
        let encoding: TextEncoding
        let codec: String
        let text: String

        var testDescription: String { "\(codec): \(text.prefix(12))" }

        /// The text as Python encodes it.
        func bytes() throws -> [UInt8] {
            let script = "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read().decode().encode(sys.argv[1]))"
            return try Python.run(script, [codec], input: Array(text.utf8))
        }
    }

    static let samples = [
        Sample(
            encoding: .shiftJIS, codec: "cp932",
            text: "港の潮位は昨日よりも十センチ高い。\r\n明日の朝、船が出る前にもう一度確認してください。\nﾃｽﾄ①\n"),
        Sample(
            encoding: .shiftJIS, codec: "cp932", text: "name,memo\n1,コーヒーを買う\n2,表示のソートを直す\n3,予約をキャンセル\n"),
        Sample(
            encoding: .eucKR, codec: "cp949",
            text: "항구의 수위는 어제보다 십 센티미터 높다.\r\n내일 아침 배가 떠나기 전에 다시 확인하세요. 똠방각하\n"),
        Sample(encoding: .eucKR, codec: "cp949", text: "id=7; title=\"여행 준비 목록\"; done=아니요; note=\"우산과 지도를 챙길 것\"\n"),
        Sample(
            encoding: .gb18030, codec: "gb18030",
            text: "港口的水位比昨天高十厘米。\n明天早上船开之前，请再检查一次。价格是20元，𠀀字很少见。\n"),
        Sample(encoding: .gb18030, codec: "gbk", text: "[设置]\r\n语言=简体中文\r\n最近打开的文件=我的报告.doc\r\n自动保存=是\r\n"),
        Sample(
            encoding: .big5, codec: "big5", text: "港口的水位比昨天高十公分。\n明天早上船開之前，請再檢查一次。價格是20元。\n"),
        Sample(
            encoding: .windows1252, codec: "cp1252",
            text: "It’s the “tide table” – not the log…\nLe cœur a ses raisons; naïve café à Düsseldorf, 12 €.\n"),
    ]

    @Test("a text is taken for what it is, and decoded", arguments: samples)
    func detected(sample: Sample) throws {
        let bytes = try sample.bytes()
        let detection = try #require(TextDetection(bytes, isWhole: true))
        #expect(detection.encoding == sample.encoding && detection.errors == 0)
        #expect(detection.certainty != .certain && detection.remark != nil)
        #expect(String(decoding: detection.utf8(bytes, isWhole: true), as: UTF8.self) == sample.text)
    }

    @Test("much text is very likely, a word is a guess, and single bytes are always a guess", arguments: samples)
    func certainty(sample: Sample) throws {
        let longer = Sample(
            encoding: sample.encoding, codec: sample.codec, text: String(repeating: sample.text, count: 8))
        let detection = try #require(TextDetection(try longer.bytes(), isWhole: true))
        #expect(detection.certainty == (sample.encoding == .windows1252 ? .guessed : .likely))
        // "こんにちは"
        let word: [UInt8] = [0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd]
        let short = try #require(TextDetection(word, isWhole: true))
        #expect(short.encoding == .shiftJIS && short.certainty == .guessed)
    }

    @Test("the beginning of a text is enough, wherever it is cut off", arguments: samples)
    func cutOff(sample: Sample) throws {
        let bytes = Array(repeatElement(try sample.bytes(), count: 3).joined())
        for count in bytes.count / 2..<bytes.count {
            let head = Array(bytes.prefix(count))
            let detection = try #require(TextDetection(head, isWhole: false))
            guard detection.encoding == sample.encoding else {
                // Up to there, it may have no characters that Latin 1 lacks.
                #expect(sample.encoding == .windows1252 && detection.encoding == .latin1, "\(count)")
                continue
            }
            let text = String(decoding: detection.utf8(head, isWhole: false), as: UTF8.self)
            let whole = sample.text + sample.text + sample.text
            #expect(whole.utf8.starts(with: text.utf8) && !text.isEmpty, "\(count)")
        }
    }

    @Test("a text with an invalid sequence or a control character is in none of them", arguments: samples)
    func refused(sample: Sample) throws {
        let bytes = try sample.bytes()
        let middle = try #require(bytes.indices.filter { bytes[$0] == 0x0a }.first)
        // None has a character for 0x81 with a line feed.
        for piece: [UInt8] in [[0x81, 0x0a], [0x01], [0x7f]] {
            let damaged = bytes[..<middle] + piece + bytes[middle...]
            let detection = TextDetection(Array(damaged), isWhole: true)
            #expect(detection == nil || detection?.encoding == .utf8 && (detection?.errors ?? 0) > 0, "\(piece)")
        }
        // Also far behind the part by which encodings are compared.
        let long = Array(repeatElement(bytes, count: 400).joined()) + [0x81, 0x0a]
        let found = TextDetection(long, isWhole: true)?.encoding
        #expect(found != sample.encoding)
    }

    @Test("UTF-8 stays UTF-8, with errors if there are some", arguments: samples)
    func utf8(sample: Sample) throws {
        let text = Array(sample.text.utf8)
        #expect(TextDetection(text, isWhole: true)?.encoding == .utf8)
        #expect(TextDetection(text + [0xff], isWhole: true)?.encoding == .utf8)
        #expect(TextDetection(Array(text.dropFirst(1)), isWhole: true)?.encoding == .utf8)
    }

    @Test("texts in encodings that are not decoded are in none of these")
    func others() throws {
        for (codec, text) in [
            ("euc_jp", "港の潮位は昨日よりも十センチ高い。明日の朝、船が出る前にもう一度確認してください。"),
            ("koi8_r", "Уровень воды в гавани сегодня выше, чем вчера. Проверьте ещё раз до отплытия."),
            ("cp1251", "Уровень воды в гавани сегодня выше, чем вчера. Проверьте ещё раз до отплытия."),
            ("cp1253", "Η στάθμη του νερού στο λιμάνι είναι σήμερα υψηλότερη από χθες."),
            ("cp874", "ระดับน้ำในท่าเรือวันนี้สูงกว่าเมื่อวาน โปรดตรวจสอบอีกครั้งก่อนเรือออก"),
            ("cp1255", "מפלס המים בנמל גבוה היום יותר מאתמול. בדקו שוב לפני ההפלגה."),
        ] {
            let bytes = try Sample(encoding: .latin1, codec: codec, text: text).bytes()
            #expect(TextDetection(bytes, isWhole: true) == nil, "\(codec)")
        }
    }

    @Test("10,000 random inputs are no text")
    func random() {
        var random = SeededGenerator(seed: 19)
        for _ in 0..<10_000 {
            let count = Int.random(in: 64...4_096, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            #expect(TextDetection(bytes, isWhole: true) == nil, "\(hexadecimal(bytes))")
        }
    }

    @Test("short random inputs are text in none of these encodings, even without control characters")
    func shortRandom() {
        var random = SeededGenerator(seed: 20)
        let printable = Array(UInt8(0x20)...0x7e) + Array(UInt8(0x80)...0xff)
        for index in 0..<20_000 {
            let count = Int.random(in: 1...64, using: &random)
            let bytes = (0..<count).map { _ in
                index % 2 == 0
                    ? UInt8.random(in: .min ... .max, using: &random) : printable.randomElement(using: &random) ?? 0
            }
            let found = TextDetection(bytes, isWhole: true)?.encoding
            #expect(found == nil || found?.isUnicode == true || found == .latin1, "\(hexadecimal(bytes))")
        }
    }

    @Test("binary files of many kinds, and parts of them, are no text")
    func binary() throws {
        let lines = try Python.lines(Script.text("encoding_trial_binary"))
        #expect(lines.count > 3_000)
        for line in lines {
            let found = TextDetection(bytes(hexadecimal: line), isWhole: true)
            // Of messages with text, some are taken for UTF-8 with errors, as before.
            #expect(found == nil || found?.encoding == .utf8, "\(line)")
        }
    }

    @Test("no bytes cause a trap in any encoding")
    func anything() {
        var random = SeededGenerator(seed: 12)
        let alphabet: [UInt8] = [0x0a, 0x20, 0x30, 0x41, 0x61, 0x81, 0x8e, 0x8f, 0xa1, 0xa4, 0xb0, 0xe3, 0xfe, 0xff]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            for isWhole in [true, false] {
                _ = TextDetection(bytes, isWhole: isWhole)?.utf8(bytes, isWhole: isWhole)
                for encoding in TextEncoding.allCases {
                    let chosen = TextDetection(bytes, isWhole: isWhole, in: encoding)
                    let text = chosen.utf8(bytes, isWhole: isWhole)
                    #expect(encoding == .ascii || encoding == .utf8 || String(validating: text, as: UTF8.self) != nil)
                    _ = TextDetection(bytes, isWhole: isWhole, unicodeOr: encoding)
                }
            }
        }
    }
}
