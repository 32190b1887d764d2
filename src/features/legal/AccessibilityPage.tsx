/// <reference path="./virtual.d.ts" />
import { opening } from "virtual:legal/accessibility";
import { LegalPage } from "./LegalPage.tsx";
import { legalBody } from "./legalText.ts";

const NAME = "accessibility";

export const loader = () => legalBody(NAME, () => import("virtual:legal/accessibility/body"));

export function Component() {
  return <LegalPage name={NAME} eyebrow="For everyone" title="Accessibility statement" opening={opening} />;
}
