# SPDX-License-Identifier: Apache-2.0
#
# Changes the assembly from Swift's compiler so that any assembler accepts it, and so that the linker can
# leave out unused parts. Reads assembly and writes it to standard output.
#
# The constants of each function, and each text, get their own section. The compiler puts all constants
# of one size into one section, and the linker can only leave out whole sections. The linker still merges
# equal constants. Swift's names become local, so that the library can be linked into any program, even
# one in Swift.

# Removes notes for LLVM's linker.
/^\t\.section\t/ { is_note = /llvm_linker_options/ }
is_note { next }

/^\t\.section\t\.rodata\.cst[0-9]+,/ {
  sub(/\.rodata\.cst[0-9]+/, "&." ++count)
}

# Renames sections that are named after their whole text, because some tools reject such names.
/^\t\.section\t"\.rodata\.\.L\.str\./ {
  sub(/"[^"]*"/, ".rodata.own." ++count)
}

/^\t\.section\t/ { is_text = /^\t\.section\t\.rodata\.str1\.[0-9]+,/; section = $0 }

/^\t\.(globl|weak|hidden|protected)\t/ && $2 ~ /^("?\$|_?swift_)/ { next }

# The alignment directive marks the beginning of a text.
is_text && /^\t\.p2align\t/ {
  own = section
  sub(/\.rodata\.str1\.[0-9]+/, "&." ++count, own)
  print own
}

{ print }
