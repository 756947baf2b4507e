/// The page's style for light and dark screens, paper, and a phone's width. Colour is never the only carrier of a
/// meaning. Sections name the classes as texts; `GazePageTests` finds one that has no rule here.
package enum PageStyle {
  package static let css = """
    :root{color-scheme:light dark;\(Palette.properties(Palette.light))}
    @media (prefers-color-scheme:dark){:root{\(Palette.properties(Palette.dark))}}
    @media print{:root{color-scheme:light;\(Palette.properties(Palette.light));--card:#fff;--ink:#000;--muted:#333;\
    --line:#bbb}
    *{print-color-adjust:exact;-webkit-print-color-adjust:exact}.card{break-inside:avoid}h2,h3{break-after:avoid}
    nav,.controls,.skip{display:none!important}body{max-width:none!important}details{display:none}}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{margin:0 auto;max-width:1080px;padding:16px;background:var(--paper);color:var(--ink);
    font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
    h1{font-size:1.5rem;line-height:1.25;margin:.2em 0}h2{font-size:1.25rem;margin:2em 0 .5em;padding-top:.5em;
    border-top:1px solid var(--line)}h3{font-size:1rem;margin:0 0 .5em}p{margin:.5em 0;max-width:70ch}
    a{color:var(--s0)}.skip{position:absolute;left:-999px}.skip:focus{position:static}
    .muted,figcaption,.missing{color:var(--muted)}figcaption{font-size:.875rem;margin-top:.5em}
    .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr));gap:16px}
    .card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px;margin:0;min-width:0}
    .verdict{display:inline-block;font-weight:700;padding:.1em .6em;border-radius:6px;border:2px solid;\
    white-space:nowrap}
    .verdict.pass{color:var(--s0)}.verdict.fail{color:var(--s1);border-style:double;border-width:4px}
    .verdict.inconclusive{color:var(--muted);border-style:dashed}
    section>*+.card,section>*+.cards,figure.card+.cards,.cards+.card{margin-top:16px}
    .cards+h3,.card+h3,.scroll+h3,p+h3,dl+h3{margin-top:1.5em}
    .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(136px,1fr));gap:12px;padding:0;margin:1em 0}
    .figures div{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:10px}
    .figures dt{font-size:.8125rem;color:var(--muted)}.figures dd{margin:0;font-size:1.375rem;font-weight:650}
    .figures dd+dd{font-size:.8125rem;font-weight:400;color:var(--muted)}
    .rows{display:grid;gap:2px 14px;grid-template-columns:minmax(150px,1.5fr) minmax(160px,2fr) minmax(120px,1fr);
    align-items:center;margin:1em 0;padding:0;list-style:none}
    .rows>li{display:contents}.rows .name{font-size:.9375rem;display:flex;gap:10px;align-items:center;\
    flex-wrap:nowrap}.rows .value{font-size:.875rem;color:var(--muted)}
    @media (max-width:640px){.rows{grid-template-columns:1fr}.rows .value{margin-bottom:.8em}.rows .pad{display:none}}
    svg{display:block;max-width:100%;overflow:visible}svg.definitions{position:absolute}
    \(DrawingStyle.css)
    rect.s1{fill:currentColor}pattern rect.s1{fill:var(--s1)}
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:4px 16px;margin:.5em 0;padding:0;font-size:.875rem}
    .legend li{display:flex;gap:6px;align-items:center}
    .scroll{overflow-x:auto;max-width:100%;--under:var(--paper);\
    background:linear-gradient(to right,var(--under) 30%,transparent) 0 0/32px 100% no-repeat local,\
    linear-gradient(to left,var(--under) 30%,transparent) 100% 0/32px 100% no-repeat local,\
    linear-gradient(to right,var(--muted),transparent) 0 0/10px 100% no-repeat scroll,\
    linear-gradient(to left,var(--muted),transparent) 100% 0/10px 100% no-repeat scroll}
    .card .scroll{--under:var(--card)}
    .scroll:focus-visible{outline:2px solid var(--s0)}
    table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;min-width:50%}
    caption{text-align:left;color:var(--muted);padding-bottom:.3em}
    caption span{display:inline-block;position:sticky;left:0;max-width:calc(100vw - 5rem)}
    th,td{text-align:left;padding:.25em .75em .25em 0;border-bottom:1px solid var(--line);vertical-align:top;
    overflow-wrap:normal}td{white-space:nowrap}.provenance th,.provenance td{overflow-wrap:anywhere}\
    .provenance td{white-space:normal}.provenance th{min-width:8em}
    details{margin-top:.5em;font-size:.875rem}summary{cursor:pointer;color:var(--muted)}
    .map{display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start}.map>*{min-width:0}.map .aside{flex:1 1 260px}
    .phonemap{flex:0 0 auto}
    .lanes{display:grid;grid-template-columns:auto 1fr;gap:0 10px;align-items:center;font-size:.8125rem}
    .lanes svg{height:30px}.lane{fill:var(--paper);stroke:var(--line)}
    .intent{fill:var(--s0)}.intent.missed{fill:var(--paper);stroke:var(--s1);stroke-width:2;stroke-dasharray:3 2}
    .made{fill:var(--s2)}.made.false{fill:url(#hatch);stroke:var(--s1);stroke-width:1.5}
    .replay{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,320px),1fr));gap:16px}
    canvas{display:block;width:100%;border:1px solid var(--line);border-radius:10px;background:var(--card)}
    canvas+h3,.replay p+h3{margin-top:1em}.controls{display:flex;flex-wrap:wrap;gap:10px 14px;align-items:center;\
    margin:.8em 0}
    .controls label{display:flex;gap:6px;align-items:center;font-size:.875rem;max-width:100%}
    fieldset{border:1px solid var(--line);border-radius:10px;min-width:0}legend{font-size:.875rem;color:var(--muted)}
    .controls input[type=checkbox]{width:20px;height:20px}button,select{font:inherit;color:var(--ink);\
    background:var(--paper);border:1px solid var(--muted);border-radius:8px;
    padding:.35em .8em;min-height:44px;max-width:100%}button{min-width:6em;font-weight:600}
    .time{flex:1 1 240px}.time span{flex:none}input[type=range]{width:100%;min-height:32px;accent-color:var(--s0)}
    :focus-visible{outline:3px solid var(--s0);outline-offset:2px}
    output{font-variant-numeric:tabular-nums}#replay-state,#replay-sight{min-height:3em;font-size:.875rem}
    """
}
