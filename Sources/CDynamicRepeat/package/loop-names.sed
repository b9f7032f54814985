# SPDX-License-Identifier: Apache-2.0
#
# The same as names.sed for the frame loop, whose names begin with dr_internal_loop_: the archives of
# both libraries can be linked into one program.

# Texts have no names in them.
/^\t\.asci/b

# Swift's allocations come from the loop's block, not from malloc.
s/\bposix_memalign\b/frame_loop_memory_align/g
s/\bfree\b/frame_loop_memory_free/g

s/\$([es][0-9A-Za-z])/dr_internal_loop_\1/g
s/\b_?swift_[a-z]/dr_internal_loop_&/g
s/\b(frame_loop|repeat)_[a-z]/dr_internal_loop_&/g
s/^\t\.globl\t(dr_internal_)/\t.weak\t\1/
