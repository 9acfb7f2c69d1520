#pragma once

#ifdef __linux__
// <stdio.h> keeps it for those who define _GNU_SOURCE, which Swift's own module does not.
int renameat2(int oldFolder, const char *oldName, int newFolder, const char *newName, unsigned int flags);
#endif
