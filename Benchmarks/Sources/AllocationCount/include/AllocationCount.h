#pragma once

/// Number of memory allocations of this process so far; -1 where they cannot be counted (not glibc).
long allocation_count(void);
