#include <git2.h>
#include <git2/sys/repository.h>

/* Swift cannot call a function with variable arguments. */
static inline int sluice_git_verify_hashes(int enabled) {
    return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

static inline int sluice_git_fsync(int enabled) {
    return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}
