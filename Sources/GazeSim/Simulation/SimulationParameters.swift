private import GazePipeline

/// All numbers of the gaze simulator, in SI units and radians. `GazeConstant.all` lists them with unit, range and
/// source.
///
/// Each number is a property of a group, and the row at the same place of the group's `rows` (`ConstantTable`); the
/// groups `Task` and `Signs` have files of their own.
public struct SimulationParameters: SimulatorParameters {
  /// Bodies and habits of the people.
  package struct People: Equatable {
    var age, ageSD, ipd, ipdSD, kappaNasal, kappaNasalSD, kappaUp, kappaUpSD, kappaCorrelation, eyeUp, eyeDepth,
      rotationSplit, readingRate, readingRateSpread, glasses, glassesFactor, failingShare, flaggedShare: Double

    static let rows = """
      [people]
      age                40    years     5...100       assumed    mean; drawn ages lie in 18 to 80, or at the mean
      ageSD              15    years     0...30        assumed    over people
      ipd                63    mm        40...80       published  Dodgson 2004: 63.0 mm
      ipdSD              3.8   mm        0...8         published  Dodgson 2004: 3.8 mm; drawn within 50 to 76
      kappaNasal         5.2   deg       -10...10      assumed    5.2, mirrored; the published 5.46 is total and
        unsigned (J Refract Surg 26:966, 2010)
      kappaNasalSD       1.3   deg       0...5         published  J Refract Surg 26:966, 2010: 1.33
      kappaUp            2     deg       -10...10      assumed    visual axis above the optical one
      kappaUpSD          1     deg       0...5         assumed    as kappaUp
      kappaCorrelation   0.95  1         0...1         assumed    left against right eye
      eyeUp              30    mm        -60...60      assumed    eyeball's centre above the face anchor's origin
      eyeDepth           30    mm        -60...60      assumed    eyeball's centre in front of the face anchor's origin
      rotationSplit      2.7   mm        0...10        published  rotation centre behind the cornea 14.7 mm
        horizontally, 12.0 vertically (Fry & Hill 1962/63)
      readingRate        238   words/min  50...800     published  Brysbaert 2019: 238, silent
      readingRateSpread  0.2   1         0...1         assumed    sigma of the logarithm over people
      glasses            0.5   1         0...1         assumed    share of people who wear them
      glassesFactor      1.2   1         1...5[1...1.5]  assumed  noise, drift and dropouts of people with glasses
      failingShare       0.05  1         0...1         published  Taore 2024: tracking fails for 5 to 20 %
      flaggedShare       0.05  1         0...1         assumed    people with one of: strabismus, nystagmus, ptosis,
        head tremor, limited head range, one eye, bifocals
      """
  }

  /// Eyes and lids.
  package struct Eyes: Equatable {
    var saccadePeakH, saccadeScaleH, saccadePeakV, saccadeScaleV, saccadeDuration, saccadeDurationSlope,
      saccadeSpeedSD, saccadeAgeing, saccadeLatency, saccadeLatencyGamma, landingGain, landingSD,
      correctionThreshold, correctionLatency, sweepShare, sweepSD, sweepSDShare, fixationBias, fixationDrift,
      fixationDriftTime, disparitySD, pursuitLatency, pursuitGainH, pursuitGainV, vorLatency, blinkRate,
      blinkRateSpread, blinkDuration, blinkDurationSpread, partialBlinks, partialDepth: Double

    static let rows = """
      [behaviour]
      saccadePeakH          461       deg/s     100...1000    derived    V = Vmax(1 - exp(-A/c)), fitted to PMC6143243
        (n = 100)
      saccadeScaleH         9.05      deg       1...40        derived    c of saccadePeakH
      saccadePeakV          418       deg/s     100...1000    derived    as saccadePeakH, vertical
      saccadeScaleV         7.5       deg       1...40        derived    c of saccadePeakV
      saccadeDuration       21        ms        5...200       published  Carpenter 1988: 2.2 A + 21 ms; of the smallest
      saccadeDurationSlope  2.2       ms/deg    0...20        published  Carpenter 1988: 2.2 A + 21 ms
      saccadeSpeedSD        0.14      1         0...0.5       published  PMC6143243: 213 +- 29, 352 +- 50, 455 +- 67
        deg/s at 5, 15, 30 deg: 14 % over people
      saccadeAgeing         0.002     1/year    0...0.02      assumed    loss of peak velocity a year of age beyond the
        mean
      saccadeLatency        100       ms        0...500       published  mean latency 180 to 200 ms; the least
      saccadeLatencyGamma   95        ms        0...500       assumed    mean of the rest, Gamma with shape 4; the sum's
        mean is published
      landingGain           0.95      1         0.5...1.5     published  Becker 1972, Kowler & Blaser 1995: saccades
        fall short by 5 %
      landingSD             0.06      1         0...0.5       published  Becker 1972, Kowler & Blaser 1995: 6 %
      correctionThreshold   0.7       deg       0.1...10      assumed    a corrective saccade follows when off by more
      correctionLatency     150       ms        20...1000     published  Becker 1972: 150 ms later
      sweepShare            0.077     1         0...0.5       published  return sweep d + 0.077 - 0.077 d
        (ReturnSweeper), d in degrees
      sweepSD               0.118     deg       0...5         published  ReturnSweeper: 0.118 + 0.0825 d
      sweepSDShare          0.0825    1         0...0.5       published  ReturnSweeper: 0.118 + 0.0825 d
      fixationBias          0.25      deg       0...3         assumed    people do not look exactly at a dot
      fixationDrift         =2.1153987485188096e-06  arcmin²/s  0...1000  derived  isetbio fixationalEM: D = 25 an axis
      fixationDriftTime     1         s         0.05...60     derived    time constant that bounds it
      disparitySD           0.25      deg       0...5         assumed    left minus right eye, a fixation
      pursuitLatency        130       ms        0...130[90...130]  published  Bahill 1983: 120 to 150 ms
      pursuitGainH          0.9       1         0...1.2       assumed    remembered: 0.9
      pursuitGainV          0.8       1         0...1.2       assumed    Taore 2024: vertical pursuit is poorer
      vorLatency            10        ms        0...50        published  vestibulo-ocular reflex, 6 to 15 ms: gaze slips
        while the head turns
      blinkRate             8         1/min     0...120       published  Doughty 2001; median over people
      blinkRateSpread       0.7       1         0...2         assumed    sigma of the logarithm over people
      blinkDuration         200       ms        30...1000     assumed    median
      blinkDurationSpread   0.3       1         0...2         assumed    sigma of the logarithm
      partialBlinks         0.5       1         0...1         published  half of all blinks
      partialDepth          0.5       1         0.2...0.8     assumed    how far a partial blink closes the lid, +- 0.2
        uniform
      """
  }

