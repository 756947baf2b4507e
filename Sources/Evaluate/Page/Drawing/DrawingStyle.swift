/// The style of all drawings, inline on a page or alone in a file.
enum DrawingStyle {
  static let css = """
    svg text{font:12px system-ui,sans-serif;fill:var(--muted)}
    svg text.strong{fill:var(--ink);font-weight:600}svg text.ink{fill:var(--ink)}
    svg .halo{paint-order:stroke;stroke:var(--card);stroke-width:4px;stroke-linejoin:round}
    .grid{stroke:var(--line)}.level{stroke:var(--muted);stroke-dasharray:4 4}.limit{stroke:var(--ink);stroke-width:2}
    .good{fill:var(--good)}.s0{color:var(--s0)}.s1{color:var(--s1)}.s2{color:var(--s2)}.s3{color:var(--s3)}
    .s4{color:var(--s4)}.s5{color:var(--s5)}.s6{color:var(--s6)}.s7{color:var(--s7)}
    .whisker,.cap,.path,.open{stroke:currentColor;stroke-width:2;fill:none}.path{stroke-width:1.75}
    .dashed{stroke-dasharray:6 4}use{fill:currentColor;stroke:var(--card);stroke-width:1}
    .phone{fill:var(--phone);stroke:var(--muted);stroke-width:2}.cell{fill:rgb(var(--heat));stroke:var(--line)}
    .sparse{fill:var(--bar);stroke:var(--line)}
    .bias{stroke:var(--s1);stroke-width:2.5}.bias-end{fill:var(--s1)}.bias-cut{fill:var(--phone);stroke:var(--s1);\
    stroke-width:2}.lens{fill:var(--ink);stroke:var(--phone);stroke-width:1.5}
    .works{fill:none;stroke:var(--s2);stroke-width:2.5;stroke-dasharray:8 4}.finger{fill:none;stroke:var(--ink);\
    stroke-width:1.5}
    svg .onmap{paint-order:stroke;stroke:var(--phone);stroke-width:3px;stroke-linejoin:round;stroke-opacity:.75}
    """
}
