import { once } from "../once.ts";
import type { ProviderFacts } from "./facts.ts";

/** The facts that a legal text may name. */
export const LEGAL_FACTS = [
  "legalName",
  "address",
  "vatNumber",
  "registration",
  "phone",
  "reviewTime",
  "consultancyStudent",
  "consultancyNgo",
  "consultancyProfessional",
  "supportEmail",
  "contactEmail",
  "responseTime",
  "officeHours",
] as const satisfies readonly (keyof ProviderFacts)[];
type LegalFact = (typeof LEGAL_FACTS)[number];
export type LegalFacts = Pick<ProviderFacts, LegalFact>;

/**
 * A compiled legal text (tools/content/legal.ts) with these facts in place of those that it contains. Works on the compiler's
 * HTML, also after a browser has written it out again. Lines that need an absent fact are hidden.
 */
export function refillLegal(html: string, facts: LegalFacts): string {
  // The compiler writes these attributes for names in LEGAL_FACTS only.
  const textOf = (name: string) => escapeHtml(facts[name as LegalFact] ?? "");
  return html
    .replace(/(<span data-fact="(\w+)">)[^<]*/g, (_, open: string, name: string) => open + textOf(name))
    .replace(
      /<a [^>]*(data-mailto="(\w+)")>/g,
      (_, mark: string, name: string) => `<a href="mailto:${textOf(name)}" ${mark}>`,
    )
    .replace(
      /<(li|p)(?: hidden(?:="")?)? (data-needs="(\w+)")>/g,
      (_, tag: string, mark: string, name: string) =>
        `<${tag}${textOf(name) === "" ? " hidden" : ""} ${mark}>`,
    );
}

/**
 * The line with the date of a legal text, such as "Last updated: 14 October 2025", which may say in brackets since when it has
 * had its present words. A later day (YYYY-MM-DD) takes the place of both if the provider has stated one.
 */
export function datedLine(line: string, updated: string | null): string {
  const [label = ""] = line.split(": ");
  const written = line.match(/\d{1,2} [A-Z][a-z]+ \d{4}/g)?.at(-1);
  if (updated === null || Date.parse(`${updated}T00:00:00Z`) <= Date.parse(`${written} UTC`)) return line;
  return `${label}: ${DAY().format(new Date(`${updated}T00:00:00Z`))}`;
}
const DAY = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }));

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
