import ContainerModel
import Formats

/// Reads the description of films and recordings: duration, tracks and metadata, such as the place where it was recorded.
struct MediaDocumentReader: DocumentReader {
    func recognizes(_ file: DocumentSource) -> Bool { MediaFile.recognizes(file.head) }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        guard let media = MediaFile(file.structure) else { throw DocumentFailure.otherKind }
        let facts = ValueNode("root", .record("media"), Self.facts(media))
        var document = Document(
            Self.title(media), remarks: Self.remarks(media), contents: .tree(ValueTree(root: facts)))
        document.byteSearch = .ifNothingIsFound
        return document
    }

    private static func title(_ media: MediaFile) -> String {
        var parts = [kind(media)]
        if let duration = media.duration { parts.append(clock(duration)) }
        if let video = media.tracks.first(where: { $0.width > 0 && $0.height > 0 }) {
            parts.append("\(video.width) × \(video.height) pixels")
        }
        for codec in media.tracks.compactMap(\.codec) {
            if let name = codecs[codec], !parts.contains(name) { parts.append(name) }
        }
        return parts.joined(separator: ", ")
    }

    private static func remarks(_ media: MediaFile) -> [String] {
        func text(_ names: String...) -> String? {
            for entry in media.metadata where names.contains(entry.name) {
                if case .text(let text) = entry.value, !text.isEmpty { return text }
            }
            return nil
        }
        var remarks: [String] = []
        if media.lacksDescription { remarks.append("it has no description: the recording may have been interrupted") }
        if media.isFragmented { remarks.append("in fragments: its duration is not in the description") }
        if let location = text("location", quickTime + "location.ISO6709") {
            remarks.append(PictureMetadata.Position(iso6709: location)?.remark ?? "location: \(location)")
        }
        if let taken = text(quickTime + "creationdate", "date") { remarks.append("taken: \(taken)") }
        let camera = [text("make", quickTime + "make"), text("model", quickTime + "model")].compactMap(\.self)
        if !camera.isEmpty { remarks.append("camera: \(camera.joined(separator: " "))") }
        if let software = text("software", quickTime + "software") { remarks.append("software: \(software)") }
        if let title = text("title", quickTime + "title") { remarks.append("title: \(title)") }
        if let artist = text("artist", quickTime + "artist") { remarks.append("artist: \(artist)") }
        return remarks
    }

    /// What QuickTime's own keys begin with.
    private static let quickTime = "com.apple.quicktime."

    private static func facts(_ media: MediaFile) -> [ValueNode] {
        var facts: [ValueNode] = []
        if let brand = media.brand { facts.append(ValueNode("brand", .string(brand))) }
        if let duration = media.duration { facts.append(ValueNode("duration", .real(duration))) }
        if let created = media.created { facts.append(ValueNode("created", .date(secondsSince1970: Double(created)))) }
        if !media.tracks.isEmpty {
            let tracks = media.tracks.enumerated().map { number, track in
                ValueNode("\(number)", .record("track"), Self.facts(track))
            }
            facts.append(ValueNode("tracks", .list("array"), tracks))
        }
        if !media.metadata.isEmpty {
            facts.append(ValueNode("metadata", .record("dictionary"), values(media.metadata)))
        }
        return facts
    }

    private static func facts(_ track: MediaFile.Track) -> [ValueNode] {
        var facts = [ValueNode("kind", .string(track.kind))]
        if let codec = track.codec { facts.append(ValueNode("codec", .string(codec))) }
        if let duration = track.duration { facts.append(ValueNode("duration", .real(duration))) }
        if let language = track.language { facts.append(ValueNode("language", .string(language))) }
        let numbers = [
            ("width", track.width), ("height", track.height), ("channels", track.channels),
            ("sampleRate", track.sampleRate), ("samples", track.samples ?? 0),
        ]
        return facts + numbers.filter { $0.1 > 0 }.map { ValueNode($0.0, .integer(Int64($0.1))) }
    }

    /// The entries by name. Of several with one name, such as pictures, the second one is "cover 2".
    private static func values(_ entries: [MediaMetadata]) -> [ValueNode] {
        var counts: [String: Int] = [:]
        return entries.map { entry in
            counts[entry.name, default: 0] += 1
            let count = counts[entry.name] ?? 1
            let name = count > 1 ? "\(entry.name) \(count)" : entry.name
            return switch entry.value {
            case .text(let text): ValueNode(name, .string(text))
            case .integer(let number): ValueNode(name, .integer(number))
            case .data(let bytes): ValueNode(name, .data(bytes))
            }
        }
    }

    private static func kind(_ media: MediaFile) -> String {
        let hasPictures = media.tracks.contains { $0.kind == "video" }
        switch media.brand ?? "qt  " {
        case "qt  ": return "QuickTime movie"
        case "M4A ", "M4B ", "M4P ": return "MPEG-4 audio"
        case let brand where brand.hasPrefix("3g"): return "3GPP media"
        default: return media.tracks.isEmpty ? "MPEG-4 media" : hasPictures ? "MPEG-4 video" : "MPEG-4 audio"
        }
    }

    /// The names of the codecs that iOS writes and plays.
    private static let codecs = [
        "avc1": "H.264", "avc3": "H.264", "hvc1": "HEVC", "hev1": "HEVC", "dvh1": "HEVC", "dvhe": "HEVC", "av01": "AV1",
        "mp4v": "MPEG-4 video", "jpeg": "Motion JPEG", "apcn": "ProRes", "apch": "ProRes", "apcs": "ProRes",
        "apco": "ProRes", "ap4h": "ProRes", "mp4a": "AAC", "alac": "Apple Lossless", "ac-3": "AC-3", "ec-3": "E-AC-3",
        "lpcm": "PCM", "sowt": "PCM", "twos": "PCM", "Opus": "Opus", "fLaC": "FLAC", "samr": "AMR", "encv": "encrypted",
        "enca": "encrypted", "drms": "encrypted", "drmi": "encrypted",
    ]

    /// A duration as a player shows it: `0:07`, `1:02:09`.
    private static func clock(_ duration: Double) -> String {
        guard let seconds = Int(exactly: duration.rounded()) else { return "\(duration) s" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(LocalTime.twoDigits(minutes))" : "\(minutes)")
            + ":\(LocalTime.twoDigits(seconds % 60))"
    }
}
