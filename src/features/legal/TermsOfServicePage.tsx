/// <reference path="./virtual.d.ts" />
import { opening } from "virtual:legal/terms-of-service";
import { LegalPage } from "./LegalPage.tsx";
import { legalBody } from "./legalText.ts";

const NAME = "terms-of-service";

export const loader = () => legalBody(NAME, () => import("virtual:legal/terms-of-service/body"));

export function Component() {
  return (
    <LegalPage
      name={NAME}
      eyebrow="Our agreement with you"
      title="Terms of Service"
      opening={opening}
      updated={(facts) => facts.termsUpdated}
    />
  );
}
