/// Source: GIF89a, section 18.
extension PictureHeader {
    mutating func readGIF(_ bytes: FileBytes) {
        let head = bytes.bytes(6, 5)
        guard let width = head.littleEndian(at: 0, size: 2), let height = head.littleEndian(at: 2, size: 2) else {
            return
        }
        (self.width, self.height) = (Int(width), Int(height))
        colorModel = "palette"
    }
}
