import CLibrary

extension UnsafeBufferPointer<UInt8> {
    /// The bytes of a C string before its end mark; valid as long as the string is.
    init(cString: UnsafePointer<CChar>) {
        let bytes = UnsafeRawBufferPointer(start: cString, count: strlen(cString))
        self = bytes.assumingMemoryBound(to: UInt8.self)
    }
}

/// The bytes with an end mark, for a C function.
func cString(_ bytes: some Collection<UInt8>) -> [CChar] {
    bytes.map { CChar(bitPattern: $0) } + [0]
}
