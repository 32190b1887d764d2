import { RecordPage } from "../../features/team/RecordPage.tsx";
import { SignedIn } from "../member/SignedIn.tsx";
import { titled } from "../page.ts";

export const handle = titled("Training record");

export function Component() {
  return <SignedIn opening="Opening the record…">{() => <RecordPage />}</SignedIn>;
}
