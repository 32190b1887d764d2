/** The part of a legal page before its sections, and the sections' names. */
export type LegalOpening = {
  dated: string;
  /** HTML. */
  summary: string;
  sections: { id: string; title: string }[];
};

type Load = () => Promise<{ html: string }>;

/** The id of the element around the text, as LegalPage renders it. */
export function bodyId(name: string): string {
  return `legal-${name}`;
}

/**
 * The sections of a legal text as HTML. A prerendered document already contains them, so they are read from it instead
 * of being downloaded again as code. `load` is for client-side navigation.
 */
export async function legalBody(name: string, load: Load): Promise<string> {
  const printed = typeof document === "undefined" ? null : document.getElementById(bodyId(name));
  return printed?.firstElementChild ? printed.firstElementChild.innerHTML : (await load()).html;
}
