extension ErrorSplit {
  /// The splits (pairs of a share and a drift) for which the raw error can match the published error, with the
  /// constants that achieve it, as printed by `script/evidence splits --fit` (1,400 people, seed 1). A share of 0.9 is
  /// impossible with a drift of 0.8°, and shares of 0.8 and 0.9 are impossible with a drift of 1.2°, because such a
  /// drift alone makes the error vary more from take to take than these shares allow.
  package static let fitted: [ErrorSplit] = [
    ErrorSplit(share: 0.9, drift: 0.4, biasUp: 2.30, biasSD: 2.05, biasSpread: 0.57, sessionBiasSD: 0.00),
    ErrorSplit(share: 0.8, drift: 0.4, biasUp: 2.30, biasSD: 1.94, biasSpread: 0.56, sessionBiasSD: 0.28),
    ErrorSplit(share: 0.7, drift: 0.4, biasUp: 2.30, biasSD: 1.80, biasSpread: 0.55, sessionBiasSD: 0.41),
    ErrorSplit(share: 0.6, drift: 0.4, biasUp: 2.29, biasSD: 1.66, biasSpread: 0.55, sessionBiasSD: 0.51),
    ErrorSplit(share: 0.5, drift: 0.4, biasUp: 2.29, biasSD: 1.50, biasSpread: 0.55, sessionBiasSD: 0.59),
    ErrorSplit(share: 0.4, drift: 0.4, biasUp: 2.28, biasSD: 1.31, biasSpread: 0.55, sessionBiasSD: 0.66),
    ErrorSplit(share: 0.3, drift: 0.4, biasUp: 2.27, biasSD: 1.10, biasSpread: 0.55, sessionBiasSD: 0.73),
    ErrorSplit(share: 0.2, drift: 0.4, biasUp: 2.26, biasSD: 0.84, biasSpread: 0.56, sessionBiasSD: 0.79),
    ErrorSplit(share: 0.1, drift: 0.4, biasUp: 2.24, biasSD: 0.42, biasSpread: 0.56, sessionBiasSD: 0.84),
    ErrorSplit(share: 0.8, drift: 0.8, biasUp: 2.30, biasSD: 1.82, biasSpread: 0.68, sessionBiasSD: 0.13),
    ErrorSplit(share: 0.7, drift: 0.8, biasUp: 2.29, biasSD: 1.70, biasSpread: 0.66, sessionBiasSD: 0.31),
    ErrorSplit(share: 0.6, drift: 0.8, biasUp: 2.29, biasSD: 1.57, biasSpread: 0.66, sessionBiasSD: 0.42),
    ErrorSplit(share: 0.5, drift: 0.8, biasUp: 2.28, biasSD: 1.41, biasSpread: 0.66, sessionBiasSD: 0.51),
    ErrorSplit(share: 0.4, drift: 0.8, biasUp: 2.28, biasSD: 1.24, biasSpread: 0.66, sessionBiasSD: 0.58),
    ErrorSplit(share: 0.3, drift: 0.8, biasUp: 2.27, biasSD: 1.04, biasSpread: 0.66, sessionBiasSD: 0.65),
    ErrorSplit(share: 0.2, drift: 0.8, biasUp: 2.25, biasSD: 0.79, biasSpread: 0.66, sessionBiasSD: 0.70),
    ErrorSplit(share: 0.1, drift: 0.8, biasUp: 2.24, biasSD: 0.40, biasSpread: 0.67, sessionBiasSD: 0.76),
    ErrorSplit(share: 0.7, drift: 1.2, biasUp: 2.27, biasSD: 1.45, biasSpread: 0.96, sessionBiasSD: 0.09),
    ErrorSplit(share: 0.6, drift: 1.2, biasUp: 2.27, biasSD: 1.34, biasSpread: 0.93, sessionBiasSD: 0.25),
    ErrorSplit(share: 0.5, drift: 1.2, biasUp: 2.26, biasSD: 1.21, biasSpread: 0.93, sessionBiasSD: 0.35),
    ErrorSplit(share: 0.4, drift: 1.2, biasUp: 2.25, biasSD: 1.00, biasSpread: 1.00, sessionBiasSD: 0.41),
    ErrorSplit(share: 0.3, drift: 1.2, biasUp: 2.24, biasSD: 0.82, biasSpread: 1.00, sessionBiasSD: 0.47),
    ErrorSplit(share: 0.2, drift: 1.2, biasUp: 2.23, biasSD: 0.65, biasSpread: 0.93, sessionBiasSD: 0.55),
    ErrorSplit(share: 0.1, drift: 1.2, biasUp: 2.21, biasSD: 0.24, biasSpread: 1.00, sessionBiasSD: 0.57),
  ]
}
