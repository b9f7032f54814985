// SPDX-License-Identifier: Apache-2.0
// The functions of C's math.h that the library uses. With them, Swift compiles the library for an
// architecture whose headers this machine does not have.
#pragma once
double asin(double x);
double atan2(double y, double x);
double ceil(double x);
double cos(double x);
double exp(double x);
double exp2(double x);
double expm1(double x);
double fabs(double x);
double floor(double x);
double fma(double x, double y, double z);
double fmod(double x, double y);
double log(double x);
double log1p(double x);
double pow(double x, double y);
double round(double x);
double sin(double x);
double sqrt(double x);
