import { CapstonePage } from "../../features/capstone/CapstonePage.tsx";
import { SignedIn } from "../member/SignedIn.tsx";
import { titled } from "../page.ts";

export const handle = titled("Your capstone");

/** The capstone belongs to an account, so visitors sign in first. */
export function Component() {
  return <SignedIn opening="Opening your capstone…">{() => <CapstonePage />}</SignedIn>;
}