  /// Head and posture.
  package struct Head: Equatable {
    var distance, distanceSD, eyesBelowCamera, shiftRight, shiftUp, yawSD, pitchSD, rollSD, positionSD, time,
      postureYawSD, posturePitchSD, slump, postureJumpTime, postureJumpPosition, postureJumpAngle, standing,
      standingSway, standingRate, shareH, shareV, shareFrom, shareTime: Double

    static let rows = """
      [behaviour]
      distance             36.8  cm       20...100      published  Boccardo 2021: 36.8 cm, n = 233
      distanceSD           6.6   cm       0...20        published  Boccardo 2021: 6.6 cm
      eyesBelowCamera      50    mm       -200...200    assumed    the face is held before the screen's middle
      shiftRight           0     mm       -300...300[-50...50]  assumed  the observer moved aside, for protocols
      shiftUp              0     mm       -300...300[-50...50]  assumed  the observer moved up, for protocols
      headYawSD            1     deg      0...30        published  seated sway
      headPitchSD          1.4   deg      0...30        published  seated sway
      headRollSD           1.1   deg      0...30        published  seated sway
      headPositionSD       3     mm       0...50        assumed    seated
      headTime             3     s        0.1...60      assumed    time constant of the sway
      postureYawSD         2     deg      0...30        assumed    how far the face is turned from the phone, a session
      posturePitchSD       4     deg      0...30        assumed    as postureYawSD
      slump                0.3   deg/min  0...10        assumed    the head sinks, up to 5 deg
      postureJumpTime      60    s        1...100000    assumed    between shifts of posture
      postureJumpPosition  15    mm       0...200       assumed    SD of a shift
      postureJumpAngle     4     deg      0...30        assumed    SD of a shift
      standing             0     1        whole:0...1[0...1]  assumed  1: standing, and sways
      standingSway         6     mm       0...100       assumed    amplitude, standing
      standingRate         0.35  Hz       0...3         assumed    of the sway, standing
      headShareH           0.1   1        0...1         assumed    head's part of a gaze shift
      headShareV           0.15  1        0...1         assumed    as headShareH
      headShareFrom        5     deg      0...60        assumed    smaller shifts leave the head alone
      headShareTime        150   ms       10...5000     assumed    time constant of the head's turn
      """
  }

