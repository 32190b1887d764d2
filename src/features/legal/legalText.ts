/** What a legal page shows before its sections, and the sections' names. */
export type LegalOpening = {
  dated: string;
  /** HTML. */
  summary: string;
  sections: { id: string; title: string }[];
};

type Load = () => Promise<{ html: string }>;

/** The element around the text, as LegalPage renders it. */
export function bodyId(name: string): string {
  return `legal-${name}`;
}

/**
 * The sections of a legal text as HTML. A prerendered document holds them already, so they are taken from there and
 * the browser does not load the same words again as code; `load` is for those who come from another page.
 */
export async function legalBody(name: string, load: Load): Promise<string> {
  const printed = typeof document === "undefined" ? null : document.getElementById(bodyId(name));
  return printed?.firstElementChild ? printed.firstElementChild.innerHTML : (await load()).html;
}
