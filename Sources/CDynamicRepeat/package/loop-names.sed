# SPDX-License-Identifier: Apache-2.0
#
# Gives the frame loop's C names the prefix internal_dr_loop_, so that a program may use the original names.

# Texts contain no names.
/^\t\.asci/b

s/\brepeat_[a-z]/internal_dr_loop_&/g
