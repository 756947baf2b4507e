import Foundation

// How long a step of a pipeline takes, in one thread's time, and whether it allocates memory:
//
//   StepTime c             `standard` and `article2021`, beside the same arithmetic in plain C (Sources/PlainC)
//   StepTime allocations   allocations of both in a million frames; a planted one must be found first
//   StepTime recentring    the worst step of `standard` with recentring by the lines read, and its allocations

switch CommandLine.arguments.dropFirst().first {
case "c": compareWithC()
case "allocations": countAllocations()
case "recentring": try timeRecentring()
default:
  print("usage: StepTime c | allocations | recentring")
  exit(2)
}
