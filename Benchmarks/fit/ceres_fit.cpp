// The fit of FitTime by Ceres Solver with automatic derivatives: ceres_fit DATA. Prints a line a linear solver: name,
// milliseconds of the thread's CPU (best of 25), steps, cost, x. DATA as in scipy_fit.py; the model is
// Sources/Calibrate/Geometry/AngularModel.swift's, one block of two residuals a sample.
#include <ceres/ceres.h>
#include <time.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

using Row = std::array<double, 16>;
constexpr double kDegrees = 180 / M_PI;

struct SampleCost {
  const Row& row;

  template <typename T>
  bool operator()(const T* p, T* residual) const {
    const T hx = (row[0] * p[0] - p[2]) / 100.0, hy = (p[3] - row[1] * p[1]) / 100.0;
    const T sx = sin(p[4] / kDegrees), cx = cos(p[4] / kDegrees);
    const T sy = sin(p[5] / kDegrees), cy = cos(p[5] / kDegrees);
    const T place[3] = {cy * hx, cx * hy - sx * sy * hx, cx * sy * hx + sx * hy};
    T q[3];
    for (int i = 0; i < 3; ++i) {
      q[i] = place[0] * row[2 + i] + place[1] * row[5 + i] + place[2] * row[8 + i] + row[11 + i];
    }
    const T length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
    const T v[3] = {q[0] / length, q[1] / length, q[2] / length};
    const T yaw = -p[6] / kDegrees, pitch = -p[7] / kDegrees;
    const T a[3] = {sin(yaw) * cos(pitch), sin(pitch), cos(yaw) * cos(pitch)};
    const T s = a[0] * v[0] + a[1] * v[1];
    const T m = a[2] - s / (1.0 + v[2]);
    const T o[3] = {a[0] + m * v[0], a[1] + m * v[1], a[2] * v[2] - s};
    const T across = sqrt(o[0] * o[0] + o[2] * o[2]);
    residual[0] = row[14] - p[8] * atan2(o[0], o[2]) * kDegrees;
    residual[1] = row[15] - p[9] * atan2(o[1], across) * kDegrees;
    return true;
  }
};

double Milliseconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

}  // namespace

int main(int count, char** arguments) {
  google::InitGoogleLogging(arguments[0]);
  std::FILE* file = count == 2 ? std::fopen(arguments[1], "rb") : nullptr;
  if (!file) return std::fprintf(stderr, "usage: ceres_fit DATA\n"), 2;
  std::vector<Row> rows;
  for (Row row; std::fread(row.data(), sizeof(double), row.size(), file) == row.size();) rows.push_back(row);
  std::fclose(file);

  const struct {
    const char* name;
    ceres::LinearSolverType type;
  } solvers[] = {{"ceres DENSE_QR", ceres::DENSE_QR}, {"ceres DENSE_NORMAL_CHOLESKY", ceres::DENSE_NORMAL_CHOLESKY}};
  for (const auto& solver : solvers) {
    double best = INFINITY;
    std::array<double, 10> x;
    ceres::Solver::Summary summary;
    ceres::Problem problem;
    for (size_t i = 1; i < rows.size(); ++i) {
      problem.AddResidualBlock(
          new ceres::AutoDiffCostFunction<SampleCost, 2, 10>(new SampleCost{rows[i]}), nullptr, x.data());
    }
    ceres::Solver::Options options;
    options.linear_solver_type = solver.type;
    options.num_threads = 1;
    options.logging_type = ceres::SILENT;
    // The tolerance is on the step alone, as in the other two.
    options.parameter_tolerance = rows[0][10];
    options.function_tolerance = 3e-16;
    options.gradient_tolerance = 3e-16;
    for (int run = 0; run < 25; ++run) {
      std::copy_n(rows[0].begin(), x.size(), x.begin());
      const double begin = Milliseconds();
      ceres::Solve(options, &problem, &summary);
      best = std::min(best, Milliseconds() - begin);
    }
    std::printf("%s\t%.3f\t%zu\t%.17g\t", solver.name, best, summary.iterations.size() - 1, 2 * summary.final_cost);
    for (double value : x) std::printf("%.17g ", value);
    std::printf("\n");
    if (!summary.IsSolutionUsable()) return std::fprintf(stderr, "%s\n", summary.BriefReport().c_str()), 1;
  }
}