  /// Pose and motion of the phone.
  package struct Phone: Equatable {
    var recline, reclineSD, roll, orientation, gravityAligned, inHand, swayPosition, swayAngle, swayTime,
      regripTime, regripPosition, regripAngle: Double

    static let rows = """
      [phone]
      recline         30  deg     0...90[15...60]  assumed  back from upright; 15 to 60 on a counter
      reclineSD       0   deg     0...30        assumed  from session to session
      roll            0   deg     -180...180[-20...20]  assumed  the phone leans to the left; the face stays upright
      orientation     0   choice  whole:0...3[0...1]  assumed  0 portrait, 1 landscapeRight, 2 portraitUpsideDown, 3
        landscapeLeft
      gravityAligned  1   choice  whole:0...1[0...1]  assumed  world alignment: 1 gravity, 0 camera (the pose stays
        put); ARKit's face default is not settled
      inHand          1   choice  whole:0...1[0...1]  assumed  1 in the hand: sways and is regripped; 0 in a holder
      swayPosition    4   mm      0...50        assumed  held in the hand
      swayAngle       1   deg     0...20        assumed  held in the hand
      swayTime        3   s       0.1...60      assumed  time constant
      regripTime      90  s       1...100000    assumed  between regrips
      regripPosition  8   mm      0...100       assumed  SD of a regrip
      regripAngle     3   deg     0...30        assumed  SD of a regrip
      """
  }

  /// Errors of ARKit.
  package struct Tracker: Equatable {
    var coupled, outward, outwardSD, vergenceShare, visualAxis, referencePitch, biasUp, biasSD, biasSpread,
      failingFactor, sessionBiasSD, gainH, gainHSD, gainV, gainVSD, crosstalkSD, quadraticSD, headCouplingSD,
      driftSD, driftTime, noiseSD, noiseTime, whiteSD, eccentricity, noiseDistance, blinkArtefact,
      distanceScaleSD, faceRotationBiasSD, faceRotationNoise, facePositionNoise, latency, latencySpread, jitter,
      dropped, duplicated, dropoutRate, dropoutDuration, reacquire, thermalTime, maximumYaw, fieldOfView,
      lookAtNoise, shapeScaleH, shapeScaleV: Double

    static let rows = """
      [tracker]
      coupled             1        1       0...1         recorded   1: both eyes are one signal, as in seven takes; 0:
        each eye aims on its own
      outward             0.066    1       -0.2...0.2    recorded   left minus right slope, 0.061 to 0.071 outward in
        seven takes
      outwardSD           0.0035   1       0...0.1       recorded   over people: seven takes lie within 0.061 to 0.071
      vergenceShare       0.02     1       0...1         assumed    share of a change of vergence that shows; at most
        0.08, or the takes' differences would scatter more
      visualAxis          0        choice  whole:0...1[0...1]  assumed  which axis is reported: 0 the optical one, 1 the
        visual one
      referencePitch      -4       deg     -30...30[-8...0]  assumed  gain and eccentricity are about this: the screen's
        middle, 1 cm below the eyes at 37 cm, less kappa's 2 deg
      biasUp              2.28     deg     -10...10      derived    cancels what kappa and gain do to the mean over
        people, which was not published
      biasSD              1.41     deg     0...20        derived    what remains after kappa, an axis; with biasSpread,
        sessionBiasSD and faceRotationBiasSD fitted so that the raw error is 3.2 +- 2.0 deg (Taore 2024, who do not say
        raw) at the split's share: script/evidence splits
      biasSpread          0.66     1       0...2         derived    sigma of the logarithm over people of how badly the
        tracker takes a face, in every session; fitted with biasSD
      failingFactor       4        1       1...20        assumed    error of people whom tracking fails
      sessionBiasSD       0.51     deg     0...10        assumed    from session to session, times biasSpread's factor;
        what the split says: script/evidence splits
      gainH               0.92     1       0.2...2       assumed    users report gaze compressed to mid-screen
      gainHSD             0.12     1       0...0.5       assumed    over people
      gainV               0.85     1       0.2...2       assumed    users report gaze compressed to mid-screen
      gainVSD             0.12     1       0...0.5       assumed    over people
      crosstalkSD         0.05     1       0...0.5       assumed    off-diagonal gain
      quadraticSD         0.35     deg     0...5         assumed    at 10 deg off the person's reference
      headCouplingSD      0.05     1       0...1         assumed    deg of error a deg of head rotation
      driftSD             0.8      deg     0...10[0.4...1.2]  assumed  slow drift; sets calibrated accuracy
      driftTime           20       s       0.1...600     assumed    its time constant
      noiseSD             0.025    deg     0...10        recorded   stare at 30 Hz is as still as six takes at 30 Hz, at
        60 Hz nearly as one take; sway and drift are most of it
      noiseTime           0.325    s       0.001...10    assumed    lag-1 correlation 0.95 at 60 Hz; the takes, whose
        heads sway, cannot show it
      whiteSD             0.00005  1       0...0.1       assumed    radians; the takes leave no room for more
      eccentricity        15       deg     1...90        assumed    noise grows with 1 + (eccentricity/this)^2
      noiseDistance       =0.35    cm      1...200       assumed    noise grows with distance/this
      blinkArtefact       3        deg     0...20        assumed    gaze seems to fall with the lid
      distanceScaleSD     0.025    1       0...0.2       published  Nissen 2023: 0.9 to 9 %
      faceRotationBiasSD  1.02     deg     0...10        assumed    a session, times biasSpread's factor; twice
        sessionBiasSD, which targets hardly distinguish from it
      faceRotationNoise   0.15     deg     0...10        assumed    slow as noiseTime
      facePositionNoise   0.3      mm      0...20        assumed    slow as noiseTime
      latency             50       ms      0...190[35...100]  assumed  35 to 100; camera to callback
      latencySpread       0.2      1       0...1         assumed    sigma of the logarithm, a session
      jitter              4        ms      0...20        assumed    of the latency
      dropped             0.005    1       0...0.5       assumed    share of frames
      duplicated          0.01     1       0...0.5       assumed    share of frames; up to 0.3 in one recording app
      dropoutRate         0.5      1/min   0...60        assumed    face lost
      dropoutDuration     250      ms      0...10000     assumed    face lost for
      reacquire           80       ms      0...2000      assumed    from the held pose back to the true one
      thermalTime         1200     s       0...1000000   assumed    after this the phone is hot and every other frame is
        left out
      maximumYaw          45       deg     5...90        assumed    no face beyond
      fieldOfView         60       deg     10...170      assumed    no face further off the camera's axis than half of
        this
      lookAtNoise         0.05     1       0...1         assumed    of lookAtPoint's length
      shapeScaleH         0.6      rad     0.1...3       recorded   eye yaw at eyeLookIn/Out = 1: 0.60 and 0.61 in two
        takes (r > 0.999)
      shapeScaleV         0.55     rad     0.1...3       recorded   eye pitch at eyeLookUp/Down = 1: 0.49 and 0.61 in
        two takes (r > 0.996)
      """
  }

