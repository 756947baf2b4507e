// The only door to the GNU Scientific Library. GSL's algorithm tables are mutable globals, which Swift 6 does not
// let through; each is handed out by a function instead.
#ifndef CGSL_SHIM_H
#define CGSL_SHIM_H

#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_matrix.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_permutation.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_vector.h>

static inline const gsl_multifit_nlinear_type *cgsl_multifit_nlinear_trust(void) {
  return gsl_multifit_nlinear_trust;
}
static inline const gsl_multifit_nlinear_trs *cgsl_multifit_nlinear_trs_lm(void) {
  return gsl_multifit_nlinear_trs_lm;
}
static inline const gsl_multifit_nlinear_trs *cgsl_multifit_nlinear_trs_lmaccel(void) {
  return gsl_multifit_nlinear_trs_lmaccel;
}
static inline const gsl_multifit_nlinear_trs *cgsl_multifit_nlinear_trs_dogleg(void) {
  return gsl_multifit_nlinear_trs_dogleg;
}
static inline const gsl_multifit_nlinear_scale *cgsl_multifit_nlinear_scale_more(void) {
  return gsl_multifit_nlinear_scale_more;
}
static inline const gsl_multifit_nlinear_solver *cgsl_multifit_nlinear_solver_qr(void) {
  return gsl_multifit_nlinear_solver_qr;
}
static inline const gsl_multifit_nlinear_solver *cgsl_multifit_nlinear_solver_cholesky(void) {
  return gsl_multifit_nlinear_solver_cholesky;
}
static inline const gsl_multimin_fminimizer_type *cgsl_multimin_fminimizer_nmsimplex2(void) {
  return gsl_multimin_fminimizer_nmsimplex2;
}

static inline const gsl_multifit_robust_type *cgsl_multifit_robust_bisquare(void) {
  return gsl_multifit_robust_bisquare;
}
static inline const gsl_multifit_robust_type *cgsl_multifit_robust_huber(void) {
  return gsl_multifit_robust_huber;
}

static inline const gsl_qrng_type *cgsl_qrng_sobol(void) {
  return gsl_qrng_sobol;
}

#endif
