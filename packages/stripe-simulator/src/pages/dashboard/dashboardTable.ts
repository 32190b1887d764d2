import { html } from "hono/html";
import type { Html } from "../layout.ts";

const MOST_ROWS = 50;
const MS_PER_SECOND = 1000;

/** A section of the dashboard with the newest rows. Each cell repeats its column's name for narrow screens. */
export function table(heading: string, columns: readonly string[], rows: readonly (string | Html)[][]): Html {
  if (rows.length === 0) return html`<section><h2>${heading}</h2><p class="hint">None yet.</p></section>`;
  return html`<section><h2>${heading}</h2>
<table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows
    .slice(0, MOST_ROWS)
    .map(
      (row) =>
        html`<tr>${row.map((cell, at) => html`<td data-label="${columns[at] ?? ""}">${cell}</td>`)}</tr>`,
    )}</tbody></table>
${rows.length > MOST_ROWS ? html`<p class="hint">The newest ${MOST_ROWS} of ${rows.length}.</p>` : ""}
</section>`;
}

type Pressed = { label: string; body: object; isOn?: boolean; about?: string };

/** Buttons for one of the controls under `/_sim`, each with the JSON that it sends. `about` tells equal labels apart. */
export function buttons(control: string, all: readonly Pressed[]): Html {
  return html`<form method="post" action="/_sim/${control}" class="choices">${all.map(
    ({ label, body, isOn, about }) =>
      html`<button type="submit" name="body" value="${JSON.stringify(body)}" class="secondary"${isOn === undefined ? "" : html` aria-pressed="${isOn ? "true" : "false"}"`}${about ? html` aria-label="${label}: ${about}"` : ""}>${label}</button>`,
  )}</form>`;
}

/** Shows a time given in Unix seconds. */
export function time(created: number): Html {
  const iso = new Date(created * MS_PER_SECOND).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}</time>`;
}

export function short(id: string): string {
  return id.length > 24 ? `${id.slice(0, 12)}…${id.slice(-6)}` : id;
}
