#include <mimalloc.h>
#include <stdint.h>
#include <sys/mman.h>

/* Lets the allocator begin in memory that the kernel may back with large pages: what is known of a
   large repository takes 40,000 small ones, and each is a fault of its own. Where that fails, it
   allocates as it always does. */
static inline void sluice_allocate_in_large_pages(void) {
    const size_t alignment = (size_t)32 << 20; /* of mimalloc's segments */
    const size_t size = (size_t)256 << 20;
    char *mapped = mmap(NULL, size + alignment, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) return;
    char *start = mapped + (alignment - (uintptr_t)mapped % alignment);
    if (madvise(start, size, MADV_HUGEPAGE) != 0 ||
        !mi_manage_os_memory(start, size, true, true, true, -1)) {
        munmap(mapped, size + alignment);
    }
}
