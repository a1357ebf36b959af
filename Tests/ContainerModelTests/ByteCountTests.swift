import ContainerModel
import Testing

struct ByteCountTests {
    @Test(
        "short sizes have at most four digits and a unit, in powers of 1024",
        arguments: [
            (0, "0 B"), (1, "1 B"), (999, "999 B"), (1_000, "1000 B"), (1_023, "1023 B"), (1_024, "1.0 KB"),
            (1_075, "1.0 KB"),
            (1_076, "1.1 KB"), (2_458, "2.4 KB"), (10_188, "9.9 KB"), (10_189, "10 KB"), (10_240, "10 KB"),
            (28_672, "28 KB"),
            (1_023_487, "999 KB"), (1_023_488, "1.0 MB"), (1_048_575, "1.0 MB"), (1_048_576, "1.0 MB"),
            (5_872_026, "5.6 MB"), (1_073_741_824, "1.0 GB"), (1_099_511_627_776, "1.0 TB"), (1 << 50, "1.0 PB"),
            (1 << 60, "1.0 EB"), (UInt64(Int64.max), "8.0 EB"), (.max, "16 EB"),
        ] as [(UInt64, String)])
    func short(bytes: UInt64, text: String) { #expect(ByteCount.short(bytes) == text) }

    @Test("no short size takes more than six columns", arguments: 0..<64)
    func width(power: UInt64) {
        for factor in [UInt64(1), 3, 5, 7, 1_000, 1_023] {
            let bytes = (UInt64(1) << power).multipliedReportingOverflow(by: factor).partialValue
            #expect(ByteCount.short(bytes).count <= 6, "\(bytes)")
            #expect(ByteCount.short(bytes &- 1).count <= 6, "\(bytes &- 1)")
        }
    }

    @Test(
        "exact sizes have thousands separators",
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (12, "12 bytes"), (999, "999 bytes"), (1_000, "1,000 bytes"),
            (28_672, "28,672 bytes"),
            (1_234_567, "1,234,567 bytes"), (.max, "18,446,744,073,709,551,615 bytes"),
        ] as [(UInt64, String)])
    func exact(bytes: UInt64, text: String) { #expect(ByteCount.exact(bytes) == text) }
}
