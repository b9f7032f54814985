# SPDX-License-Identifier: Apache-2.0
#
# Makes the assembly of Swift's compiler such that any assembler takes it, and that the linker leaves
# out what a program does not use. Reads assembly and writes it to standard output.
#
# The constants of each function, and each text, get a section of their own. The compiler puts all of
# one size into one section; the linker merges equal ones either way, but leaves out unused ones only
# from sections of their own. Swift's names become local, so that the library can be linked into
# anything, Swift included.

# Notes for LLVM's own linker.
/^\t\.section\t/ { is_note = /llvm_linker_options/ }
is_note { next }

/^\t\.section\t\.rodata\.cst[0-9]+,/ {
  sub(/\.rodata\.cst[0-9]+/, "&." ++count)
}

# A section that is named after the whole of its text: tools stumble over the name.
/^\t\.section\t"\.rodata\.\.L\.str\./ {
  sub(/"[^"]*"/, ".rodata.own." ++count)
}

/^\t\.section\t/ { is_text = /^\t\.section\t\.rodata\.str1\.[0-9]+,/; section = $0 }

/^\t\.(globl|weak|hidden|protected)\t/ && $2 ~ /^("?\$|_?swift_)/ { next }

# A text begins with its alignment.
is_text && /^\t\.p2align\t/ {
  own = section
  sub(/\.rodata\.str1\.[0-9]+/, "&." ++count, own)
  print own
}

{ print }
