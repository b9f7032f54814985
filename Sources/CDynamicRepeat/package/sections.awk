# SPDX-License-Identifier: Apache-2.0
#
# Gives the constants of each function, and each text, a section of its own. The compiler puts all of
# one size into one section; the linker merges equal ones either way, but leaves out those that a
# program does not use only from sections of their own. Names that are not the header's become hidden.
# Reads assembly and writes it to the file `out`.

/^\t\.section\t\.rodata\.cst[0-9]+,/ {
  sub(/\.rodata\.cst[0-9]+/, "&." ++count)
}

/^\t\.section\t/ { is_text = /^\t\.section\t\.rodata\.str1\.[0-9]+,/; section = $0 }

/^\t\.protected\t/ && $2 !~ /^dr_/ { sub(/protected/, "hidden") }

# A text begins with its alignment.
is_text && /^\t\.p2align\t/ {
  own = section
  sub(/\.rodata\.str1\.[0-9]+/, "&." ++count, own)
  print own > out
}

{ print > out }
