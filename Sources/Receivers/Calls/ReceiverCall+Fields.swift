extension ReceiverCall {
    /// The value of the first field of that name, which is given in lower case.
    func value(of name: String) -> String? {
        fields.first { $0.name.lowercased() == name }?.value
    }

    /// The media type of the body in lower case, without parameters; empty for none.
    var mediaType: String {
        let value = value(of: "content-type") ?? ""
        return value.prefix { $0 != ";" }.lowercased()
            .split(whereSeparator: { $0 == " " || $0 == "\t" }).joined()
    }
}
