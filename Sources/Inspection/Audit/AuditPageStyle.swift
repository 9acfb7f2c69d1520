/// The look of an audit's page, in light and in dark.
enum AuditPageStyle {
    static let sheet: HTML = """
        :root {
          color-scheme: light dark;
          --page: #f6f7f9; --card: #fff; --text: #1c2430; --muted: #5d6878; --line: #dfe3e9;
          --accent: #0b63c5; --chip: #eef1f5; --mark: #ffe9a8;
          --error: #b3261e; --error-soft: #fde8e6; --warning: #8a5300; --warning-soft: #fff1d6;
          --note: #1f5f8b; --note-soft: #e3f1fb;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #12161c; --card: #1a2029; --text: #e4e8ee; --muted: #98a4b5; --line: #2d3643;
            --accent: #7ab7ff; --chip: #252d39; --mark: #6b5410;
            --error: #ff9b92; --error-soft: #47201f; --warning: #ffc970; --warning-soft: #43320f;
            --note: #8ccbf7; --note-soft: #17344a;
          }
        }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body {
          margin: 0; background: var(--page); color: var(--text);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
        }
        header, main, footer, form { max-width: 84rem; margin: 0 auto; padding: 0 1.5rem; }
        header { padding-top: 2rem; }
        h1 { margin: 0; font-size: 1.7rem; letter-spacing: -.01em; }
        h2 { margin: 0 0 .25rem; font-size: 1.2rem; }
        a { color: var(--accent); }
        code, pre, .place, .chip {
          font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
          font-size: .87em;
        }
        code { background: var(--chip); border-radius: .25rem; padding: .05rem .3rem; }
        code, .chip { overflow-wrap: anywhere; }
        th, .place { overflow-wrap: break-word; }
        .source, .explanation, .muted, .path, .place, footer, small { color: var(--muted); }
        .source { margin: .2rem 0 1.2rem; }
        .explanation { margin: 0 0 1rem; }
        .place b { color: var(--text); font-weight: 600; }

        .tiles {
          display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .75rem;
          list-style: none; margin: 0 0 1.25rem; padding: 0;
        }
        .tile {
          display: block; height: 100%; padding: .8rem 1rem; border: 1px solid var(--line);
          border-radius: .6rem; background: var(--card); color: inherit; text-decoration: none;
        }
        .tile:hover { border-color: var(--accent); }
        .tile b { display: block; font-size: 1.7rem; line-height: 1.2; }
        .tile span { font-weight: 600; }
        .tile small { display: block; font-size: .8rem; }
        .tile.error b { color: var(--error); }
        .tile.warning b { color: var(--warning); }

        form {
          position: sticky; top: 0; z-index: 3; display: flex; flex-wrap: wrap; gap: .6rem 1.2rem;
          align-items: center; padding-top: .7rem; padding-bottom: .7rem; background: var(--page);
        }
        label { display: flex; gap: .5rem; align-items: center; color: var(--muted); }
        input, select {
          font: inherit; color: var(--text); background: var(--card);
          border: 1px solid var(--line); border-radius: .4rem; padding: .3rem .5rem;
        }
        input { width: 17rem; max-width: 100%; }
        output { color: var(--muted); }

        section {
          background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
          margin: 0 0 1.25rem; padding: 1.25rem; scroll-margin-top: 4rem;
        }
        .wide { overflow-x: auto; }
        table { border-collapse: separate; border-spacing: 0; width: 100%; }
        th, td {
          padding: .45rem .7rem; border-bottom: 1px solid var(--line);
          text-align: left; vertical-align: top;
        }
        tbody tr:last-child > * { border-bottom: 0; }
        thead th { color: var(--muted); font-size: .82rem; font-weight: 600; white-space: nowrap; }
        tbody th { font-weight: 400; min-width: 13rem; }
        tbody tr:hover > * { background: color-mix(in srgb, var(--chip) 45%, transparent); }
        .numbers table { width: auto; }
        .numbers td, .numbers th + th { text-align: right; font-variant-numeric: tabular-nums; }
        .matrix tbody th { position: sticky; left: 0; background: var(--card); }
        td.place { min-width: 12rem; }
        .matrix td { min-width: 8rem; }

        .chip {
          display: inline-block; margin: 0 .15rem .2rem 0; padding: .05rem .45rem;
          border-radius: .35rem; background: var(--chip); color: inherit; text-decoration: none;
        }
        a.chip { border-bottom: 2px solid currentColor; }
        a.chip:hover { filter: brightness(1.08); }
        .badge {
          display: inline-block; padding: 0 .5rem; border-radius: 1rem; background: var(--chip);
          font-size: .78rem; font-weight: 600; line-height: 1.5rem;
        }
        .chip.error, .badge.error { color: var(--error); background: var(--error-soft); }
        .chip.warning, .badge.warning { color: var(--warning); background: var(--warning-soft); }
        .chip.note, .badge.note { color: var(--note); background: var(--note-soft); }
        .count { color: var(--muted); font-variant-numeric: tabular-nums; }

        details { border-top: 1px solid var(--line); scroll-margin-top: 4rem; }
        summary { padding: .6rem 0; cursor: pointer; }
        .numbers + details { margin-top: 1rem; }
        .finding {
          margin: 0 0 .8rem; padding: .7rem 1rem; border: 1px solid var(--line);
          border-left: 4px solid var(--muted); border-radius: .4rem; scroll-margin-top: 4rem;
        }
        .finding.error { border-left-color: var(--error); }
        .finding.warning { border-left-color: var(--warning); }
        .finding.note { border-left-color: var(--note); }
        .finding:target { outline: 2px solid var(--accent); }
        .finding p { margin: 0 0 .3rem; }
        .finding ul, details > ul { margin: .3rem 0 .6rem; padding-left: 1.3rem; }
        pre {
          margin: .4rem 0; padding: .5rem .7rem; overflow-x: auto;
          border-radius: .35rem; background: var(--page);
        }
        mark { background: var(--mark); color: inherit; border-radius: .2rem; }
        footer { padding-bottom: 2rem; font-size: .85rem; }
        @media print { form { display: none; } section { break-inside: auto; } }
        """
}
