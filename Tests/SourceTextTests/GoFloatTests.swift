import SourceText
import Testing

@Suite struct GoFloatTests {
    @Test(arguments: [
        ("0", 0.0), ("007", 7), ("-10", -10), ("+5", 5), (".5", 0.5), ("5.", 5), ("1e3", 1000),
        ("1E+3", 1000), ("1_000", 1000), ("1_23.50_0_0e+1_2", 1.235e14), ("0x1p4", 16),
        ("0X_1.8p-1", 0.75), ("-0x.8p0", -0.5), ("1700000000123456789", 1.7000000001234568e18),
        ("9007199254740993", 9_007_199_254_740_992), ("Inf", .infinity), ("-infinity", -.infinity),
        ("1e-999", 0), ("179769313486231570000e288", 1.7976931348623157e308),
    ])
    func `numbers are read as in Go`(_ text: String, _ expected: Double) {
        #expect(goFloat(text) == expected)
    }

    @Test func `NaN is accepted`() {
        #expect(goFloat("nAn")?.isNaN == true)
    }

    @Test(arguments: [
        "", " 1", "1 ", "v1", "1.2.3", "1,5", ".", "-", "+", "e3", "1e", "1e+", "0x10", "0x",
        "0xp1",
        "1p4", "1e999", "1__0", "_1", "1_", "1_.5", "1._5", "1_e3", "+nan", "-nan", "infinit", "1f",
        "0b1", "--1", "１",
    ])
    func `texts that Go rejects are rejected`(_ text: String) {
        #expect(goFloat(text) == nil)
    }
}
