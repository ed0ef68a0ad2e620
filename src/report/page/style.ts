/**
 * How the page looks. Colours are named by what they mean and have a contrast of at least 4.5 to 1 on their ground, in
 * both schemes; the picture of the graph takes the same names.
 */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ground:#fff;--raised:#f6f7f9;--text:#1c2128;--faint:#5b6470;--line:#d5dae1;--accent:#0b57d0;--state:#5b6470;--bad:#b3261e;--bad-ground:#fdecea;--warn:#8a5300;--warn-ground:#fff4e0;--good:#146c3a;--good-ground:#e8f5ec}
@media(prefers-color-scheme:dark){:root{--ground:#14171c;--raised:#1d2128;--text:#e7eaee;--faint:#a3adba;--line:#3a414c;--accent:#8ab4ff;--state:#9aa5b3;--bad:#ff9a90;--bad-ground:#3a1714;--warn:#f6c069;--warn-ground:#35270d;--good:#7fdba0;--good-ground:#12301e}}
*{box-sizing:border-box}
html{scroll-padding-top:3.5rem}
@media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
body{font:16px/1.55 system-ui,sans-serif;color:var(--text);background:var(--ground);margin:0}
header,main{max-width:76rem;margin:0 auto;padding:1rem 1.25rem}
h1{font-size:1.6rem;margin:.5rem 0}h2{font-size:1.25rem;margin:2.5rem 0 .75rem}h3{font-size:1.05rem;margin:.5rem 0}h4{font-size:.95rem;margin:.75rem 0 .25rem}
a{color:var(--accent)}
code,pre{font:13px/1.5 ui-monospace,Consolas,"DejaVu Sans Mono",monospace}
code{overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--ground);padding:.5rem;z-index:3}
nav{position:sticky;top:0;background:var(--ground);border-bottom:1px solid var(--line);z-index:2}
nav ul{display:flex;gap:1.25rem;overflow-x:auto;list-style:none;max-width:76rem;margin:0 auto;padding:.5rem 1.25rem;white-space:nowrap}
nav a{text-decoration:none}
.headline{border-left:.4rem solid;padding:.6rem 1rem;border-radius:.25rem;font-size:1.1rem}
.headline p{margin:0}.headline small{color:var(--text)}
.bad{color:var(--bad);background:var(--bad-ground);border-color:var(--bad)}.warn{color:var(--warn);background:var(--warn-ground);border-color:var(--warn)}.good{color:var(--good);background:var(--good-ground);border-color:var(--good)}
.meta{color:var(--faint);font-size:.9rem;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.93rem}th,td{text-align:left;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere;min-width:6.5rem}tbody th{min-width:12rem}
td.number,th.number{min-width:0;text-align:right;white-space:nowrap;padding-right:1.25rem}thead th{color:var(--faint);font-weight:600;overflow-wrap:normal}tbody th{font-weight:400}
article{border:1px solid var(--line);border-left:.3rem solid var(--line);border-radius:.3rem;padding:.5rem 1rem 1rem;margin:1rem 0;background:var(--raised)}
article.ERR{border-left-color:var(--bad)}article.WARN{border-left-color:var(--warn)}
.tag{font:600 .85rem ui-monospace,monospace;padding:.05rem .4rem;border-radius:.25rem;border:1px solid currentColor;white-space:nowrap}
.ERR>.tag,.tag.ERR,td.ERR{color:var(--bad)}.tag.WARN,td.WARN{color:var(--warn)}td.OK{color:var(--good)}td.NOT_TESTED{color:var(--warn)}.tag.NOTE{color:var(--faint)}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem 1rem;margin:.5rem 0}dt{color:var(--faint)}dd{margin:0;overflow-wrap:anywhere}
del,ins{text-decoration:none;border-radius:.2rem;padding:0 .1rem}dd.expected ins{background:var(--good-ground);color:var(--good)}dd.got del{background:var(--bad-ground);color:var(--bad)}
pre{overflow:auto;max-height:22rem;border:1px solid var(--line);border-radius:.25rem;padding:.5rem .75rem;background:var(--ground);margin:.25rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
details{margin:.25rem 0}summary{cursor:pointer;overflow-wrap:anywhere}
button{font:inherit;font-size:.9rem;color:var(--text);background:var(--ground);border:1px solid var(--line);border-radius:.3rem;padding:.2rem .6rem;cursor:pointer;overflow-wrap:anywhere}
button:hover{border-color:var(--accent)}
ul.plain{padding-left:1.2rem;margin:.25rem 0}
.tools{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.5rem 0}
.tools input[type=search]{font:inherit;padding:.2rem .5rem;border:1px solid var(--faint);border-radius:.3rem;background:var(--ground);color:var(--text);width:16rem;max-width:100%}
.tools .covered{color:var(--good)}.tools .failed{color:var(--bad)}.tools .unreached{color:var(--warn)}
.stage{display:grid;grid-template-columns:minmax(0,1fr) 22rem;border:1px solid var(--line);border-radius:.3rem;height:34rem}
canvas{width:100%;height:100%;min-height:0;touch-action:none;cursor:grab;display:block}
.panel{border-left:1px solid var(--line);padding:.25rem .75rem;overflow:auto;background:var(--raised);font-size:.9rem}
.panel ul{list-style:none;padding-left:0;margin:.25rem 0}.panel ol{padding-left:1.4rem;margin:.25rem 0}.panel li{margin:.15rem 0}.panel button{text-align:left;vertical-align:top;border-color:transparent;background:none;padding:.05rem .3rem;font-size:.85rem}
.panel h3{overflow-wrap:anywhere}.panel .covered{color:var(--good)}.panel .failed{color:var(--bad)}.panel .unreached{color:var(--warn)}
@media(max-width:50rem){.stage{grid-template-columns:minmax(0,1fr);grid-template-rows:20rem 18rem;height:auto}.panel{border-left:0;border-top:1px solid var(--line)}dl{grid-template-columns:minmax(0,1fr)}dt{margin-top:.3rem}}
@media print{nav,.tools,.stage,button{display:none}}
`;
