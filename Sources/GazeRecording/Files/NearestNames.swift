package func nearestNames(to name: String, among names: [String]) -> [String] { [] }
