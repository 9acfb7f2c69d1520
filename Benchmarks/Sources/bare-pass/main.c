// Reads every manifest of HEAD through libgit2 and runs libyaml's event parser over it.
//
// The yardstick that Sluice is measured against: one thread, no facts, no findings, every event
// counted and thrown away. It prints the counts, so that two runs can be seen to do equal work.
//
// Usage: bare-pass REPOSITORY [--read-only | --verify]
//   --read-only  stops after reading the blobs: the share of libgit2 in the whole
//   --verify     leaves libgit2's check of every object's hash on

#include <git2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct pass {
    git_odb *objects;
    bool parses;
    size_t files, bytes, events, failures;
};

static void fail(const char *call) {
    const git_error *error = git_error_last();
    fprintf(stderr, "bare-pass: %s: %s\n", call, error ? error->message : "failed");
    exit(2);
}

static void check(int code, const char *call) {
    if (code < 0) fail(call);
}

static bool ends_with(const char *name, const char *suffix) {
    size_t length = strlen(name), tail = strlen(suffix);
    return length >= tail && memcmp(name + length - tail, suffix, tail) == 0;
}

static void parse(struct pass *pass, const unsigned char *bytes, size_t size) {
    yaml_parser_t parser;
    yaml_event_t event;
    yaml_event_type_t type;
    if (!yaml_parser_initialize(&parser)) fail("yaml_parser_initialize");
    yaml_parser_set_input_string(&parser, bytes, size);
    do {
        if (!yaml_parser_parse(&parser, &event)) {
            pass->failures++;
            break;
        }
        type = event.type;
        pass->events++;
        yaml_event_delete(&event);
    } while (type != YAML_STREAM_END_EVENT);
    yaml_parser_delete(&parser);
}

static int visit(const char *root, const git_tree_entry *entry, void *payload) {
    struct pass *pass = payload;
    (void)root;
    if (git_tree_entry_type(entry) != GIT_OBJECT_BLOB) return 0;
    if (git_tree_entry_filemode(entry) == GIT_FILEMODE_LINK) return 0;
    const char *name = git_tree_entry_name(entry);
    if (!ends_with(name, ".yaml") && !ends_with(name, ".yml")) return 0;

    git_odb_object *object;
    check(git_odb_read(&object, pass->objects, git_tree_entry_id(entry)), "git_odb_read");
    size_t size = git_odb_object_size(object);
    pass->files++;
    pass->bytes += size;
    if (pass->parses) parse(pass, git_odb_object_data(object), size);
    git_odb_object_free(object);
    return 0;
}

int main(int count, char **arguments) {
    if (count < 2) {
        fprintf(stderr, "usage: bare-pass REPOSITORY [--read-only | --verify]\n");
        return 64;
    }
    const char *option = count > 2 ? arguments[2] : "";
    struct pass pass = {.parses = strcmp(option, "--read-only") != 0};

    check(git_libgit2_init(), "git_libgit2_init");
    // Hashing what was just read is a sixth on top, and no part of reading or parsing.
    int verifies = strcmp(option, "--verify") == 0;
    check(git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, verifies), "git_libgit2_opts");

    git_repository *repository;
    git_object *tree;
    check(git_repository_open(&repository, arguments[1]), "git_repository_open");
    check(git_repository_odb(&pass.objects, repository), "git_repository_odb");
    check(git_revparse_single(&tree, repository, "HEAD^{tree}"), "git_revparse_single");
    check(git_tree_walk((git_tree *)tree, GIT_TREEWALK_PRE, visit, &pass), "git_tree_walk");

    printf(
        "files=%zu bytes=%zu events=%zu unparsable=%zu\n",
        pass.files, pass.bytes, pass.events, pass.failures);
    git_object_free(tree);
    git_odb_free(pass.objects);
    git_repository_free(repository);
    return 0;
}
