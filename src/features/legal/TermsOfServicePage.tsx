/// <reference path="./virtual.d.ts" />
import { html } from "virtual:legal/terms-of-service";
import { LegalPage } from "./LegalPage.tsx";

export function Component() {
  return <LegalPage title="Terms of Service" html={html} />;
}
