import { replace } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { AuthPage } from "../../features/auth/AuthPage.tsx";
import { hasWorkingSession } from "../hasWorkingSession.ts";

/** Whoever is signed in has no use for the page. */
export const loader = async () => ((await hasWorkingSession()) ? replace(paths.dashboard()) : null);

export function Component() {
  return <AuthPage />;
}
