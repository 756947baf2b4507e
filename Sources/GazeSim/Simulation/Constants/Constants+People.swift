import GazeRecording

extension GazeConstants {
  /// Bodies.
  static let people: [GazeConstant] = [
    GazeConstant(
      "people.age", \.people.ageMean, "years", 5...100, .assumed, "mean; drawn ages lie in 18 to 80, or at the mean"),
    GazeConstant("people.ageSD", \.people.ageSD, "years", 0...30, .assumed, "over people"),
    GazeConstant("people.ipd", \.people.ipdMean, "mm", 40...80, .published, "Dodgson 2004: 63.0 mm"),
    GazeConstant(
      "people.ipdSD", \.people.ipdSD, "mm", 0...8, .published, "Dodgson 2004: 3.8 mm; drawn within 50 to 76"),
    GazeConstant(
      "people.kappaNasal", \.people.kappaNasalMean, "deg", -10...10, .assumed,
      "5.2, mirrored; the published 5.46 is total and unsigned (J Refract Surg 26:966, 2010)"),
    GazeConstant(
      "people.kappaNasalSD", \.people.kappaNasalSD, "deg", 0...5, .published,
      "J Refract Surg 26:966, 2010: 1.33"),
    GazeConstant(
      "people.kappaUp", \.people.kappaUpMean, "deg", -10...10, .assumed, "visual axis above the optical one"),
    GazeConstant("people.kappaUpSD", \.people.kappaUpSD, "deg", 0...5, .assumed, "as kappaUp"),
    GazeConstant("people.kappaCorrelation", \.people.kappaCorrelation, "1", 0...1, .assumed, "left against right eye"),
    GazeConstant(
      "people.eyeUp", \.people.eyeUp, "mm", -60...60, .assumed,
      "eyeball's centre above the face anchor's origin"),
    GazeConstant(
      "people.eyeDepth", \.people.eyeDepth, "mm", -60...60, .assumed,
      "eyeball's centre in front of the face anchor's origin"),
    GazeConstant(
      "people.rotationSplit", \.people.rotationSplit, "mm", 0...10, .published,
      "rotation centre behind the cornea 14.7 mm horizontally, 12.0 vertically (Fry & Hill 1962/63)"),
    GazeConstant(
      "people.readingRate", \.people.readingRate, "words/min", 50...800, .published, "Brysbaert 2019: 238, silent"),
    GazeConstant(
      "people.readingRateSpread", \.people.readingRateSpread, "1", 0...1, .assumed,
      "sigma of the logarithm over people"),
    GazeConstant("people.glasses", \.people.glasses, "1", 0...1, .assumed, "share of people who wear them"),
    GazeConstant(
      "people.glassesFactor", \.people.glassesFactor, "1", 1...5, .assumed,
      "noise, drift and dropouts of people with glasses", sweep: 1...1.5),
    GazeConstant(
      "people.failingShare", \.people.failingShare, "1", 0...1, .published,
      "Taore 2024: tracking fails for 5 to 20 %"),
    GazeConstant(
      "people.flaggedShare", \.people.flaggedShare, "1", 0...1, .assumed,
      "people with one of: strabismus, nystagmus, ptosis, head tremor, limited head range, one eye, bifocals"),
  ]
}
