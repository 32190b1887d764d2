import { TeamPage } from "../../features/team/TeamPage.tsx";
import { SignedIn } from "../member/SignedIn.tsx";
import { titled } from "../page.ts";

export const handle = titled("Your team");

export function Component() {
  return <SignedIn opening="Opening your team…">{() => <TeamPage />}</SignedIn>;
}
