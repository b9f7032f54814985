# SPDX-License-Identifier: Apache-2.0
#
# Gives the frame loop's C names the prefix internal_dr_loop_, so that a program may use the original names.

# Texts contain no names.
/^\t\.asci/b

# Swift's allocations come from the loop's block, not from malloc.
s/\bposix_memalign\b/frame_loop_memory_align/g
s/\bfree\b/frame_loop_memory_free/g

s/\b(frame_loop|repeat)_[a-z]/internal_dr_loop_&/g
