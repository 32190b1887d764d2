/// <reference path="./virtual.d.ts" />
import { html } from "virtual:legal/privacy-policy";
import { LegalPage } from "./LegalPage.tsx";

export function Component() {
  return <LegalPage title="Privacy Policy" html={html} />;
}
