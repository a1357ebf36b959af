import Formats

/// The known facts about a picture besides its pixels, as sentences and as values.
struct PictureFacts {
    let header: PictureHeader
    let metadata: PictureMetadata

    /// The contents of the metadata, in plain words.
    var remarks: [String] {
        let camera = [metadata.make, metadata.model].compactMap(\.self).joined(separator: " ")
        var remarks: [String] = []
        if let position = metadata.position { remarks.append(position.remark) }
        if let taken = metadata.taken { remarks.append("taken: \(taken)") }
        if !camera.isEmpty { remarks.append("camera: \(camera)") }
        if let lens = metadata.lens { remarks.append("lens: \(lens)") }
        if let software = metadata.software { remarks.append("software: \(software)") }
        if let artist = metadata.artist { remarks.append("photographer: \(artist)") }
        if let description = metadata.description { remarks.append("description: \(description)") }
        if metadata.orientation != .upright { remarks.append("stored \(metadata.orientation.words)") }
        return remarks
    }

    /// The header and the metadata as values; keys are stable.
    var tree: ValueNode {
        var facts = [ValueNode("format", .string(header.format.rawValue))]
        if header.width > 0, header.height > 0 {
            facts.append(ValueNode("width", .integer(Int64(header.width))))
            facts.append(ValueNode("height", .integer(Int64(header.height))))
        }
        facts += Self.texts([("colorSpace", header.colorModel), ("colorProfile", header.profile)])
        if let depth = header.depth { facts.append(ValueNode("bitsPerChannel", .integer(Int64(depth)))) }
        if !header.traits.isEmpty {
            let traits = header.traits.enumerated().map { ValueNode("\($0.offset)", .string($0.element)) }
            facts.append(ValueNode("traits", .list("array"), traits))
        }
        if !metadata.isEmpty { facts.append(ValueNode("exif", .record("EXIF"), exif)) }
        return ValueNode("root", .record("picture"), facts)
    }

    private var exif: [ValueNode] {
        var facts = Self.texts([
            ("make", metadata.make), ("model", metadata.model), ("lens", metadata.lens),
            ("software", metadata.software), ("artist", metadata.artist), ("description", metadata.description),
            ("taken", metadata.taken),
        ])
        facts.append(ValueNode("orientation", .integer(Int64(metadata.orientation.rawValue))))
        if let position = metadata.position {
            var values = [
                ValueNode("latitude", .real(position.latitude)), ValueNode("longitude", .real(position.longitude)),
            ]
            if let altitude = position.altitude { values.append(ValueNode("altitude", .real(altitude))) }
            facts.append(ValueNode("position", .record("position"), values))
        }
        return facts
    }

    private static func texts(_ texts: [(name: String, text: String?)]) -> [ValueNode] {
        texts.compactMap { name, text in text.map { ValueNode(name, .string($0)) } }
    }
}

extension PictureOrientation {
    /// How the picture is stored, as displayed.
    fileprivate var words: String {
        switch self {
        case .upright: "upright"
        case .mirrored: "mirrored"
        case .upsideDown: "upside down"
        case .mirroredUpsideDown: "mirrored and upside down"
        case .mirroredTurnedLeft: "mirrored, rotated 90° to the left"
        case .turnedLeft: "rotated 90° to the left"
        case .mirroredTurnedRight: "mirrored, rotated 90° to the right"
        case .turnedRight: "rotated 90° to the right"
        }
    }
}

extension PictureMetadata.Position {
    /// The position as displayed.
    var remark: String {
        let text = "GPS position: \(latitude.rounded(to: 4)), \(longitude.rounded(to: 4))"
        return text + (altitude.map { ", altitude \($0.rounded(to: 0)) m" } ?? "")
    }
}

extension Double {
    /// The number with a fixed count of decimals, at most 9. The value is finite and below 10⁹.
    fileprivate func rounded(to decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((magnitude * Double(scale)).rounded())
        let sign = self < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(scaled)" }
        let fraction = String(scaled % scale)
        return "\(sign)\(scaled / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }
}