  var people: People
  var eyes: Eyes
  var head: Head
  var phone: Phone
  var tracker: Tracker
  var task: Task
  var signs: Signs

  private static let table = ConstantTable<SimulationParameters>(
    People.rows, Eyes.rows, Head.rows, Phone.rows, Tracker.rows, Task.rows, Signs.rows)

  /// The `typical` preset.
  public init() { self = Self.table.defaults }

  /// All constants of the gaze simulator, in the order of the data flow.
  public static var constants: [GazeConstant] { table.constants }
  /// `ideal`, `optimistic`, `typical`, `pessimistic`.
  public static var presets: [GazePreset] { builtIn }

  private static let builtIn: [GazePreset] = {
    // A tracker without error reports the true pose and each eye's own optical axis, without delay.
    var ideal = SimulationParameters().scaled(
      [
        \.tracker.coupled, \.tracker.outward, \.tracker.outwardSD, \.tracker.biasUp, \.tracker.biasSD,
        \.tracker.sessionBiasSD, \.tracker.gainHSD, \.tracker.gainVSD, \.tracker.crosstalkSD, \.tracker.quadraticSD,
        \.tracker.headCouplingSD, \.tracker.driftSD, \.tracker.noiseSD, \.tracker.whiteSD, \.tracker.blinkArtefact,
        \.tracker.distanceScaleSD, \.tracker.faceRotationBiasSD, \.tracker.faceRotationNoise,
        \.tracker.facePositionNoise, \.tracker.latency, \.tracker.jitter, \.tracker.dropped, \.tracker.duplicated,
        \.tracker.dropoutRate, \.tracker.lookAtNoise, \.signs.noise, \.people.failingShare, \.people.flaggedShare,
        \.people.kappaNasal, \.people.kappaNasalSD, \.people.kappaUp, \.people.kappaUpSD, \.people.rotationSplit,
        \.eyes.disparitySD,
      ], by: 0)
    (ideal.tracker.gainH, ideal.tracker.gainV, ideal.people.glassesFactor) = (1, 1, 1)
    // The drifts of the other presets and their factors are assumed. The noises are chosen so that the reported angles
    // of resting eyes are within the ranges of the recorded takes.
    func tracker(bias: Double, drift: Double, noise: Double) -> SimulationParameters {
      var p = SimulationParameters().scaled(
        [\.tracker.biasSD, \.tracker.sessionBiasSD, \.tracker.quadraticSD, \.tracker.headCouplingSD], by: bias)
      (p.tracker.driftSD, p.tracker.noiseSD) = (drift.radians, noise.radians)
      return p
    }
    return presets(
      ideal: ideal, optimistic: tracker(bias: 0.7, drift: 0.4, noise: 0.01),
      pessimistic: tracker(bias: 1.4, drift: 1.2, noise: 0.07))
  }()
}

/// A constant of the gaze simulator.
public typealias GazeConstant = ParameterConstant<SimulationParameters>
