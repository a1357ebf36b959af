/// The trial of bytes that are not UTF-8 as text in the encodings that came before Unicode.
///
/// Each encoding has a model of the texts in it, which tells how many bits a character takes: the frequent ones few, the rare
/// ones many. The encoding in which bytes take the fewest bits is the most likely one. Since models are distributions, no more
/// than one in 2ⁿ sequences of bytes takes n bits fewer than bytes have: what is not text in an encoding does not become
/// shorter in it.
struct EncodingTrial {
    /// The encoding in which the bytes are text.
    let encoding: TextEncoding
    /// How sure that is.
    let certainty: TextDetection.Certainty

    /// The number of bytes that the encodings are compared by.
    private static let sampleLength = 8 * 1_024
    /// The bytes before the first one outside ASCII that count.
    private static let lead = 256
    /// The bits that the bytes have to become shorter by, in tenths.
    private static let leastSaved = 200
    /// The same for a file with the name of a text, which few files of other bytes have.
    private static let leastSavedOfText = 100
    /// The bits, in tenths, by which an encoding has to be better than any other to be very likely.
    private static let likelyMargin = 600

    /// - Parameters:
    ///   - bytes: The beginning of a file, with bytes outside ASCII.
    ///   - isWhole: Whether that is the complete file.
    ///   - isNamedText: Whether the name of the file is that of a text.
    /// - Returns: nil if the bytes are plausible text in no encoding: if they have invalid sequences, control characters
    ///   or too many rare characters.
    init?(_ bytes: [UInt8], isWhole: Bool, isNamedText: Bool = false) {
        guard let first = bytes.firstIndex(where: { $0 >= 0x80 }) else { return nil }
        let start = max(0, first - Self.lead)
        let sample = start..<min(bytes.count, start + Self.sampleLength)
        let found: EncodingTrial? = bytes.withUnsafeBytes { buffer in
            let scores = Model.all.compactMap { model in
                model.score(of: buffer, from: sample.lowerBound, upTo: sample.upperBound, isWhole: isWhole)
            }.sorted { $0.saved > $1.saved }
            guard let best = scores.first, best.isPlausible,
                best.saved >= (isNamedText ? Self.leastSavedOfText : Self.leastSaved),
                let encoding = best.model.encoding,
                // Without bytes that Latin 1 does not have, it may be any encoding of single bytes.
                encoding != .windows1252 || buffer[start...].contains(where: { (0x80...0x9f).contains($0) }),
                // What follows the sample only has to be valid.
                best.end == buffer.count
                    || best.model.score(of: buffer, from: best.end, upTo: buffer.count, isWhole: isWhole) != nil
            else { return nil }
            let margin = best.saved - max(0, scores.dropFirst().first?.saved ?? 0)
            // Encodings of single bytes differ in a few letters.
            let isLikely = encoding != .windows1252 && min(margin, best.savedBeyondASCII) >= Self.likelyMargin
            return EncodingTrial(encoding: encoding, certainty: isLikely ? .likely : .guessed)
        }
        guard let found else { return nil }
        self = found
    }

    private init(encoding: TextEncoding, certainty: TextDetection.Certainty) {
        (self.encoding, self.certainty) = (encoding, certainty)
    }

    /// What a model says of bytes.
    struct Score {
        let model: Model
        /// By how many tenths of a bit the bytes become shorter; negative if they become longer.
        var saved = 0
        /// The same for the characters outside ASCII alone, not counting how they alternate with those of ASCII.
        var savedBeyondASCII = 0
        /// The number of characters, and of those outside ASCII.
        var characters = 0
        var beyondASCII = 0
        /// The index behind the last character.
        var end = 0

        /// One character may be a byte of another encoding together with a letter.
        private static let leastSavedBeyondASCII = 100

        /// Whether the characters outside ASCII are those of the texts of the model.
        var isPlausible: Bool {
            guard model != .windows1252 else {
                return savedBeyondASCII >= 0 && beyondASCII * 3 <= characters
            }
            // Characters of another script take hardly fewer bits than bytes do, as do any that the encoding has.
            return savedBeyondASCII >= Self.leastSavedBeyondASCII && savedBeyondASCII >= beyondASCII * 20
        }
    }

    /// The texts that an encoding is used for.
    enum Model: CaseIterable {
        case japanese, korean, simplifiedChinese, traditionalChinese, windows1252
        /// Japanese in EUC-JP and Thai in TIS-620, which are not decoded, but taken for Chinese without these.
        case eucJP, thai

        static let all = allCases

        /// The encoding; nil if it is not decoded.
        var encoding: TextEncoding? {
            switch self {
            case .japanese: .shiftJIS
            case .korean: .eucKR
            case .simplifiedChinese: .gb18030
            case .traditionalChinese: .big5
            case .windows1252: .windows1252
            case .eucJP, .thai: nil
            }
        }

        /// Returns how bytes become shorter; nil if they are invalid or have control characters.
        /// - Parameter isWhole: Whether the text ends with the buffer; if not, its last character may be incomplete.
        func score(
            of buffer: UnsafeRawBufferPointer, from start: Int, upTo end: Int, isWhole: Bool
        ) -> Score? {
            let costs = CharacterCosts(self)
            let decoder = encoding.flatMap { MultibyteDecoder($0) }
            let isSingleByte = self == .windows1252
            var score = Score(model: self)
            var index = start
            var wasBeyond = false
            while index < end {
                let first = buffer[index]
                let isBeyond = first >= 0x80
                var cost: Int
                let length: Int
                if !isBeyond {
                    guard first >= 0x20 && first != 0x7f || ByteHistogram.isUsual(first) else { return nil }
                    (cost, length) = (CharacterCosts.ascii(first), 1)
                } else if isSingleByte {
                    guard Windows1252.scalar(first) != nil else { return nil }
                    (cost, length) = (costs.windows1252(at: index, in: buffer), 1)
                } else if let decoder {
                    switch decoder.step(in: buffer, at: index) {
                    case .character(let scalar, let count):
                        // The controls of ISO 6429.
                        guard scalar >= 0xa0 else { return nil }
                        let second = count > 1 ? buffer[index + 1] : 0
                        (cost, length) = (costs.of(scalar, first, second, length: count), count)
                        // In an encoding of single bytes, they are letters of a word.
                        let isWithinWord =
                            index > start && buffer[index - 1].isASCIILetter
                            || index + 2 < buffer.count && buffer[index + 2].isASCIILetter
                        if second.isASCIILetter, !wasBeyond, isWithinWord { cost += CharacterCosts.withinWord }
                    case .invalid: return nil
                    case .incomplete:
                        guard !isWhole else { return nil }
                        score.end = buffer.count
                        return score
                    }
                } else {
                    guard let found = costs.undecoded(at: index, in: buffer) else { return nil }
                    (cost, length) = found
                }
                score.characters += 1
                score.saved += 80 * length - cost - costs.change(from: wasBeyond, to: isBeyond)
                if isBeyond {
                    score.beyondASCII += 1
                    score.savedBeyondASCII += 80 * length - cost
                }
                wasBeyond = isBeyond
                index += length
            }
            score.end = index
            return score
        }
    }
}
