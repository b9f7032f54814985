# SPDX-License-Identifier: Apache-2.0
#
# Gives the names in the compiler's assembly the form that they have in the library: those that are
# not the header's begin with dr_internal_, so that the archive can be linked into anything, Swift
# included. Those of Swift are weak: several members of the archive have them, and the linker keeps
# one.

# Texts have no names in them.
/^\t\.asci/b

# What Swift allocates comes from the blocks of the library, not from malloc.
s/\bposix_memalign\b/repeat_memory_align/g
s/\bfree\b/repeat_memory_free/g
s/\brk_allocate\b/repeat_rows_take/g
s/\brk_free\b/repeat_rows_give/g

s/\$([es][0-9A-Za-z])/dr_internal_\1/g
s/\b_?swift_[a-z]/dr_internal_&/g
s/\b(rk|repeat)_[a-z]/dr_internal_&/g
s/^\t\.globl\t(dr_internal_)/\t.weak\t\1/
