# SPDX-License-Identifier: Apache-2.0
#
# Gives the C names of the library's own parts the prefix dr__, so that a program may use the names
# without it.

# Texts contain no names.
/^\t\.asci/b

s/\b(repeat|rk)_[a-z]/dr__&/g
