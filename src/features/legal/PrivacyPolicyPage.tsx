/// <reference path="./virtual.d.ts" />
import { opening } from "virtual:legal/privacy-policy";
import { LegalPage } from "./LegalPage.tsx";
import { legalBody } from "./legalText.ts";

const NAME = "privacy-policy";

export const loader = () => legalBody(NAME, () => import("virtual:legal/privacy-policy/body"));

export function Component() {
  return (
    <LegalPage
      name={NAME}
      eyebrow="Your data"
      title="Privacy Policy"
      opening={opening}
      updated={(facts) => facts.privacyUpdated}
    />
  );
}
