import Testing

@testable import Forges

/// The texts in errors, as each forge writes them.
struct ForgeMessageTests {
    @Test(arguments: [
        (
            #"{"message":"Validation Failed","errors":[{"resource":"PullRequest","code":"custom","message":"No commits between a and b"},{"resource":"PullRequest","field":"base","code":"invalid"}]}"#,
            "No commits between a and b; Validation Failed; invalid base"
        ),
        (#"{"message":["one","two"]}"#, "one; two"),
        (#"{"message":{"b":["2"],"a":["1"]}}"#, "a: 1; b: 2"),
        (#"{"error":"insufficient_scope","scope":"api"}"#, "insufficient_scope"),
        (
            #"{"type":"error","error":{"message":"bad","fields":{"source":["gone"]}}}"#,
            "source: gone; bad"
        ),
        (#"{"message":"TF1","typeKey":"GitX"}"#, "TF1; GitX"),
        (#"{"message":null,"errors":"odd"}"#, ""), ("<html>", ""), ("", ""), ("[1]", ""),
    ])
    func `the texts of an error are found`(body: String, shown: String) {
        #expect(ForgeMessage(Array(body.utf8)).shown == shown)
    }

    @Test func `a long text is shortened`() {
        let body = #"{"message":"\#(String(repeating: "x", count: 5_000))"}"#
        #expect(ForgeMessage(Array(body.utf8)).shown.count < 250)
    }
}
