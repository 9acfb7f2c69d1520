import Commands

#if os(Linux)
    // Linked, it allocates for the whole program.
    private import Cmimalloc
#endif

@main
enum Main {
    static func main() async {
        #if os(Linux)
            sluice_allocate_in_large_pages()
        #endif
        await Sluice.start()
    }
}
