extension PictureMetadata.Position {
    /// Reads a place as cameras write it: `+47.3769+008.5417+408.000/` (ISO 6709, annex H: degrees, then meters).
    /// - Returns: nil unless it has a latitude and a longitude in decimal degrees.
    package init?(iso6709 text: String) {
        var numbers: [Double] = []
        var rest = Substring(text)
        while let sign = rest.first, sign == "+" || sign == "-", numbers.count < 3 {
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber || $0 == "." }
            guard let number = Double(digits) else { return nil }
            numbers.append(sign == "-" ? -number : number)
            rest = rest.dropFirst(1 + digits.count)
        }
        guard numbers.count >= 2, abs(numbers[0]) <= 90, abs(numbers[1]) <= 180 else { return nil }
        self.init(latitude: numbers[0], longitude: numbers[1])
        if numbers.count == 3, abs(numbers[2]) < 1e6 { altitude = numbers[2] }
    }
}
