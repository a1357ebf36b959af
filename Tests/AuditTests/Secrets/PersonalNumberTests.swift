import Testing

@testable import Audit

@Suite("Numbers of persons and accounts")
struct PersonalNumberTests {
    private static func length(_ number: PersonalNumber, _ text: String) -> Int? {
        Array(text.utf8).withUnsafeBytes { number.length(in: $0) }
    }

    /// Examples of the IBAN Registry, which has one for each country.
    @Test(
        "an IBAN of the registry is one, with blanks and without, and none with another digit or length",
        arguments: [
            "AD1200012030200359100100", "AT611904300234573201", "BE68539007547034", "CH9300762011623852957",
            "DE89370400440532013000", "FR1420041010050500013M02606", "GB29NWBK60161331926819",
            "MT84MALT011000012345MTLCAST001S",
            "NL91ABNA0417164300", "NO9386011117947", "PL61109010140000071219812874", "SA0380000000608010167519",
        ])
    func accounts(iban: String) {
        let letters = Array(iban)
        let grouped = stride(from: 0, to: letters.count, by: 4)
            .map { String(letters[$0..<min($0 + 4, letters.count)]) }.joined(separator: " ")
        #expect(Self.length(.iban, iban) == iban.count && Self.length(.iban, grouped) == grouped.count)
        #expect(Self.length(.iban, grouped + ", and") == grouped.count)
        #expect(Self.length(.iban, String(iban.dropLast())) == nil && Self.length(.iban, iban + "0") == nil)
        for index in letters.indices.dropFirst(2) where letters[index].isNumber {
            var other = letters
            other[index] = letters[index] == "9" ? "0" : "9"
            if other != letters { #expect(Self.length(.iban, String(other)) == nil, "\(String(other))") }
        }
    }

    /// The Social Security Administration, "Social Security Number Randomization": what is never assigned.
    @Test("a social security number has three parts, of which none may be what is never assigned")
    func persons() {
        for text in ["536-22-8721", "536 22 8721", "536228721", "899-01-0001"] {
            #expect(Self.length(.socialSecurity, text) == text.count, "\(text)")
        }
        for text in [
            "000-22-8721", "666-22-8721", "900-22-8721", "536-00-8721", "536-22-0000", "078-05-1120", "536-22-87211",
            "536-22 8721", "536-22-872", "53622872a", "123-45-6789",
        ] {
            #expect(Self.length(.socialSecurity, text) == nil, "\(text)")
        }
    }
}
