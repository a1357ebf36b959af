/// The notes of a camera or a program about a picture, in EXIF's form (EXIF 2.32).
package struct PictureMetadata: Hashable, Sendable {
    /// A place on the earth.
    package struct Position: Hashable, Sendable {
        /// Degrees to the north; negative to the south.
        package let latitude: Double
        /// Degrees to the east; negative to the west.
        package let longitude: Double
        /// Meters above sea level.
        package internal(set) var altitude: Double?
    }

    /// The maker of the camera. Not sanitized, as all texts here.
    package internal(set) var make: String?
    /// The camera's model.
    package internal(set) var model: String?
    /// The lens.
    package internal(set) var lens: String?
    /// The program that wrote the picture, or the version of the camera's system.
    package internal(set) var software: String?
    /// The photographer.
    package internal(set) var artist: String?
    /// The subject of the picture.
    package internal(set) var description: String?
    /// When the picture was taken, in ISO 8601: local time, with an offset if the file has one.
    package internal(set) var taken: String?
    /// How the picture is turned for display.
    package internal(set) var orientation = PictureOrientation.upright
    /// Where the picture was taken.
    package internal(set) var position: Position?

    /// Creates empty metadata.
    init() {}

    /// Whether nothing is known.
    package var isEmpty: Bool { self == PictureMetadata() }
}

/// How a picture is turned for display (EXIF 2.32, tag 274): where its first row and first column are.
package enum PictureOrientation: Int, Hashable, Sendable, CaseIterable {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case mirroredUpsideDown = 4
    case mirroredTurnedLeft = 5
    /// To be turned clockwise by 90 degrees.
    case turnedLeft = 6
    case mirroredTurnedRight = 7
    /// To be turned clockwise by 270 degrees.
    case turnedRight = 8

    /// Whether width and height are exchanged for display.
    package var exchangesSides: Bool { rawValue >= 5 }
}

extension Picture {
    /// Returns the picture as it is displayed.
    package func turned(_ orientation: PictureOrientation) -> Picture {
        guard orientation != .upright else { return self }
        let size = orientation.exchangesSides ? (width: height, height: width) : (width: width, height: height)
        var turned: [UInt8] = []
        turned.reserveCapacity(pixels.count)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let (fromRight, fromBottom) = (width - 1, height - 1)
                let (x, y) =
                    switch orientation {
                    case .upright: (column, row)
                    case .mirrored: (fromRight - column, row)
                    case .upsideDown: (fromRight - column, fromBottom - row)
                    case .mirroredUpsideDown: (column, fromBottom - row)
                    case .mirroredTurnedLeft: (row, column)
                    case .turnedLeft: (row, fromBottom - column)
                    case .mirroredTurnedRight: (fromRight - row, fromBottom - column)
                    case .turnedRight: (fromRight - row, column)
                    }
                let place = (y * width + x) * 4
                turned += pixels[place..<place + 4]
            }
        }
        return Picture(width: size.width, height: size.height, pixels: turned)
    }
}
