import { type ReactNode, useSyncExternalStore } from "react";
import { readIdentityHint } from "../../db/store/identityHint.ts";
import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { TIERS_ID } from "./useSmoothFragment.ts";

/** Needs the learner's database, whose code visitors do not load. */
const OwnerActions = lazyPart<{ children: ReactNode }>(() => import("./OwnerActions.tsx"), {
  fallback: <VisitorActions />,
  Missing: VisitorActions,
});

/** The two buttons of the hero. The prerendered ones are a visitor's, and so is the first render in the browser. */
export function HeroActions() {
  const isSignedIn = useSyncExternalStore(subscribeToStorage, isProbablySignedIn, nobody);
  return (
    <div className="flex flex-wrap gap-3">
      {isSignedIn ? (
        <OwnerActions>
          <VisitorActions />
        </OwnerActions>
      ) : (
        <VisitorActions />
      )}
    </div>
  );
}

function VisitorActions() {
  return (
    <>
      <LinkButton to={`#${TIERS_ID}`} size="large">
        Choose your plan
      </LinkButton>
      <LinkButton to={paths.course(PREVIEW_LESSON_ID)} variant="secondary" size="large">
        Read lesson 1 free
      </LinkButton>
    </>
  );
}

const nobody = () => false;
const isProbablySignedIn = () => readIdentityHint() !== null;

/** Another tab may sign in or out. In this tab, both end with a navigation. */
function subscribeToStorage(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
