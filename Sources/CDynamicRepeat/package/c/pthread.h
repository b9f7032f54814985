// SPDX-License-Identifier: Apache-2.0
// What the library uses of pthread.h, as Linux has it on x86-64 and aarch64, in glibc and musl.
#pragma once
typedef unsigned long pthread_t;
pthread_t pthread_self(void);
