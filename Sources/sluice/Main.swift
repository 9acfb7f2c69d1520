import Commands

#if os(Linux)
    // Linked, it allocates for the whole program.
    private import Cmimalloc
#endif

@main
enum Main {
    static func main() async {
        await Sluice.start()
    }
}
