import { HEIGHT, labelOf, placesOf, RADIUS, tiePath, WIDTH, wrapped } from "./geometry.ts";
import { STATES } from "./limits.ts";
import { nameOf, type RelationshipsState, stateOf } from "./map.ts";

const PAGE_WIDTH = 640;
const PAGE_MARGIN = 30;
const LINE = 20;
const LINE_CHARACTERS = 78;
const KEY_ROW = 30;
const INK = "#1d1d1f";
const SIGNS = {
  joined: "two parallel lines",
  strained: "a zigzag",
  "cut off": "a gap with a bar at each end",
};

export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** One sentence per tie, with its duties. */
function tieSentences(state: RelationshipsState): string[] {
  return state.ties.map((tie) => {
    const [from, to, , owes, owed] = tie;
    const [a, b] = [nameOf(state, from), nameOf(state, to)];
    const duties = [owes && `${a} owes ${b}: ${owes}.`, owed && `${b} owes ${a}: ${owed}.`].filter(Boolean);
    return [`${a} – ${b}: ${stateOf(tie)}.`, ...duties].join(" ");
  });
}

/** The map as an SVG file that needs nothing else: black on white, with names, duties and a key as text. */
export function svgFile(state: RelationshipsState): string {
  const title = `Relationships around ${nameOf(state, 0)}`;
  const places = placesOf(state);
  const sentences = tieSentences(state);
  const parts: string[] = [];
  let y = PAGE_MARGIN + LINE;
  const write = (text: string, weight = "400", x = PAGE_MARGIN) =>
    parts.push(`<text x="${x}" y="${y}" font-weight="${weight}">${escapeXml(text)}</text>`);
  const list = (heading: string, entries: readonly string[]) => {
    if (entries.length === 0) return;
    y += LINE * 2;
    write(heading, "700");
    for (const entry of entries)
      for (const [index, line] of wrapped(entry, LINE_CHARACTERS).entries()) {
        y += LINE;
        write(line, "400", index === 0 ? PAGE_MARGIN : PAGE_MARGIN + LINE);
      }
  };

  write(title, "700");
  y += LINE;
  const drawing = picture(state, places, y);
  y += HEIGHT;
  for (const sign of STATES) {
    y += KEY_ROW;
    const middle = y - 5;
    const path = tiePath(sign, { x: PAGE_MARGIN - 20, y: middle }, { x: PAGE_MARGIN + 110, y: middle });
    parts.push(`<path d="${path}" ${STROKE}/>`);
    write(`${sign}: ${SIGNS[sign]}`, "400", PAGE_MARGIN + 110);
  }
  list(
    "On the map",
    state.people.map(([name, canSayNo], index) => `${index + 1} ${name}${canSayNo ? " (can say no)" : ""}`),
  );
  list("Ties", sentences);

  const height = y + PAGE_MARGIN;
  const description = [
    `${state.people.length} people, groups and systems: ${state.people.map(([name]) => name).join("; ")}.`,
    ...sentences,
  ].join(" ");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" width="${PAGE_WIDTH}" height="${height}" viewBox="0 0 ${PAGE_WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="15" fill="${INK}">`,
    `<title id="title">${escapeXml(title)}</title>`,
    `<desc id="description">${escapeXml(description)}</desc>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    drawing,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

const STROKE = `fill="none" stroke="${INK}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`;

function picture(state: RelationshipsState, places: ReturnType<typeof placesOf>, top: number): string {
  const ties = state.ties.map((tie) => {
    const [a, b] = [places[tie[0]], places[tie[1]]];
    return a && b ? `<path d="${tiePath(stateOf(tie), a, b)}" ${STROKE}/>` : "";
  });
  const people = places.map(({ x, y }, index) => {
    const at = `x="${x.toFixed(1)}" text-anchor="middle"`;
    const label = labelOf(nameOf(state, index), places.length).map(
      (line, row) =>
        `<text ${at} y="${(y + RADIUS + 15 + row * 15).toFixed(1)}" font-size="14" paint-order="stroke" stroke="#ffffff" stroke-width="4">${escapeXml(line)}</text>`,
    );
    return [
      `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${RADIUS}" fill="#ffffff" stroke="${INK}" stroke-width="${index === 0 ? 4 : 2}"/>`,
      `<text ${at} y="${(y + 5).toFixed(1)}" font-weight="700">${index + 1}</text>`,
      ...label,
    ].join("");
  });
  return `<g transform="translate(${(PAGE_WIDTH - WIDTH) / 2} ${top})">\n${[...ties, ...people].join("\n")}\n</g>`;
}
