/// Heights and widths of devices' bodies, which apps mistake for the screen's. The numbers are those of Apple's data
/// sheets as remembered: check them before citing them. They only decide whether a factor between two sizes is *like*
/// the factor of a body to its screen.
enum BodySize {
  /// Width and height, millimetres.
  static func millimetres(_ device: String) -> SIMD2<Double>? {
    table.first { $0.devices.contains(device) }.map { SIMD2($0.width, $0.height) }
  }

  private static let table: [(width: Double, height: Double, devices: Set<String>)] = [
    (70.9, 143.6, ["iphonex", "iphonexs"]), (77.4, 157.5, ["iphonexsmax"]), (75.7, 150.9, ["iphonexr", "iphone11"]),
    (71.4, 144.0, ["iphone11pro"]), (77.8, 158.0, ["iphone11promax"]),
    (64.2, 131.5, ["iphone12mini", "iphone13mini"]),
    (
      71.5, 146.7,
      ["iphone12", "iphone12pro", "iphone13", "iphone13pro", "iphone14", "iphone16e", "iphone17e"]
    ), (78.1, 160.8, ["iphone12promax", "iphone13promax", "iphone14plus"]), (71.5, 147.5, ["iphone14pro"]),
    (77.6, 160.7, ["iphone14promax"]), (71.6, 147.6, ["iphone15", "iphone16"]),
    (77.8, 160.9, ["iphone15plus", "iphone16plus"]), (70.6, 146.6, ["iphone15pro"]),
    (76.7, 159.9, ["iphone15promax"]), (71.5, 149.6, ["iphone16pro", "iphone17"]), (77.6, 163.0, ["iphone16promax"]),
    (71.9, 150.0, ["iphone17pro"]), (78.0, 163.4, ["iphone17promax"]), (74.7, 156.2, ["iphoneair"]),
    (178.5, 247.6, ["ipadpro11gen1", "ipadpro11gen2", "ipadpro11gen3", "ipadpro11gen4"]),
    (177.5, 249.7, ["ipadpro11m4", "ipadpro11m5"]),
    (214.9, 280.6, ["ipadpro129gen3", "ipadpro129gen4", "ipadpro129gen5", "ipadpro129gen6"]),
    (215.5, 281.6, ["ipadpro13m4", "ipadpro13m5"]),
  ]

  /// Range over the table of the difference between a body's size and its screen's, millimetres: bezels and frame of
  /// both sides together.
  static let margin = 3.0...22.0

  /// True if a size in millimetres could be that of a body around a panel: larger than the panel by a similar number of
  /// millimetres in width and height.
  static func isBody(_ size: SIMD2<Double>, around panel: SIMD2<Double>) -> Bool {
    let more = size - panel
    return margin.contains(more.x) && margin.contains(more.y) && abs(more.x - more.y) < 5
  }
}
