import FoundationEssentials
import Screen

/// The commands of kitty's graphics protocol (kitty's documentation, "Terminal graphics protocol") that the program
/// uses.
///
/// `q=2` comes first in each: if a command is cut off, the terminal does not answer either, and no shell gets an
/// answer.
enum KittyGraphics {
    /// The number of images that the terminal is given at most.
    static let maxImages = Frame.maxPlacements
    /// The first of the image numbers, which are fixed, so that whoever covers knows them.
    private static let firstNumber = 7_311_200
    /// The number of the image in the question, which the terminal does not keep.
    private static let numberOfQuestion = firstNumber - 1
    /// The most bytes of an image in one command: 4,096 characters in base64.
    static let chunk = 3_072

    /// Asks whether the terminal knows the protocol.
    static let question = command("i=\(numberOfQuestion),s=1,v=1,a=q,t=d,f=24", "AAAA")
    /// The beginning of the answer, between `ESC _` and the terminator.
    static let beginningOfAnswer = Array("Gi=\(numberOfQuestion);".utf8)

    /// Sends a part of an image.
    /// - Parameters:
    ///   - image: The index of the image, below `maxImages`.
    ///   - bytes: A PNG file.
    ///   - offset: Where the part begins, a multiple of `chunk`.
    static func part(_ image: Int, of bytes: [UInt8], from offset: Int) -> [UInt8] {
        let end = min(offset + chunk, bytes.count)
        let keys = offset == 0 ? "q=2,a=t,t=d,f=100,i=\(firstNumber + image)," : "q=2,"
        return command(keys + "m=\(end < bytes.count ? 1 : 0)", Data(bytes[offset..<end]).base64EncodedString())
    }

    /// Ends an image of which parts are missing, and deletes it. Until its last part, a terminal takes whatever comes
    /// for the next part.
    static func abandon(_ image: Int) -> [UInt8] { end + delete(image) }

    /// Ends the image that is being sent, if there is one.
    static let end = command("q=2,m=0")

    /// Shows a part of an image in some cells, or moves it there.
    /// - Parameter placement: The number of the placement, from 1 on.
    static func place(_ image: Int, _ placement: Int, _ shown: PicturePlacement) -> [UInt8] {
        let (area, rows) = (shown.area, shown.pixelRows)
        let source = "x=0,y=\(rows.lowerBound),w=\(shown.picture.width),h=\(rows.count)"
        return ControlSequence.at(
            area.column, area.row,
            command(
                "q=2,a=p,i=\(firstNumber + image),p=\(placement),\(source),c=\(area.columns),r=\(area.rows),C=1"))
    }

    /// Removes an image from the screen; the terminal keeps it.
    static func remove(_ image: Int, _ placement: Int) -> [UInt8] {
        command("q=2,a=d,d=i,i=\(firstNumber + image),p=\(placement)")
    }

    /// Deletes an image with its data.
    static func delete(_ image: Int) -> [UInt8] { command("q=2,a=d,d=I,i=\(firstNumber + image)") }

    /// Deletes the first images with their data, whatever the terminal has of them.
    static func deleteAll(_ count: Int) -> [UInt8] { (0..<count).reduce(end) { $0 + delete($1) } }

    private static func command(_ keys: String, _ payload: String = "") -> [UInt8] {
        Array("\u{1b}_G\(keys)\(payload.isEmpty ? "" : ";")\(payload)\u{1b}\\".utf8)
    }
}
