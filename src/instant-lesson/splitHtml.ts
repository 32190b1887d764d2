const TAG = /<(\/?)([a-z][a-z0-9]*)\b(?:"[^"]*"|'[^']*'|[^"'>])*>/g;
/** HTML §13.1.2 "Void elements". */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** Parts HTML after so many elements of its outermost level, with whatever stands between them. It closes what it opens. */
export function splitHtml(html: string, elements: number): [string, string] {
  let [depth, ended] = [0, 0];
  for (const tag of html.matchAll(TAG)) {
    const [all, slash, name = ""] = tag;
    if (slash) depth -= 1;
    else if (!VOID.test(name) && !all.endsWith("/>")) depth += 1;
    if (depth > 0) continue;
    ended += 1;
    if (ended < elements) continue;
    const at = tag.index + all.length;
    return [html.slice(0, at), html.slice(at)];
  }
  return [html, ""];
}
